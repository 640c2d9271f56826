// JSX-like templates without a compiler.
import htm from "#htm";
import { h } from "#preact";

/** @typedef {import("preact").ComponentChildren} Children */

export const html = htm.bind(h);

/** Class names that hold. @param {...(string | false | null | undefined)} names */
export const cls = (...names) => names.filter(Boolean).join(" ");
