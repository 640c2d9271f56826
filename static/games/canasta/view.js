// The game's view (app/games/canasta/view.py) as the components want it. Wire: chairs 0.. clockwise, "TH9DJK" for cards.

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {{rank: string, cards: string[]}} Group as a command has it: a new meld of the rank, or an addition to it
 * @typedef {{state: "pending" | "yes" | "no" | "lapsed", yes?: Record<string, boolean>}} Asked
 * @typedef {{natural: number, mixed: number, out: number, concealed: number, red3: number, melded: number, hand: number, penalty: number, total: number}} SheetLine
 * @typedef {object} Game the public view of Canasta
 * @property {string} mode
 * @property {Record<string, number>} chairs the chair of each seat; who sits out has none
 * @property {Record<string, number>} sides the side of each chair
 * @property {"new" | "draw" | "ask" | "play" | "between" | "over"} phase
 * @property {number} turns of this deal so far
 * @property {number} acts what has happened in this turn
 * @property {number} deal
 * @property {number} dealer
 * @property {number} [turn]
 * @property {Record<string, number>} counts
 * @property {number} stock
 * @property {number} pile
 * @property {string} [top]
 * @property {string} [frozen]
 * @property {string} [cards] the whole pile, bottom first, where all may see it
 * @property {Record<string, Record<string, string>>} melds
 * @property {Record<string, Record<string, number>>} by
 * @property {Record<string, string>} threes
 * @property {Record<string, number>} minimum
 * @property {Record<string, number>} scores
 * @property {Record<string, number>} values
 * @property {{natural: number, mixed: number}} bonus
 * @property {number} req
 * @property {Asked} [asked]
 * @property {boolean} [last_chance]
 * @property {{chair: number, concealed: boolean}} [out]
 * @property {string} [ended]
 * @property {Record<string, string>} [hands] by seat: those that the last deal has left, until somebody acts in the next
 * @property {Record<string, Record<string, SheetLine>>} sheet
 * @property {Record<string, number>} [rounded] totals to hundreds, once the game is over
 * @property {Record<string, string>} [drawn]
 * @property {number} [lone]
 * @typedef {{with?: string, melds?: Group[], code?: string, params?: Record<string, string | number | boolean>}} Taking
 * @typedef {{melds: Group[], threes?: string, discard?: string}} Plan
 * @typedef {object} Own the private view
 * @property {Record<string, number>} [hand]
 * @property {Record<string, number[]>} [lay] least naturals, least cards, most wilds of a group: `new`, `add`ed to a meld without wild cards, by rank to others, `3` of black threes
 * @property {number} [need]
 * @property {string} [may]
 * @property {Taking} [take]
 * @property {boolean} [must]
 * @property {Plan} [out]
 * @property {string} [pile]
 * @typedef {{rank: string, cards: string[], naturals: number, wilds: number, canasta: "" | "natural" | "mixed"}} Meld
 */

/** The ranks that make melds, as their columns lie. */
export const RANKS = "456789TJQKA";
export const CANASTA = 7;

/** @param {PublicView} view @returns {Game} */
export const gameOf = (view) => /** @type {Game} */ (view.g);

/** The private view; limits written out for every rank that the side has melded. @param {Sitting} sitting @returns {Own} */
export function ownOf(sitting) {
  const own = /** @type {Own} */ (sitting.private);
  const { add } = own.lay ?? {};
  if (!add) return own;
  const g = gameOf(sitting.public);
  const melds = g.melds[g.sides[chairOf(g, sitting.seat)] ?? 0] ?? {};
  return { ...own, lay: { ...Object.fromEntries(Object.keys(melds).map((rank) => [rank, add])), ...own.lay } };
}

/** @param {string | undefined} text "TH9D" @returns {string[]} */
export const cardsOf = (text) => text?.match(/../g) ?? [];

/** @param {string} card */
export const isWild = (card) => card === "JK" || card.charAt(0) === "2";

/** @param {string} card */
export const isRedThree = (card) => card === "3H" || card === "3D";

/** What a card counts as: its rank, "JK" for a joker. @param {string} card */
export const valueRank = (card) => (card === "JK" ? card : card.charAt(0));

/** @param {Game} g */
export const chairsOf = (g) =>
  Object.keys(g.sides)
    .map(Number)
    .sort((a, b) => a - b);

/** The chair of a seat, -1 for one who sits out. @param {Game} g @param {number} seat */
export const chairOf = (g, seat) => g.chairs[seat] ?? -1;

/** @param {Game} g @param {number} chair */
export const seatOf = (g, chair) => Number(Object.keys(g.chairs).find((seat) => g.chairs[seat] === chair) ?? 0);

/** What a deal has left, by seat, while it is the last: in the next one hands beside new counts would be read as held now. @param {Game} g */
export const handsLeft = (g) => (g.phase === "between" || g.phase === "over" ? g.hands : undefined);

/** The chairs of a side. @param {Game} g @param {number} side */
export const membersOf = (g, side) => chairsOf(g).filter((chair) => g.sides[chair] === side);

/** Sides, the viewer's first, then as their players follow him. @param {Game} g @param {number} mine chair, -1 for none @returns {number[]} */
export function sidesOf(g, mine) {
  return [...new Set(ringOf(g, mine).map((chair) => g.sides[chair] ?? 0))];
}

/** The chairs clockwise, the viewer's first. @param {Game} g @param {number} mine */
export function ringOf(g, mine) {
  const all = chairsOf(g);
  const at = Math.max(0, all.indexOf(mine));
  return [...all.slice(at), ...all.slice(0, at)];
}

/** Whether two chairs play together, and are not one. @param {Game} g @param {number} a @param {number} b */
export const partners = (g, a, b) => a !== b && g.sides[a] !== undefined && g.sides[a] === g.sides[b];

/** A letter for each side where they are more than two, or three to a side. @param {Game} g @param {number} side */
export const sideLetter = (g, side) =>
  chairsOf(g).length > 4 || new Set(Object.values(g.sides)).size > 2 ? ("ABCDEF".charAt(side) ?? "") : "";

/** @param {string} rank @param {string | undefined} text @returns {Meld} */
export function meldOf(rank, text) {
  const cards = cardsOf(text);
  const wilds = cards.filter(isWild).length;
  const full = cards.length >= CANASTA;
  return { rank, cards, wilds, naturals: cards.length - wilds, canasta: full ? (wilds ? "mixed" : "natural") : "" };
}

/** The melds of a side in the order of their columns; black threes last. @param {Game} g @param {number} side @returns {Meld[]} */
export const meldsOf = (g, side) =>
  [...RANKS, "3"].flatMap((rank) => {
    const text = g.melds[side]?.[rank];
    return text ? [meldOf(rank, text)] : [];
  });

/** How many canastas of each kind a side has. @param {Game} g @param {number} side */
export function canastasOf(g, side) {
  const kinds = meldsOf(g, side).map((meld) => meld.canasta);
  return {
    natural: kinds.filter((kind) => kind === "natural").length,
    mixed: kinds.filter((kind) => kind === "mixed").length,
  };
}

/** What the viewer may do now. @param {Sitting} sitting @returns {string[]} */
export const mayOf = (sitting) =>
  sitting.mine && sitting.live && !sitting.public.paused ? (ownOf(sitting).may ?? "").split(" ").filter(Boolean) : [];

/** Whether it is the viewer's turn. @param {Sitting} sitting */
export function onTurn(sitting) {
  const g = gameOf(sitting.public);
  return sitting.mine && g.turn !== undefined && g.turn === chairOf(g, sitting.seat);
}

/** The points of cards, by the table of values. @param {Game} g @param {string[]} cards */
export const pointsOf = (g, cards) => cards.reduce((sum, card) => sum + (g.values[valueRank(card)] ?? 0), 0);
