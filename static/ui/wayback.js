// The bar that leads back to my table from everywhere else: which game, whose turn, one tap.

import { t } from "#app/lib/i18n.js";
import { me } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { useMine, useStandings } from "#app/ui/mine.js";
import { useEffect } from "#hooks";

/**
 * @param {{but?: string, pressing?: boolean}} props `but`: the table whose own page this is; `pressing`: only when it is
 * my turn elsewhere
 */
export function WayBack({ but = "", pressing = false }) {
  useMine();
  const all = useStandings(but);
  const first = all[0];
  const turn = first?.key === "mine.turn" ? first.listing.id : "";
  useEffect(() => {
    if (first && turn) announce(t("mine.say", { game: t(`game.${first.listing.game}`), state: t(first.key) }));
  }, [turn]);
  if (!first || !me.value || (pressing && !turn)) return null;
  const { listing, vars } = first;
  const key = but && turn ? "mine.turn_elsewhere" : first.key; // beside a table it could be taken for that one's
  return html`<a class=${cls("return-bar", turn && "return-turn")} href=${`/t/${encodeURIComponent(listing.id)}`} aria-label=${t("mine.link", { game: t(`game.${listing.game}`), state: t(key, vars) })}>
    <${Icon} name=${turn ? "bell" : "table"} />
    <strong class="return-game">${t(`game.${listing.game}`)}</strong>
    <span class="return-state">${t(key, vars)}</span>
    ${all.length > 1 && html`<span class="return-more wide-text">${t("mine.more", { n: all.length - 1 })}</span>`}
    <span class="return-go"><span class="wide-only">${t("mine.return")}</span><span class="narrow-only">${t("mine.short")}</span><${Icon} name="forth" /></span>
  </a>`;
}
