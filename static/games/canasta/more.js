// On a phone the mat scrolls, and what is one's own lies over its lower end: a mark tells that more lies there.

import { useMore as useMoreOf } from "#app/ui/more.js";

/** The ref for the mat. */
export const useMore = () => useMoreOf("mat-more");
