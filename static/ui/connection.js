// The bar that tells of a lost connection. It goes only when what the page shows is current again, and says so.

import { t } from "#app/lib/i18n.js";
import { client } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { announce } from "#app/ui/live.js";
import { useEffect, useRef, useState } from "#hooks";

const GLAD = 1200;
/** The close code of a server that restarts. */
const RESTART = 1012;
/** A restart that takes no more tries is none to worry about. */
const FEW = 3;

/** @returns {"" | "lost" | "moving" | "catching" | "refused"} @param {boolean} current */
function trouble(current) {
  const { state, attempt, closeCode } = client.link;
  if (state.value === "refused") return "refused";
  if (closeCode === RESTART && attempt.value <= FEW && (state.value === "waiting" || state.value === "connecting"))
    return "moving";
  if (state.value === "waiting" || (state.value === "connecting" && attempt.value > 0)) return "lost";
  return state.value === "open" && !current ? "catching" : "";
}

/** What becomes of the last command. @param {number} pending */
const fate = (pending) => (pending ? t("link.will_send", { n: pending }) : t("link.safe"));

/** @param {{current: boolean, playing?: boolean}} props `current`: what is shown is the server's truth */
export function ConnectionBar({ current, playing = false }) {
  const kind = trouble(current);
  const [glad, setGlad] = useState(false);
  const lost = useRef(false);
  const well = current && client.online.value;
  useEffect(() => {
    if ((kind === "lost" || kind === "moving") && !lost.current) {
      lost.current = true;
      announce(t(`link.${kind}`));
    }
    if (!well || !lost.current) return;
    lost.current = false;
    announce(t("link.back"));
    setGlad(true);
  }, [kind, well]);
  useEffect(() => {
    if (!glad) return undefined;
    const timer = setTimeout(() => setGlad(false), GLAD);
    return () => clearTimeout(timer);
  }, [glad]);
  // between the loss and the truth there is always a bar, whatever the socket is about
  const shown =
    kind === "refused"
      ? kind
      : lost.current && !well
        ? kind || "catching"
        : kind === "lost" || kind === "moving"
          ? kind
          : "";
  if (!shown && !glad) return null;
  const tries = client.link.attempt.value;
  return html`<div class=${cls("link-bar", shown ? `link-${shown}` : "link-back")}>
    ${
      shown === "lost" &&
      html`<span class="spin" aria-hidden="true" /><span>${t("link.lost")}${playing && html` <span>${fate(client.outbox.pending.value.length)}</span>`}</span>
      ${tries > 1 && html`<span class="quiet">${t("link.tries", { n: tries })}</span>`}
      <button type="button" class="button-small" onClick=${() => client.link.renew()}>${t("link.now")}</button>`
    }
    ${shown === "moving" && html`<span class="spin" aria-hidden="true" /><span>${t("link.moving")}</span>`}
    ${shown === "catching" && html`<span class="spin" aria-hidden="true" /><span>${t("link.catching")}</span>`}
    ${shown === "refused" && html`<span>${t("link.refused")}</span><button type="button" class="button-small" onClick=${() => location.reload()}>${t("ui.reload")}</button>`}
    ${!shown && html`<span>${t("link.back")}</span>`}
  </div>`;
}

/** The dot in the status bar. */
export function ConnectionDot() {
  const open = client.online.value;
  const quiet = client.link.quiet.value;
  const ms = client.link.latency.value;
  const state = open ? (quiet ? "slow" : "live") : "off";
  const text = open && ms >= 0 ? t("link.ms", { n: ms }) : t(`link.${state}`);
  return html`<span class=${`dot dot-${state}`} role="img" aria-label=${t(`link.${state}`)} title=${text}><span class="dot-mark" /><span class="dot-text" aria-hidden="true">${text}</span></span>`;
}
