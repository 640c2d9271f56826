// What is set in this browser, and the document that follows it.

import { Preferences } from "#app/lib/prefs.js";
import { effect } from "#signals";

/** @returns {Pick<Storage, "getItem" | "setItem">} the browser's, where it lets us */
export function storage() {
  try {
    return globalThis.localStorage ?? { getItem: () => null, setItem: () => undefined };
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

export const prefs = new Preferences(storage());

const MEDIA = { auto: "(prefers-color-scheme: dark)", light: "not all", dark: "all" };

/** The browser's own bar in the colour of the page. @param {"auto" | "light" | "dark"} theme */
function tint(theme) {
  const [day, night] = document.querySelectorAll("meta[name=theme-color]");
  day?.setAttribute(
    "media",
    theme === "auto" ? "(prefers-color-scheme: light)" : theme === "light" ? "all" : "not all",
  );
  night?.setAttribute("media", MEDIA[theme]);
}

/** Theme, pack and letters are the style sheets' to show. */
export function followPrefs() {
  effect(() => {
    const { theme, pack, letters } = prefs.value;
    const root = document.documentElement;
    root.dataset.pack = pack;
    root.dataset.letters = letters ? "on" : "off";
    tint(theme);
    root.style.colorScheme = theme === "auto" ? "light dark" : theme;
    const dark = document.querySelector("link[data-dark]");
    if (dark instanceof HTMLLinkElement && dark.media !== MEDIA[theme]) dark.media = MEDIA[theme];
  });
}

/** The order of the hand in a game: as set, or the game's first. @param {string} game @param {readonly string[]} sorts */
export const sortOf = (game, sorts) => {
  const wanted = prefs.value.sorts[game] ?? "";
  return sorts.includes(wanted) ? wanted : (sorts[0] ?? "");
};

/** @param {string} game @param {string} sort */
export const setSort = (game, sort) => prefs.set({ sorts: { ...prefs.value.sorts, [game]: sort } });
