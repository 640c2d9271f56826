// RFC 7396 merge patches with structural sharing: what a patch leaves alone stays the same object.

/** @typedef {Record<string, unknown>} Json */

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @template T
 * @param {T} target
 * @param {unknown} patch
 * @returns {T}
 */
export function merge(target, patch) {
  return /** @type {T} */ (apply(target, patch));
}

/** @param {unknown} target @param {unknown} patch @returns {unknown} */
function apply(target, patch) {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  let changed = base !== target;
  const out = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const had = Object.hasOwn(out, key);
    if (value === null) {
      if (had) changed = delete out[key];
      continue;
    }
    const next = apply(had ? out[key] : undefined, value);
    if (had && next === out[key]) continue;
    out[key] = next;
    changed = true;
  }
  return changed ? out : base;
}
