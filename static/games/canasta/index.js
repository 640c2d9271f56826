// Canasta's pages, as the generic pages know them (types/app.d.ts, GameClient).
import { arrange } from "#app/games/canasta/arrange.js";
import { notes } from "#app/games/canasta/evident.js";
import { SORTS } from "#app/games/canasta/grouping.js";
import { Learn } from "#app/games/canasta/learn.js";
import { line, pause, prompt, readHand, readPile, refusal, seating, sound, status } from "#app/games/canasta/lines.js";
import { deed, fits, place, reasons } from "#app/games/canasta/opinion.js";
import { before, hasBefore, Sheet, Standing } from "#app/games/canasta/sheet.js";
import { Table } from "#app/games/canasta/table.js";
import { gameOf, membersOf, seatOf, sidesOf } from "#app/games/canasta/view.js";
import { why } from "#app/games/canasta/why.js";

/** @type {import("#app/types/app.d.ts").GameClient} */
const canasta = {
  key: "canasta",
  styles: [
    "canasta.css",
    "melds.css",
    "sides.css",
    "piles.css",
    "tray.css",
    "hand.css",
    "narrow.css",
    "plates.css",
    "chips.css",
    "landscape.css",
    "upright.css",
    "review.css",
    "sheet.css",
    "learn.css",
  ].map((name) => new URL(name, import.meta.url).href),
  Table,
  Sheet,
  Standing,
  before,
  hasBefore,
  status,
  notes,
  line,
  refusal,
  prompt,
  pause,
  seating,
  arrange,
  Learn,
  sorts: SORTS,
  sides: (view) => {
    const g = gameOf(view);
    return sidesOf(g, 0).map((side) => membersOf(g, side).map((chair) => seatOf(g, chair)));
  },
  sound,
  why,
  opinion: { fits, deed, reasons, place },
  keys: { t: readPile, h: readHand },
  review: {
    address: (view) => {
      const g = gameOf(view);
      return { d: g.deal + 1, t: g.turns, n: g.acts };
    },
  },
};

export default canasta;
