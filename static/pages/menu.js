// What the table's menu offers: the rules, settings, what one may propose to the others, the way out at last; keys.

import { bookedBy, company, removable } from "#app/lib/company.js";
import { t, wordIn } from "#app/lib/i18n.js";
import { proposals } from "#app/lib/offers.js";
import { go, me } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { KickDialog } from "#app/ui/kick.js";
import { prefs } from "#app/ui/prefs.js";
import { LangChoice } from "#app/ui/shell.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/lib/offers.js").What} What
 * @typedef {ReturnType<typeof removable>[number]} Whom
 */

const KEYS = ["arrows", "enter", "esc", "h", "t", "c", "l", "s", "u", "hint", "yn", "m"];

/** What is asked twice, for it ends the game. @type {What[]} */
const GRAVE = ["concede", "abandon"];

const ICONS = /** @type {const} */ ({ undo: "undo", pause: "pause", concede: "flag", abandon: "stop" });

/** Whether nobody else has to agree. @param {Sitting} sitting @param {What} what @param {number[][]} sides */
function isAlone(sitting, what, sides) {
  const own = sides.find((seats) => seats.includes(sitting.seat)) ?? [];
  const { present } = company(sitting);
  return !present.some((seat) => what !== "concede" || own.includes(seat));
}

/** @param {{sitting: Sitting, what: What, sides: number[][], back: () => void, done: () => void}} props */
function Sure({ sitting, what, sides, back, done }) {
  const alone = isAlone(sitting, what, sides);
  const propose = () => {
    sitting.ask({ type: "offer", what });
    done();
  };
  return html`<p>${t(alone ? `sure.${what}_alone` : `sure.${what}`)}</p>
    <div class="dialog-end"><button type="button" class="button" onClick=${back}>${t("ui.back")}</button>
      <button type="button" class="button button-warn" onClick=${propose}>${t(alone ? `sure.${what}_do` : "sure.ask")}</button></div>`;
}

/** @param {{game: string}} props */
function Keys({ game }) {
  return html`<section class="keys-part"><h3>${t("menu.keys")}</h3>
    <dl class="keys">${KEYS.map((key) => html`<div key=${key}><dt>${t(`keys.${key}.key`)}</dt><dd>${wordIn(game, `keys.${key}`)}</dd></div>`)}</dl></section>`;
}

/** @param {{sitting: Sitting, choose: (what: What) => void, sides: number, grave: boolean}} props `grave`: those that end the game */
function Proposals({ sitting, choose, sides, grave }) {
  return proposals(sitting, sides)
    .filter((what) => GRAVE.includes(what) === grave)
    .map(
      (what) =>
        html`<li key=${what}><button type="button" class="button" onClick=${() => choose(what)}><${Icon} name=${ICONS[what]} />${t(`menu.${what}`)}</button></li>`,
    );
}

/** @param {{sitting: Sitting, close: () => void}} props */
function Resume({ sitting, close }) {
  const resume = () => {
    sitting.ask({ type: "unpause" });
    close();
  };
  return html`<li><button type="button" class="button" onClick=${resume}><${Icon} name="play" />${t("menu.unpause")}</button></li>`;
}

/** What one may look at and set. @param {{open: (which: "settings" | "handoff") => void}} props */
function Settings({ open }) {
  const sound = prefs.value.sound;
  return html`<ul class="menu menu-more">
    ${me.value && html`<li><button type="button" class="button" onClick=${() => open("handoff")}><${Icon} name="phone" />${t("handoff.title")}</button></li>`}
    <li><button type="button" class="button" onClick=${() => open("settings")}><${Icon} name="gear" />${t("set.title")}</button></li>
    <li><button type="button" class="button" aria-pressed=${sound} onClick=${() => prefs.set({ sound: !sound })}><${Icon} name=${sound ? "sound" : "silent"} />${t(sound ? "sound.unmuted" : "sound.muted")}</button></li>
    <li><a class="button" href="/"><${Icon} name="back" />${t("menu.start")}</a></li>
    <li><a class="button" href="/history"><${Icon} name="history" />${t("history.title")}</a></li>
    <li><${LangChoice} /></li>
  </ul>`;
}

/** @param {{sitting: Sitting, choose: (whom: Whom) => void}} props */
function ShowingOut({ sitting, choose }) {
  return removable(sitting.public, me.value?.id ?? "").map(
    (whom) =>
      html`<li key=${whom.user}><button type="button" class="button button-warn" onClick=${() => choose(whom)}><${Icon} name="exit" />${t("kick.begin", { name: whom.name })}</button></li>`,
  );
}

/** @param {{sitting: Sitting, game: GameClient, close: () => void, may: boolean, open: (which: "leave" | "settings" | "handoff") => void}} props `may`: one can leave the seat */
export function MenuDialog({ sitting, game, close, may, open }) {
  const sides = game.sides?.(sitting.public) ?? [];
  const [sure, setSure] = useState(/** @type {What | ""} */ (""));
  const [out, setOut] = useState(/** @type {Whom | null} */ (null));
  const [rules, setRules] = useState(false);
  const choose = (/** @type {What} */ what) => {
    if (GRAVE.includes(what)) {
      setSure(what);
      return;
    }
    sitting.ask({ type: "offer", what });
    close();
  };
  if (out) {
    const kick = () => sitting.ask({ type: "kick", seat: out.seat, user: out.user });
    return html`<${KickDialog} key="out" name=${out.name} kick=${kick} close=${close} />`;
  }
  if (sure) {
    return html`<${Dialog} key="sure" title=${t(`menu.${sure}`)} close=${close}><${Sure} sitting=${sitting} what=${sure} sides=${sides} back=${() => setSure("")} done=${close} /></${Dialog}>`;
  }
  if (rules) {
    return html`<${Dialog} key="rules" title=${t("learn.title", { game: t(`game.${game.key}`) })} close=${close} wide><${game.Learn} /></${Dialog}>`;
  }
  const stop = () => {
    if (bookedBy(sitting.public, me.value?.id ?? "") >= 0) sitting.ask({ type: "leave" });
    go("/");
  };
  return html`<${Dialog} title=${t("table.menu")} close=${close}>
    <ul class="menu">
      <li><button type="button" class="button" onClick=${() => setRules(true)}><${Icon} name="book" />${t("learn.link")}</button></li>
      ${sitting.public.paused && sitting.mine && html`<${Resume} sitting=${sitting} close=${close} />`}
      <${Proposals} sitting=${sitting} choose=${choose} sides=${sides.length} grave=${false} />
    </ul>
    <${Settings} open=${open} />
    <ul class="menu menu-more">
      <${Proposals} sitting=${sitting} choose=${choose} sides=${sides.length} grave />
      <${ShowingOut} sitting=${sitting} choose=${setOut} />
      ${may && html`<li><button type="button" class="button button-warn" onClick=${() => open("leave")}><${Icon} name="exit" />${t("menu.leave")}</button></li>`}
      ${!sitting.mine && html`<li><button type="button" class="button" onClick=${stop}><${Icon} name="exit" />${t("watch.stop")}</button></li>`}
    </ul>
    <${Keys} game=${game.key} />
  </${Dialog}>`;
}

/** What leaving comes to, exactly. @param {Sitting} sitting */
function consequence(sitting) {
  const people = Object.values(sitting.public.seats).filter((held) => held.kind === "person").length;
  if (people < 2) return "leave.text_bots";
  return sitting.public.table.rated === "rated" ? "leave.text_rated" : "leave.text";
}

/** @param {{sitting: Sitting, close: () => void, leave: () => void}} props */
export function LeaveDialog({ sitting, close, leave }) {
  return html`<${Dialog} title=${t("leave.title")} close=${close}>
    <p>${t(consequence(sitting))}</p>
    <div class="dialog-end">
      <button type="button" class="button" onClick=${close}>${t("leave.stay")}</button>
      <button type="button" class="button button-warn" onClick=${leave}>${t("leave.leave")}</button>
    </div>
  </${Dialog}>`;
}
