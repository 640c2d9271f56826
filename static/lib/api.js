// Requests to /api/v1. An answer is never thrown: a refusal is a code like any other, a dead network is `offline`.

/**
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {{ok: false} & Refusal} Failed
 */

/**
 * @template T
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path below /api/v1
 * @param {object} [body]
 * @returns {Promise<{ok: true, data: T} | Failed>}
 */
export async function request(method, path, body) {
  const json = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    const response = await fetch(`/api/v1${path}`, { method, ...json });
    const data = response.status === 204 ? {} : await response.json();
    if (response.ok) return { ok: true, data };
    return { ok: false, code: data.code ?? `http.${response.status}`, params: data.params ?? {} };
  } catch {
    return { ok: false, code: "offline", params: {} };
  }
}

/** @template T @param {string} path @returns {Promise<{ok: true, data: T} | Failed>} */
export const get = (path) => request("GET", path);

/** @template T @param {string} path @param {object} body @returns {Promise<{ok: true, data: T} | Failed>} */
export const post = (path, body) => request("POST", path, body);
