// Sounds, made of a few tones each: no files to load. What is heard when is lib/cues.js's to say; whether at all, the
// listener's settings.

import { CLASS_OF, Cues } from "#app/lib/cues.js";
import { prefs } from "#app/ui/prefs.js";
import { signal } from "#signals";

/**
 * @typedef {import("#app/lib/cues.js").Cue} Cue
 * @typedef {[pitch: number, at: number, lasts: number, loud: number, shape?: OscillatorType]} Tone Hz, s, s, 0..1; pitch 0: a rustle
 */

/** @type {Record<Cue, Tone[]>} */
const TONES = {
  card: [[0, 0, 0.07, 0.5]],
  chat: [
    [880, 0, 0.07, 0.25],
    [1174, 0.06, 0.09, 0.25],
  ],
  returned: [
    [440, 0, 0.12, 0.3],
    [660, 0.1, 0.18, 0.3],
  ],
  gone: [
    [520, 0, 0.14, 0.3],
    [390, 0.12, 0.22, 0.3],
  ],
  trick_them: [
    [330, 0, 0.12, 0.35, "triangle"],
    [262, 0.09, 0.2, 0.35, "triangle"],
  ],
  trick_us: [
    [392, 0, 0.12, 0.4, "triangle"],
    [523, 0.09, 0.22, 0.4, "triangle"],
  ],
  done: [
    [523, 0, 0.14, 0.4],
    [659, 0.11, 0.14, 0.4],
    [784, 0.22, 0.14, 0.4],
    [1047, 0.33, 0.45, 0.45],
  ],
  turn: [
    [659, 0, 0.16, 0.45],
    [988, 0.12, 0.34, 0.45],
  ],
  nudge: [
    [988, 0, 0.12, 0.45],
    [988, 0.16, 0.12, 0.45],
    [1319, 0.32, 0.34, 0.45],
  ],
  low_1: [
    [740, 0, 0.08, 0.35, "square"],
    [740, 0.14, 0.08, 0.35, "square"],
  ],
  low_2: [
    [932, 0, 0.08, 0.4, "square"],
    [932, 0.12, 0.08, 0.4, "square"],
    [932, 0.24, 0.14, 0.4, "square"],
  ],
  over_drawn: [
    [440, 0, 0.25, 0.4, "triangle"],
    [440, 0.3, 0.4, 0.4, "triangle"],
  ],
  over_lost: [
    [392, 0, 0.22, 0.4, "triangle"],
    [349, 0.2, 0.22, 0.4, "triangle"],
    [294, 0.4, 0.5, 0.4, "triangle"],
  ],
  over_won: [
    [523, 0, 0.14, 0.45],
    [523, 0.15, 0.1, 0.45],
    [523, 0.26, 0.1, 0.45],
    [784, 0.37, 0.3, 0.45],
    [1047, 0.6, 0.6, 0.45],
  ],
};

/** Whether the browser waits for a gesture before it lets a sound be heard. */
export const blocked = signal(false);
/** @type {AudioContext | null} */
let context = null;

function opened() {
  if (context || typeof AudioContext === "undefined") return context;
  context = new AudioContext();
  const tell = () => {
    blocked.value = context?.state === "suspended";
  };
  context.addEventListener("statechange", tell);
  tell();
  return context;
}

/** After a gesture the browser lets us. */
export function unblock() {
  if (!prefs.value.sound || context?.state === "running") return;
  opened()
    ?.resume()
    .catch(() => undefined); // not yet: the next gesture will do
}

/** Any gesture will do. @returns {() => void} wait no more */
export function awaitGesture() {
  addEventListener("pointerup", unblock);
  addEventListener("keyup", unblock);
  return () => {
    removeEventListener("pointerup", unblock);
    removeEventListener("keyup", unblock);
  };
}

/** A burst of noise, as of paper on felt. @param {AudioContext} audio */
function rustle(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  source.connect(filter);
  return { source, out: filter };
}

/** @param {AudioContext} audio @param {number} pitch @param {OscillatorType} shape */
function voiceOf(audio, pitch, shape) {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  return { source, out: source };
}

/** What makes it audible; tests put their own ear here. */
export const voice = {
  /** @param {Cue} cue @param {number} volume 0..1 */
  ring(cue, volume) {
    const audio = opened();
    if (audio?.state !== "running") return;
    for (const [pitch, at, lasts, loud, shape = "sine"] of TONES[cue]) {
      const { source, out } = pitch ? voiceOf(audio, pitch, shape) : rustle(audio);
      const envelope = audio.createGain();
      const start = audio.currentTime + 0.01 + at;
      const peak = loud * volume * (shape === "square" ? 0.4 : 1);
      envelope.gain.setValueAtTime(0.0001, start);
      envelope.gain.exponentialRampToValueAtTime(Math.max(0.0002, peak), start + 0.012);
      envelope.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
      out.connect(envelope).connect(audio.destination);
      source.start(start);
      source.stop(start + lasts + 0.02);
    }
  },
};

/** @param {Cue} cue */
const heard = (cue) => prefs.value.sound && prefs.value.volume > 0 && !prefs.value.silent[CLASS_OF[cue]];

/** @param {Cue} cue */
const ring = (cue) => voice.ring(cue, prefs.value.volume / 100);

// what was waiting when the sound was switched off is not heard any more
const cues = new Cues((cue) => heard(cue) && ring(cue), {
  now: () => performance.now(),
  later: (fn, ms) => setTimeout(fn, ms),
});

/** Something happened that is worth a sound. @param {Cue} cue */
export function cue(cue) {
  if (!heard(cue)) return;
  opened();
  cues.want(cue);
}

/** @type {Record<import("#app/lib/prefs.js").SoundClass, Cue>} */
const SAMPLES = {
  turn: "turn",
  card: "card",
  trick: "trick_us",
  done: "done",
  low: "low_1",
  chat: "chat",
  people: "returned",
  over: "over_won",
};

/** Let a class of sounds be heard at once. @param {import("#app/lib/prefs.js").SoundClass} name */
export const sample = (name) => prefs.value.sound && ring(SAMPLES[name]);
