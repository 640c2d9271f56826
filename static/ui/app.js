// What all pages share: the client, the address, who I am, which language.

import { get, post } from "#app/lib/api.js";
import { Client } from "#app/lib/client.js";
import { has, lang, t, use } from "#app/lib/i18n.js";
import { routeOf } from "#app/lib/routes.js";
import { toast } from "#app/ui/toast.js";
import { signal } from "#signals";

/**
 * @typedef {import("#app/lib/i18n.js").Lang} Lang
 * @typedef {import("#app/lib/i18n.js").Catalog} Catalog
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").GameInfo} GameInfo
 * @typedef {import("#app/types/app.d.ts").OptionSet} OptionSet
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {{id: string, name: string, lang?: string}} User
 */

const socketUrl = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export const client = new Client(socketUrl(), { storage: sessionStorage });
export const route = signal(routeOf(location.pathname));
export const hash = signal(location.hash);
/** The session's user; undefined until the server has told. */
export const me = signal(/** @type {User | null | undefined} */ (undefined));
/** What can be played, and the table's own options. */
export const catalogue = signal(/** @type {{games: GameInfo[], table: OptionSet} | null} */ (null));

// ---- address

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  moved();
  scrollTo(0, 0);
}

function moved() {
  route.value = routeOf(location.pathname);
  hash.value = location.hash;
}
addEventListener("popstate", moved);
addEventListener("hashchange", moved);

/** Follow a link of ours without loading the page again. @param {MouseEvent} event */
export function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
  if (!(link instanceof HTMLAnchorElement) || !plain || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

// ---- language

/** @type {Map<string, Promise<Catalog>>} */
const fetched = new Map();

/** @param {string} url @returns {Promise<Catalog>} */
function catalogAt(url) {
  const known = fetched.get(url) ?? fetch(url).then((response) => (response.ok ? response.json() : {}));
  fetched.set(url, known);
  return known;
}

/** @param {Lang} to @param {string[]} games */
const urls = (to, games) => [
  new URL(`../i18n/${to}.json`, import.meta.url).href,
  ...games.map((key) => new URL(`../games/${key}/i18n/${to}.json`, import.meta.url).href),
];

/** @type {Set<string>} */
const games = new Set();

/** Put a language in force, with the words of every game met so far. @param {Lang} to */
export async function speak(to) {
  const catalogs = await Promise.all(urls(to, [...games]).map(catalogAt));
  use(to, ...catalogs);
  document.documentElement.lang = to;
}

/** @param {Lang} to */
export async function chooseLang(to) {
  await speak(to);
  localStorage.setItem("lang", to);
  if (me.value) post("/session", { name: me.value.name, lang: to });
}

// ---- games

/** The words of some games, needed before their names can be shown. @param {string[]} keys */
export async function learnGames(keys) {
  const fresh = keys.filter((key) => !games.has(key));
  if (!fresh.length) return;
  for (const key of fresh) games.add(key);
  await speak(lang.value);
}

/** A game's own pages. @param {string} key @returns {Promise<GameClient>} */
export async function gameModule(key) {
  const [module] = await Promise.all([
    import(new URL(`../games/${key}/index.js`, import.meta.url).href),
    learnGames([key]),
  ]);
  await Promise.all(module.default.styles.map(addStyle));
  return module.default;
}

/** @type {Map<string, Promise<unknown>>} */
const styled = new Map();

/** A game is shown in its clothes, not before: where its cards lie is measured. @param {string} href */
function addStyle(href) {
  const known = styled.get(href) ?? new Promise((resolve) => wear(href, resolve));
  styled.set(href, known);
  return known;
}

/** @param {string} href @param {(event: unknown) => void} worn also where it could not be fetched */
function wear(href, worn) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.onload = worn;
  link.onerror = worn;
  document.head.append(link);
}

export async function loadCatalogue() {
  if (catalogue.value) return;
  const answer = await get("/games");
  if (!answer.ok) {
    tell(answer);
    return;
  }
  const found = /** @type {{games: GameInfo[], table: OptionSet}} */ (answer.data);
  await learnGames(found.games.map((game) => game.key));
  catalogue.value = found;
}

// ---- me

export async function whoAmI() {
  const answer = await get("/me");
  me.value = answer.ok ? /** @type {{user: User | null}} */ (answer.data).user : null;
}

/** Take a name (the first time: a session with it). @param {string} name @returns {Promise<Refusal | null>} */
export async function takeName(name) {
  const answer = await post("/session", { name, lang: lang.value });
  if (!answer.ok) return answer;
  const fresh = !me.value;
  me.value = /** @type {{user: User}} */ (answer.data).user;
  if (fresh) client.link.renew(); // the socket learns who we are when it opens
  return null;
}

// ---- refusals

/** The sentence for a code. @param {Refusal} refusal */
export function sentence({ code, params }) {
  return has(`error.${code}`) ? t(`error.${code}`, params) : t("error.unknown", { code });
}

/** @param {Refusal} refusal @param {string} [about] a name by which it can be recalled */
export function tell(refusal, about) {
  const incident = refusal.params?.incident;
  const detail = incident !== undefined && { detail: `${refusal.code} ${incident}` };
  toast(sentence(refusal), { tone: "error", ...detail, ...(about && { about }) });
}
