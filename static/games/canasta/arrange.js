// Who will sit where and play with whom, before the game has given out the chairs (R1.4, R1.7, R1.11).

/** Who plays together by seat. @type {Record<string, number[][]>} */
const SIDES = {
  "4p": [
    [0, 2],
    [1, 3],
  ],
  // of the three one sits out each deal: 1 and 3, 1 and 4, 3 and 4, then the other way round
  "5p": [
    [0, 2],
    [1, 3, 4],
  ],
  "6p": [
    [0, 2, 4],
    [1, 3, 5],
  ],
  "6p_three_pairs": [
    [0, 3],
    [1, 4],
    [2, 5],
  ],
};

/** @param {import("#app/types/app.d.ts").Options} options @returns {import("#app/types/app.d.ts").Arrangement} */
export function arrange({ mode = "4p", seating }) {
  const seats = Number.parseInt(String(mode), 10);
  const ring = Array.from({ length: seats }, (_, seat) => seat);
  return { ring, sides: seating === "draw" ? [] : (SIDES[String(mode)] ?? []) };
}
