// The game's view (app/games/calypso/view.py) as the components want it. Wire: chairs 0.. clockwise, "TH9D" for cards.

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {{done: number, row: number, pile: number, points: number, penalty?: number}} ScoreLine
 * @typedef {{cards: Record<string, string>, order: string, picks: Record<string, [number, string]>, open?: Record<string, string>}} Draw
 *   the ceremony, by seat; `open`: suits by chair that the seat whose turn it is may choose
 * @typedef {{round: number, hand: number, trick: number, by: number, offender: number, upheld: boolean, led?: string, card?: string, proof?: string}} ClaimView
 * @typedef {object} Game the public view of Calypso
 * @property {string} variant
 * @property {Record<string, number>} chairs the chair of each seat
 * @property {string} trumps by chair
 * @property {"new" | "draw" | "play" | "gather" | "between" | "over"} phase
 * @property {number} round
 * @property {number} hand
 * @property {number} no tricks finished in this hand
 * @property {number} dealer
 * @property {number} leader who led the trick on the table; a finished one lies there until the next card
 * @property {string} trick
 * @property {Record<string, string>} rows
 * @property {Record<string, number>} done
 * @property {Record<string, number | boolean>} piles
 * @property {number} left
 * @property {Record<string, number>} scores
 * @property {Record<string, Record<string, ScoreLine>>} sheet
 * @property {[number, string]} [win]
 * @property {Record<string, string>} [renounced]
 * @property {[number, string, number, string]} [last] leader, cards, winner, why
 * @property {Draw} [draw]
 * @property {Record<string, ClaimView>} [claims] where revokes can be claimed: all claims of the game
 * @property {Record<string, number>} [penalties] and what each chair is charged for in this round
 */

export const SUITS = "SHDC";
export const ROW_RANKS = "23456789TJQKA";
/** Where the chairs are on the screen, from the viewer's clockwise, by their number. @type {Record<number, readonly string[]>} */
const PLACES = { 3: ["south", "west", "east"], 4: ["south", "west", "north", "east"] };
const BONUS = [500, 750, 1000, 1000];
export const ROW_POINTS = 20;
export const PILE_POINTS = 10;

/** @param {PublicView} view @returns {Game} */
export const gameOf = (view) => /** @type {Game} */ (view.g);

/** @param {string} text "TH9D" @returns {string[]} */
export const cardsOf = (text) => text.match(/../g) ?? [];

/** @param {Game} g */
export const chairCount = (g) => Object.keys(g.chairs).length;

/** @param {Game} g @param {number} seat */
export const chairOf = (g, seat) => g.chairs[seat] ?? 0;

/** @param {Game} g @param {number} chair */
export const seatOf = (g, chair) => Number(Object.keys(g.chairs).find((seat) => g.chairs[seat] === chair) ?? 0);

/** Hands in a round: the pack has one for each chair to deal. @param {Game} g */
export const handsOf = chairCount;

/** The suit that belongs to nobody and is not in the pack, "" if all are. @param {Game} g */
export const absentSuit = (g) =>
  g.trumps.length === 3 ? ([...SUITS].find((suit) => !g.trumps.includes(suit)) ?? "") : "";

/** Whether everybody plays for oneself. @param {Game} g */
export const isSolo = (g) => g.variant !== "partnership";

/** The other chair of a side; -1 where everybody plays for himself. @param {Game} g @param {number} chair */
export const partnerOf = (g, chair) => (isSolo(g) ? -1 : (chair + 2) % 4);

/** The sides as chairs, the viewer's first. @param {Game} g @param {number} mine */
export function sidesOf(g, mine) {
  const n = chairCount(g);
  const order = Array.from({ length: n }, (_, i) => (mine + i) % n);
  if (isSolo(g)) return order.map((chair) => [chair]);
  return [
    [mine, (mine + 2) % 4],
    [(mine + 1) % 4, (mine + 3) % 4],
  ];
}

/** Where a chair is on the screen: the viewer sits south, the next clockwise is west. @param {Game} g @param {number} chair @param {number} mine */
export const placeOf = (g, chair, mine) =>
  PLACES[chairCount(g)]?.[(chair - mine + chairCount(g)) % chairCount(g)] ?? "south";

/** The cards of a trick with who played them. @param {Game} g @param {string} cards @param {number} leader */
export const played = (g, cards, leader) =>
  cardsOf(cards).map((card, i) => ({ card, chair: (leader + i) % chairCount(g) }));

/** @param {Game} g */
export const trickDone = (g) => g.trick.length === 2 * chairCount(g);

/** Whether the trick on the table is complete and does not lie there to be taken back from. @param {Game} g */
export const gathered = (g) => trickDone(g) && g.phase !== "gather";

/** The suit that has to be followed, "" for a lead. @param {Game} g */
export const suitLed = (g) => (g.trick && !trickDone(g) ? g.trick.charAt(1) : "");

/** The chair that has to play, -1 if none. @param {Game} g */
export function toPlay(g) {
  if (g.phase !== "play") return -1;
  if (trickDone(g)) return g.win?.[0] ?? g.leader;
  return (g.leader + g.trick.length / 2) % chairCount(g);
}

/** @param {string} card @param {string} legal suits, or "any" */
export const isLegal = (card, legal) => legal === "any" || legal.includes(card.charAt(1));

/**
 * The suit in which one may trump although one could follow (R2.10); "" if there is none, or none of it in the hand.
 * @param {Sitting} sitting
 */
export function freeTrump({ public: view, private: { legal, hand } }) {
  const led = suitLed(gameOf(view));
  const other = typeof legal === "string" && legal !== "any" ? [...legal].find((suit) => suit !== led) : undefined;
  return other && Object.keys(/** @type {object} */ (hand ?? {})).some((card) => card.charAt(1) === other) ? other : "";
}

/** Whether one who can follow may trump all the same. @param {import("#app/types/app.d.ts").Options} options */
export const ruffsFreely = ({ ruleset }) => ruleset === "all_fours";

/** Whether a trump led has to be beaten by rank. @param {import("#app/types/app.d.ts").Options} options */
export const leadHolds = (options) => ruffsFreely(options) || options.trump_lead_rule === "beat_leader";

/** Points for so many calypsos in a round. @param {number} done */
export const bonusOf = (done) => BONUS.slice(0, done).reduce((sum, points) => sum + points, 0);

/** The steps of that sum. @param {number} done */
export const bonusSteps = (done) => BONUS.slice(0, done);

/**
 * The line of a chair in the round that is being played. Without pile counts the points are not known.
 * @param {Game} g @param {number} chair @returns {ScoreLine & {known: boolean}}
 */
export function running(g, chair) {
  const [done, row, pile] = [g.done[chair] ?? 0, (g.rows[chair] ?? "").length, g.piles[chair] ?? 0];
  const known = typeof pile === "number";
  const counted = known ? pile : 0;
  const penalty = g.penalties?.[chair] ?? 0;
  const points = bonusOf(done) + ROW_POINTS * row + PILE_POINTS * counted - penalty;
  return { done, row, pile: counted, known, points, penalty };
}

/** The rounds so far, finished or not, with their lines. @param {Game} g */
export function rounds(g) {
  const finished = Object.entries(g.sheet).map(([round, lines]) => ({
    round: Number(round),
    finished: true,
    line: (/** @type {number} */ chair) => ({ .../** @type {ScoreLine} */ (lines[chair]), known: true }),
  }));
  if (g.sheet[g.round]) return finished;
  return [...finished, { round: g.round, finished: false, line: (/** @type {number} */ chair) => running(g, chair) }];
}
