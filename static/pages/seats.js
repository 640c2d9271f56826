// The seats of the waiting room: a table seen from above, or a list where there is no room for one. A tap takes a free
// seat; one's own may be dragged there as well.

import { listText, t } from "#app/lib/i18n.js";
import { aroundMe, partnersOf, spot } from "#app/lib/room.js";
import { useDrag } from "#app/ui/drag.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { seatName } from "#app/ui/listing.js";

/**
 * @typedef {import("#app/pages/room.js").Room} Room
 * @typedef {import("#app/types/app.d.ts").Person} Person
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 */

/** What the log tells only of somebody who was here. */
const CAME = ["ready", "gone", "came"];

/** With whom a seat plays, in words. @param {Room} room @param {number} seat */
function partnerText({ arrangement, view }, seat) {
  const others = partnersOf(arrangement, seat);
  const [other] = others;
  if (other === undefined) return "";
  const held = view.seats[other];
  if (others.length === 1 && held?.kind !== "person") return t("seat.with_seat", { n: other + 1 });
  const names = others.map((at) => {
    const own = view.seats[at];
    return own?.kind === "person" ? own.name : t("seat.n", { n: at + 1 });
  });
  return t("seat.with", { name: listText(names) });
}

/** Whether this visitor may try to sit there. @param {Room} room @param {number} seat @param {SeatView} held */
function mayTake({ view, host, kept }, seat, held) {
  if (held.kind !== "open") return false;
  if (held.reserved) return kept === seat;
  return !view.locked || host;
}

/** What a free seat says. @param {Room} room @param {number} seat @param {SeatView} held @param {boolean} may */
function openText(room, seat, held, may) {
  if (held.kind === "open" && held.reserved) {
    return room.kept === seat ? t("seat.for_you", { name: held.reserved }) : seatName(held);
  }
  if (!may) return t("seat.open");
  return room.mine < 0 ? t("wait.sit") : t("wait.move");
}

/** Who was given a seat, as after a game, and has not come to it yet is not lost. @param {Room} room @param {number} seat @param {Person} person */
const hasCome = ({ channel }, seat, { user, ready, gone }) =>
  Boolean(ready || gone) ||
  channel.met.has(user) ||
  channel.log.value.some(([kind, at]) => CAME.includes(kind) && Number(at) === seat);

/** @param {{room: Room, seat: number, held: SeatView}} props */
function Tags({ room, seat, held }) {
  if (held.kind === "open") return null;
  const person = held.kind === "person" ? held : null;
  const away = person && (person.gone || !room.channel.here.value.includes(person.user));
  const ready = held.kind === "bot" || person?.ready;
  return html`<span class="seat-notes">
    ${person?.user === room.view.host && html`<span class="tag"><${Icon} name="crown" />${t("seat.host")}</span>`}
    ${away && html`<span class="tag tag-warn">${t(hasCome(room, seat, person) ? "seat.away" : "seat.not_yet")}</span>`}
    ${ready && html`<span class="tag tag-good"><${Icon} name="check" />${t("seat.ready")}</span>`}
  </span>`;
}

/** @param {{room: Room, seat: number, held: SeatView, text: string}} props */
function Inside({ room, seat, held, text }) {
  const icon = held.kind === "bot" ? "bot" : held.kind === "person" ? "person" : held.reserved ? "lock" : "plus";
  const partner = partnerText(room, seat);
  return html`<span class="seat-face"><${Icon} name=${icon} /></span>
    <span class="seat-text"><strong class="seat-name">${text}</strong>
      <small>${t(seat === room.mine ? "seat.n_you" : "seat.n", { n: seat + 1 })}</small>
      ${partner && html`<small class="seat-partner"><${Icon} name="link" />${partner}</small>`}</span>
    <${Tags} room=${room} seat=${seat} held=${held} />`;
}

/** Whether the host can do anything about a seat. @param {Room} room @param {number} seat */
const hasMenu = ({ host, mine }, seat) => host && seat !== mine;

/** @param {{room: Room, seat: number, held: SeatView, drag: ReturnType<typeof useDrag>, menu: (seat: number) => void}} props */
function Seat({ room, seat, held, drag, menu }) {
  const may = mayTake(room, seat, held);
  const text = held.kind === "open" ? openText(room, seat, held, may) : seatName(held);
  const ready = held.kind === "bot" || (held.kind === "person" && held.ready);
  const side = room.arrangement.sides.findIndex((members) => members.includes(seat));
  const own = seat === room.mine;
  const order = aroundMe(room.arrangement.ring, room.mine);
  const { x, y } = spot(order.indexOf(seat), order.length);
  const inside = html`<${Inside} room=${room} seat=${seat} held=${held} text=${text} />`;
  const look = cls(
    "seat",
    `seat-${held.kind}`,
    own && "seat-mine",
    ready && "seat-ready",
    room.kept === seat && "seat-kept",
    side >= 0 && `seat-side-${side}`,
    own && drag.moving && "seat-moving",
    drag.over === seat && "seat-over",
  );
  return html`<li class=${look} data-seat=${seat} style=${{ "--x": `${x}%`, "--y": `${y}%`, ...(own && drag.style) }} ...${own ? drag.handlers : {}}>
    ${
      may
        ? html`<button type="button" class="seat-body" aria-label=${t("seat.take", { seat: t("seat.n", { n: seat + 1 }), what: text })} onClick=${() => room.ask({ type: "sit", seat })}>${inside}</button>`
        : html`<div class="seat-body">${inside}</div>`
    }
    ${hasMenu(room, seat) && html`<button type="button" class="button-plain seat-more" aria-haspopup="dialog" aria-label=${t("seat.more", { seat: t("seat.n", { n: seat + 1 }), name: seatName(held) })} onClick=${() => menu(seat)}><${Icon} name="more" /></button>`}
  </li>`;
}

/** @param {{room: Room, menu: (seat: number) => void, children?: import("#app/ui/html.js").Children}} props `children`: in the middle of the table */
export function Seats({ room, menu, children }) {
  const { view, mine, ask } = room;
  const drag = useDrag({
    accepts: (seat) => {
      const held = view.seats[seat];
      return Boolean(held) && mayTake(room, seat, /** @type {SeatView} */ (held));
    },
    drop: (seat) => ask({ type: "sit", seat }),
  });
  const free = Object.entries(view.seats).some(([i, held]) => mayTake(room, Number(i), held));
  return html`<div class=${`room-table room-table-${Object.keys(view.seats).length}`}>
    <div class="room-felt">${children}</div>
    <ul class="seats" aria-label=${t("wait.seats")}>
      ${Object.entries(view.seats).map(([i, held]) => html`<${Seat} key=${i} room=${room} seat=${Number(i)} held=${held} drag=${drag} menu=${menu} />`)}
    </ul>
  </div>
  ${mine >= 0 && free && html`<p class="quiet room-hint">${t("wait.move_hint")}</p>`}`;
}
