// What the host can do about a seat: bots, keeping it for somebody, handing over, sending away.

import { t } from "#app/lib/i18n.js";
import { SeatLinkDialog } from "#app/pages/invite.js";
import { usualLevel } from "#app/pages/room.js";
import { sentence } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { KickDialog } from "#app/ui/kick.js";
import { LevelText, levelName } from "#app/ui/levels.js";
import { seatName } from "#app/ui/listing.js";
import { NAME_MOST } from "#app/ui/name.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/pages/room.js").Room} Room
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {"" | "name" | "link" | "kick"} Step
 * @typedef {{room: Room, seat: number, close: () => void, go: (step: Step) => void}} Props
 */

/** Levels, the usual one first. @param {Room} room */
function levelsOf({ info }) {
  const usual = usualLevel(info);
  return [usual, ...(info?.levels ?? []).filter((level) => level !== usual)].filter(Boolean);
}

/** @param {{room: Room, close: () => void, icon: string, cmds: GameCommand[], warn?: boolean, children?: import("#app/ui/html.js").Children}} props */
function Item({ room, close, icon, cmds, warn, children }) {
  const press = async () => {
    close();
    for (const cmd of cmds) if (!(await room.ask(cmd))) return;
  };
  return html`<li><button type="button" class=${warn ? "button button-warn" : "button"} onClick=${press}><${Icon} name=${icon} />${children}</button></li>`;
}

/** @param {Props} props */
function OpenMenu({ room, seat, close, go }) {
  const held = room.view.seats[seat];
  const reserved = held?.kind === "open" && held.reserved;
  if (reserved) {
    return html`<li><button type="button" class="button" onClick=${() => go("link")}><${Icon} name="share" />${t("reserve.show", { name: reserved })}</button></li>
      <${Item} room=${room} close=${close} icon="unlock" cmds=${[{ type: "reserve", seat, name: "" }]}>${t("reserve.release")}</${Item}>`;
  }
  return html`<${Item} room=${room} close=${close} icon="person" cmds=${[{ type: "sit", seat }]}>${room.mine < 0 ? t("wait.sit") : t("wait.move")}</${Item}>
    <li><button type="button" class="button" onClick=${() => go("name")}><${Icon} name="lock" />${t("reserve.begin")}</button></li>
    ${levelsOf(room).map((level) => html`<${Item} key=${level} room=${room} close=${close} icon="bot" cmds=${[{ type: "bot.add", seat, level }]}><${LevelText} text=${t("wait.add_bot_level", { level: levelName(level) })} game=${room.view.game} level=${level} /></${Item}>`)}`;
}

/** @param {Props & {level: string}} props */
function BotMenu({ room, seat, close, level }) {
  const others = levelsOf(room).filter((other) => other !== level);
  return html`<${Item} room=${room} close=${close} icon="close" cmds=${[{ type: "bot.remove", seat }]}>${t("wait.remove_bot")}</${Item}>
    ${others.map(
      (other) =>
        html`<${Item} key=${other} room=${room} close=${close} icon="bot" cmds=${[
          { type: "bot.remove", seat },
          { type: "bot.add", seat, level: other },
        ]}><${LevelText} text=${t("wait.other_bot", { level: levelName(other) })} game=${room.view.game} level=${other} /></${Item}>`,
    )}`;
}

/** @param {Props} props */
function PersonMenu({ room, seat, close, go }) {
  const name = room.nameOf(seat);
  const held = room.view.seats[seat];
  const user = held?.kind === "person" ? held.user : "";
  return html`<${Item} room=${room} close=${close} icon="crown" cmds=${[{ type: "host", seat, user }]}>${t("host.give", { name })}</${Item}>
    <li><button type="button" class="button button-warn" onClick=${() => go("kick")}><${Icon} name="exit" />${t("kick.begin", { name })}</button></li>`;
}

/** Whom a seat is kept for. @param {{room: Room, seat: number, done: () => void, close: () => void}} props */
function ReserveDialog({ room, seat, done, close }) {
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const keep = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!name.trim()) {
      setWrong(t("name.empty"));
      return;
    }
    const refusal = await room.send({ type: "reserve", seat, name: name.trim() });
    if (refusal) setWrong(sentence(refusal));
    else done();
  };
  return html`<${Dialog} title=${t("reserve.keep")} close=${close}>
    <form class="name-form" onSubmit=${keep}>
      <label for="reserve">${t("reserve.for")}</label>
      <div class="name-row"><input id="reserve" type="text" autofocus maxlength=${NAME_MOST} autocomplete="off" value=${name} aria-invalid=${wrong ? "true" : "false"} aria-describedby="reserve-help" onInput=${(
        /** @type {Event} */ e,
      ) => {
        setName(/** @type {HTMLInputElement} */ (e.target).value);
        setWrong("");
      }} />
        <button type="submit" class="button-main">${t("reserve.keep")}</button></div>
      <p id="reserve-help" class=${wrong ? "help wrong" : "help"} role=${wrong ? "alert" : undefined}>${wrong || t("reserve.help")}</p>
    </form></${Dialog}>`;
}

/** @param {{room: Room, seat: number, close: () => void}} props */
export function SeatMenu({ room, seat, close }) {
  const [step, go] = useState(/** @type {Step} */ (""));
  const held = room.view.seats[seat];
  if (!held) return null;
  if (step === "name")
    return html`<${ReserveDialog} room=${room} seat=${seat} done=${() => go("link")} close=${close} />`;
  if (step === "link")
    return html`<${SeatLinkDialog} room=${room} seat=${seat} name=${held.kind === "open" ? (held.reserved ?? "") : ""} close=${close} />`;
  if (step === "kick") {
    const user = held.kind === "person" ? held.user : "";
    const kick = () => room.ask({ type: "kick", seat, user });
    return html`<${KickDialog} name=${room.nameOf(seat)} kick=${kick} close=${close} />`;
  }
  const props = { room, seat, close, go };
  const title = t("seat.menu", { seat: t("seat.n", { n: seat + 1 }), name: seatName(held) });
  return html`<${Dialog} title=${title} close=${close}><ul class="menu">
    ${held.kind === "open" && html`<${OpenMenu} ...${props} />`}
    ${held.kind === "bot" && html`<${BotMenu} ...${props} level=${held.level} />`}
    ${held.kind === "person" && html`<${PersonMenu} ...${props} />`}
  </ul></${Dialog}>`;
}
