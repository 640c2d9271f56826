// The two live regions of index.html. They exist from the start and are never made anew: readers forget regions that
// are. Polite messages of one moment are read as one.

const GATHER = 120;

/** @type {string[]} */
let waiting = [];

/** @param {string} id @param {string} text */
function put(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  // the same text again would not be read: make it another text
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** What happened at the table. @param {string} text */
export function announce(text) {
  if (!text) return;
  if (!waiting.length) {
    setTimeout(() => {
      put("say", waiting.slice(-4).join(" "));
      waiting = [];
    }, GATHER);
  }
  waiting.push(text);
}

/** The reader's own turn and own errors. @param {string} text */
export function interrupt(text) {
  put("say-now", text);
}
