// The waiting room: seats to choose, bots to add, readiness, the link to bring others.

import { t } from "#app/lib/i18n.js";
import { linkTo } from "#app/lib/routes.js";
import { catalogue, client, go, me, tell } from "#app/ui/app.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { OptionChips, seatName } from "#app/ui/listing.js";
import { NameDialog } from "#app/ui/name.js";
import { Rich } from "#app/ui/rich.js";
import { Page } from "#app/ui/shell.js";
import { copy, toast } from "#app/ui/toast.js";
import { useEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {{view: PublicView, mine: number, host: boolean, levels: string[], here: string[], ask: (cmd: GameCommand) => Promise<boolean>}} Room
 */

/** @param {{room: Room, seat: number, held: SeatView}} props */
function SeatActions({ room, seat, held }) {
  const { host, ask, levels, mine } = room;
  if (held.kind === "open") {
    return html`<button type="button" class=${mine < 0 ? "button-main" : "button"} onClick=${() => ask({ type: "sit", seat })}>${mine < 0 ? t("wait.sit") : t("wait.move")}</button>
      ${host && levels.map((level) => html`<button key=${level} type="button" class="button" onClick=${() => ask({ type: "bot.add", seat, level })}><${Icon} name="bot" />${levels.length > 1 ? t("wait.add_bot_level", { level: t(`level.${level}`) }) : t("wait.add_bot")}</button>`)}`;
  }
  if (held.kind === "bot" && host) {
    return html`<button type="button" class="button" onClick=${() => ask({ type: "bot.remove", seat })}>${t("wait.remove_bot")}</button>`;
  }
  return null;
}

/** @param {{room: Room, seat: number, held: SeatView}} props */
function Seat({ room, seat, held }) {
  const person = held.kind === "person" ? held : null;
  const ready = held.kind === "bot" || person?.ready;
  const away = person && !room.here.includes(person.user);
  return html`<li class=${cls("seat", `seat-${held.kind}`, seat === room.mine && "seat-mine", ready && "seat-ready")}>
    <span class="seat-number">${t("seat.n", { n: seat + 1 })}</span>
    <span class="seat-face"><${Icon} name=${held.kind === "bot" ? "bot" : person ? "person" : "plus"} /></span>
    <strong class="seat-name">${seatName(held)}${seat === room.mine && html` <span class="quiet">${t("seat.you")}</span>`}</strong>
    <span class="seat-notes">
      ${person?.user === room.view.host && html`<span class="tag"><${Icon} name="crown" />${t("seat.host")}</span>`}
      ${ready && html`<span class="tag tag-good"><${Icon} name="check" />${t("seat.ready")}</span>`}
      ${away && html`<span class="tag tag-warn">${t("seat.away")}</span>`}
    </span>
    <span class="seat-actions"><${SeatActions} room=${room} seat=${seat} held=${held} /></span>
  </li>`;
}

/** What the host waits for, or nothing. @param {PublicView} view @param {number} mine */
function missing(view, mine) {
  const seats = Object.entries(view.seats);
  const open = seats.filter(([, seat]) => seat.kind === "open").length;
  if (open) return t("wait.seats_open", { n: open });
  const waited = seats.filter(([i, seat]) => seat.kind === "person" && !seat.ready && Number(i) !== mine).length;
  return waited ? t("wait.not_ready", { n: waited }) : "";
}

/** @param {{room: Room}} props */
function Controls({ room }) {
  const { view, mine, host, ask, levels } = room;
  const own = mine < 0 ? null : view.seats[mine];
  const ready = own?.kind === "person" && Boolean(own.ready);
  const lack = missing(view, mine);
  const open = Object.entries(view.seats).filter(([, seat]) => seat.kind === "open");
  const level = levels.at(-1);
  const start = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const fill = async () => {
    for (const [seat] of open) if (!(await ask({ type: "bot.add", seat: Number(seat), level }))) return;
    start.current?.focus(); // the button that was pressed has gone
  };
  if (!own) return html`<p class="quiet">${t("wait.watching")}</p>`;
  return html`<div class="wait-controls">
    ${
      host
        ? html`${open.length > 0 && level && html`<button type="button" class="button button-big" onClick=${fill}><${Icon} name="bot" />${t("wait.fill")}</button>`}
          <button ref=${start} type="button" class="button-main button-big" aria-disabled=${lack ? "true" : "false"} aria-describedby="wait-lack"
            onClick=${() => (lack ? toast(lack) : ask({ type: "start" }))}><${Icon} name="play" />${t("wait.start")}</button>`
        : html`<button type="button" class=${cls("button-big", ready ? "button" : "button-main")} aria-pressed=${ready} onClick=${() => ask({ type: "ready", ready: !ready })}>
            <${Icon} name="check" />${ready ? t("wait.unready") : t("wait.ready")}</button>`
    }
    <p id="wait-lack" class="quiet">${host ? lack || t("wait.can_start") : ready ? t("wait.for_host") : t("wait.say_ready")}</p>
  </div>`;
}

/** @param {{channel: Channel}} props */
function Invite({ channel }) {
  const [copied, setCopied] = useState(false);
  const invite = channel.invite.value || channel.key;
  const link = linkTo(location.origin, channel.table, invite);
  const press = async () => {
    if (await copy(link)) {
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } else {
      /** @type {HTMLInputElement | null} */ (document.querySelector("#invite"))?.select();
      toast(t("wait.copy_by_hand"));
    }
  };
  return html`<section class="panel invite">
    <label for="invite">${invite ? t("wait.invite_private") : t("wait.invite")}</label>
    <div class="name-row">
      <input id="invite" type="text" readonly value=${link} onFocus=${(/** @type {FocusEvent} */ e) => /** @type {HTMLInputElement} */ (e.target).select()} />
      <button type="button" class="button" onClick=${press}><${Icon} name=${copied ? "check" : "copy"} />${copied ? t("wait.copied") : t("wait.copy")}</button>
    </div>
  </section>`;
}

/** @param {{channel: Channel, game: GameClient}} props */
export function WaitingRoom({ channel, game }) {
  const [naming, setNaming] = useState(/** @type {GameCommand | null} */ (null));
  const view = /** @type {PublicView} */ (channel.public.value);
  const mine = channel.private.value.seat ?? -1;
  const levels = catalogue.value?.games.find((g) => g.key === view.game)?.levels ?? [];
  const title = t(`game.${view.game}`);
  useEffect(() => {
    document.title = t("ui.title", { page: title });
  }, [title]);
  /** @param {GameCommand} cmd */
  const ask = async (cmd) => {
    if (!me.value) {
      setNaming(cmd);
      return false;
    }
    const answer = await client.do(channel.table, cmd);
    if (!answer.ok) tell(answer);
    return answer.ok;
  };
  const host = Boolean(me.value) && view.host === me.value?.id;
  const room = { view, mine, host, levels, here: channel.here.value, ask };
  const seating = game.seating(view.options);
  const leave = () => ask({ type: "leave" }).then((ok) => ok && go("/"));
  return html`<${Page} narrow>
    <${ConnectionBar} current=${channel.standing.value === "current"} />
    <div class="wait-head"><h1>${title}</h1><${OptionChips} game=${view.game} options=${view.options} table=${view.table} /></div>
    <ul class="seats">${Object.entries(view.seats).map(([i, held]) => html`<${Seat} key=${i} room=${room} seat=${Number(i)} held=${held} />`)}</ul>
    ${seating && html`<p class="quiet seating"><${Rich} line=${seating} /></p>`}
    <${Controls} room=${room} />
    <${Invite} channel=${channel} />
    ${mine >= 0 && html`<p><button type="button" class="button-quiet" onClick=${leave}><${Icon} name="exit" />${t("wait.leave")}</button></p>`}
    ${naming && html`<${NameDialog} close=${() => setNaming(null)} then=${() => ask(naming)} />`}
  </${Page}>`;
}
