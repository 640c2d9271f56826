// Calypso's pages, as the generic pages know them (types/app.d.ts, GameClient).
import { arrange } from "#app/games/calypso/arrange.js";
import { Learn } from "#app/games/calypso/learn.js";
import {
  line,
  notes,
  pause,
  prompt,
  readHand,
  readTrick,
  refusal,
  seating,
  sound,
  status,
} from "#app/games/calypso/lines.js";
import { deed, fits, place, reasons } from "#app/games/calypso/opinion.js";
import { SORTS } from "#app/games/calypso/order.js";
import { Sheet, Standing } from "#app/games/calypso/sheet.js";
import { before, Table } from "#app/games/calypso/table.js";
import { chairOf, gameOf, gathered, handsOf, seatOf, sidesOf } from "#app/games/calypso/view.js";
import { why } from "#app/games/calypso/why.js";

/** @type {import("#app/types/app.d.ts").GameClient} */
const calypso = {
  key: "calypso",
  styles: [
    "calypso.css",
    "trick.css",
    "sheet.css",
    "ranking.css",
    "narrow.css",
    "landscape.css",
    "upright.css",
    "three.css",
    "learn.css",
    "variants.css",
    "ceremony.css",
    "claims.css",
  ].map((name) => new URL(name, import.meta.url).href),
  Table,
  Sheet,
  Standing,
  before,
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
    return sidesOf(g, chairOf(g, 0)).map((chairs) => chairs.map((chair) => seatOf(g, chair)));
  },
  sound,
  why,
  opinion: { fits, deed, reasons, place },
  behind: "calypso.tricks_n",
  keys: { t: readTrick, h: readHand },
  review: {
    address: (view) => {
      const g = gameOf(view);
      const cards = g.trick.length / 2;
      return { d: g.round * handsOf(g) + g.hand + 1, t: gathered(g) ? g.no : g.no + 1, c: cards };
    },
  },
};

export default calypso;
