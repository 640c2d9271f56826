// The bar that leads back to my table from everywhere else: which game, whose turn, one tap.

import { t } from "#app/lib/i18n.js";
import { standing } from "#app/lib/mine.js";
import { me } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { playerName } from "#app/ui/listing.js";
import { announce } from "#app/ui/live.js";
import { mine, useFollowed, useMine } from "#app/ui/mine.js";
import { useEffect } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Listing} Listing */

/**
 * How each of my tables stands, the most urgent first.
 * @param {string} but the table whose page this is @param {ReturnType<typeof useFollowed>} channels
 */
function standings(but, channels) {
  const user = me.value?.id ?? "";
  return mine.value
    .filter(({ id }) => id !== but)
    .map((listing) => {
      const channel = channels.get(listing.id);
      const view = channel?.public.value ?? listing;
      /** @type {Array<import("#app/types/app.d.ts").SeatView | import("#app/types/app.d.ts").ListedSeat>} */
      const seats = Object.values(view.seats);
      const nameOf = (/** @type {number} */ seat) => {
        const held = seats[seat];
        return held ? playerName(held, seat) : "";
      };
      return { listing, ...standing(view, user, nameOf) };
    })
    .filter(({ urgency }) => urgency > 0)
    .sort((a, b) => b.urgency - a.urgency || b.listing.opened - a.listing.opened);
}

/**
 * @param {{but?: string, pressing?: boolean}} props `but`: the table whose own page this is; `pressing`: only when it is
 * my turn elsewhere
 */
export function WayBack({ but = "", pressing = false }) {
  useMine();
  const channels = useFollowed(but);
  const all = standings(but, channels);
  const first = all[0];
  const turn = first?.key === "mine.turn" ? first.listing.id : "";
  useEffect(() => {
    if (first && turn) announce(t("mine.say", { game: t(`game.${first.listing.game}`), state: t(first.key) }));
  }, [turn]);
  if (!first || !me.value || (pressing && !turn)) return null;
  const { listing, key, vars } = first;
  return html`<a class=${cls("return-bar", turn && "return-turn")} href=${`/t/${encodeURIComponent(listing.id)}`} aria-label=${t("mine.link", { game: t(`game.${listing.game}`), state: t(key, vars) })}>
    <${Icon} name=${turn ? "bell" : "table"} />
    <strong class="return-game">${t(`game.${listing.game}`)}</strong>
    <span class="return-state">${t(key, vars)}</span>
    ${all.length > 1 && html`<span class="return-more wide-text">${t("mine.more", { n: all.length - 1 })}</span>`}
    <span class="return-go"><span class="wide-only">${t("mine.return")}</span><span class="narrow-only">${t("mine.short")}</span><${Icon} name="forth" /></span>
  </a>`;
}
