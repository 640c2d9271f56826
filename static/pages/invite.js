// Bringing others to the table: the table's link, and the link to a seat that is kept for somebody.

import { publicOrigin } from "#app/lib/address.js";
import { get } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { linkTo } from "#app/lib/routes.js";
import { tell } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { LinkBox } from "#app/ui/linkbox.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/pages/room.js").Room} Room */

/** Where others reach this server. */
function useOrigin() {
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    publicOrigin().then(setOrigin);
  }, []);
  return origin;
}

/** @param {{room: Room}} props */
export function Invite({ room }) {
  const origin = useOrigin();
  const { channel, view, host } = room;
  const invite = channel.invite.value || channel.key;
  // whoever came by the link to one seat has nothing to pass on
  if (
    view.table.access === "private" &&
    !channel.invite.value &&
    !host &&
    sessionStorage.getItem(`seat.${channel.table}`)
  )
    return null;
  return html`<section class="panel invite" aria-labelledby="invite-title"><h2 id="invite-title">${t("wait.bring")}</h2>
    <${LinkBox} id="invite" label=${t(view.table.access === "private" ? "wait.invite_private" : "wait.invite")} link=${linkTo(origin, channel.table, invite)} name=${t(`game.${view.game}`)} /></section>`;
}

/** The link to a kept seat, for the host to send. @param {{room: Room, seat: number, name: string, close: () => void}} props */
export function SeatLinkDialog({ room, seat, name, close }) {
  const origin = useOrigin();
  const { table } = room.channel;
  const [key, setKey] = useState("");
  useEffect(() => {
    get(`/tables/${encodeURIComponent(table)}/invites`).then((answer) => {
      if (answer.ok) setKey(/** @type {{seats: Record<string, string>}} */ (answer.data).seats[seat] ?? "");
      else tell(answer);
    });
  }, [table, seat, name]);
  return html`<${Dialog} title=${t("reserve.title", { name })} close=${close}>
    <p>${t("reserve.text", { name })}</p>
    ${key ? html`<${LinkBox} id="seat-link" label=${t("reserve.link", { name })} link=${linkTo(origin, table, key, seat)} name=${t(`game.${room.view.game}`)} />` : html`<p class="quiet">${t("table.loading")}</p>`}
  </${Dialog}>`;
}
