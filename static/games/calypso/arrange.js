// Who will sit where and play with whom, before the game has given out the chairs (R1.7).

/** @type {Record<string, number[]>} */
const RINGS = { "12v34": [0, 2, 1, 3], "14v23": [0, 1, 3, 2] };

/** @param {import("#app/types/app.d.ts").Options} options @returns {import("#app/types/app.d.ts").Arrangement} */
export function arrange({ variant, partnerships }) {
  if (variant === "three_handed") return { ring: [0, 1, 2], sides: [] };
  const ring = RINGS[String(partnerships)] ?? [0, 1, 2, 3];
  if (variant !== "partnership" || partnerships === "random") return { ring, sides: [] };
  const [a = 0, b = 1, c = 2, d = 3] = ring;
  return {
    ring,
    sides: [
      [a, c],
      [b, d],
    ],
  };
}
