// The table's own affairs in the waiting room: its options in words and how to change them, the lock, the log, the way out.

import { t } from "#app/lib/i18n.js";
import { known } from "#app/lib/options.js";
import { catalogue, go, sentence } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { OptionForm } from "#app/ui/form.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { OptionChips } from "#app/ui/listing.js";
import { Log, tableLine } from "#app/ui/log.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/pages/room.js").Room} Room
 * @typedef {import("#app/types/app.d.ts").Options} Options
 */

/** @param {Options} now @param {Options} then */
const differs = (now, then) => Object.keys(then).some((key) => now[key] !== then[key]);

/** @param {{room: Room, close: () => void}} props */
function ChangeDialog({ room, close }) {
  const { view, info } = room;
  const tableSet = catalogue.value?.table;
  const [options, setOptions] = useState(() => (info ? known(info.options, view.options) : {}));
  const [settings, setSettings] = useState(() =>
    tableSet ? known(tableSet, /** @type {Options} */ (view.table)) : {},
  );
  const [wrong, setWrong] = useState("");
  if (!info || !tableSet) return null;
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const changed = differs(view.options, options) || differs(/** @type {Options} */ (view.table), settings);
    const refusal = changed ? await room.send({ type: "change", options, settings }) : null;
    if (refusal) setWrong(sentence(refusal));
    else close();
  };
  return html`<${Dialog} title=${t("change.begin")} close=${close} wide>
    <form onSubmit=${save}>
      <p class="note"><${Icon} name="warn" /><span>${t("change.text")}</span></p>
      <section aria-label=${t("new.rules", { game: t(`game.${view.game}`) })}><h3 class="change-rules">${t("new.rules", { game: t(`game.${view.game}`) })}</h3>
        <${OptionForm} set=${info.options} values=${options} change=${setOptions} /></section>
      <section aria-label=${t("new.table")}><h3 class="change-rules">${t("new.table")}</h3>
        <${OptionForm} set=${tableSet} values=${settings} change=${setSettings} /></section>
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <div class="dialog-end dialog-sticky"><button type="button" class="button" onClick=${close}>${t("change.no")}</button>
        <button type="submit" class="button-main">${t("change.yes")}</button></div>
    </form></${Dialog}>`;
}

/** @param {{room: Room}} props */
function RoomLog({ room }) {
  const lines = room.channel.log.value.map((note) => tableLine(note, room.nameOf));
  if (!lines.some(Boolean)) return null;
  return html`<details class="room-log"><summary>${t("wait.log")}</summary><${Log} lines=${lines} /></details>`;
}

/** @param {{room: Room}} props */
export function TableBox({ room }) {
  const [changing, setChanging] = useState(false);
  const { view, mine, host, ask } = room;
  const leave = () => ask({ type: "leave" }).then((ok) => ok && go("/"));
  const lock = () => ask({ type: "lock", locked: !view.locked });
  return html`<section class="panel table-box" aria-labelledby="table-box"><h2 id="table-box">${t("new.table")}</h2>
    <${OptionChips} game=${view.game} options=${view.options} table=${view.table} all />
    ${
      host &&
      html`<ul class="menu table-tools">
        <li><button type="button" class="button" aria-haspopup="dialog" onClick=${() => setChanging(true)}><${Icon} name="sliders" />${t("change.begin")}</button></li>
        <li><button type="button" class="button" aria-pressed=${Boolean(view.locked)} onClick=${lock}><${Icon} name=${view.locked ? "unlock" : "lock"} />${t(view.locked ? "wait.unlock" : "wait.lock")}</button></li>
      </ul>`
    }
    <${RoomLog} room=${room} />
    ${mine >= 0 && html`<p class="table-leave"><button type="button" class="button-quiet" onClick=${leave}><${Icon} name="exit" />${t("wait.leave")}</button></p>`}
    ${changing && html`<${ChangeDialog} room=${room} close=${() => setChanging(false)} />`}
  </section>`;
}
