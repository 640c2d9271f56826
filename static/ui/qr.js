// A QR code, drawn here: an invitation lies in a link's fragment, and that no server ever sees.

import { html } from "#app/ui/html.js";
import { useEffect, useState } from "#hooks";

/** Modules of white around a code; readers find it by them. */
export const QUIET = 4;

/**
 * The dark modules as one path, each row's runs as rectangles, the quiet zone left free.
 * @param {{size: number, get: (x: number, y: number) => boolean}} code
 */
export function outline(code) {
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (x + 1 < code.size && code.get(x + 1, y)) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x + 1 - from}v1h${from - x - 1}z`;
    }
  }
  return path;
}

/**
 * Dark on white by day and by lamplight: many readers know no other. Nothing while the library is on its way.
 * @param {{text: string, label: string}} props
 */
export function Qr({ text, label }) {
  const [drawn, setDrawn] = useState(/** @type {{size: number, path: string} | null} */ (null));
  useEffect(() => {
    let stale = false;
    import("#qr").then(({ correction, generate }) => {
      const code = generate(text, { minCorrectionLevel: correction.M });
      if (!stale) setDrawn({ size: code.size, path: outline(code) });
    });
    return () => {
      stale = true;
    };
  }, [text]);
  const side = drawn ? drawn.size + 2 * QUIET : 1;
  return html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} shape-rendering="crispEdges" role=${drawn ? "img" : undefined} aria-label=${drawn ? label : undefined}>
    <rect width=${side} height=${side} fill="#fff" />
    ${drawn && html`<path d=${drawn.path} fill="#000" />`}
  </svg>`;
}
