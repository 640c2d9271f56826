// Line icons, 24 x 24, drawn in the colour of the text around them.
import { html } from "#app/ui/html.js";

const PATHS = {
  link: "M9 15l6-6M10.5 6.5l1.7-1.7a4.2 4.2 0 0 1 6 6l-1.7 1.7M13.5 17.5l-1.7 1.7a4.2 4.2 0 0 1-6-6l1.7-1.7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  clock: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7v5l3.2 2",
  phone: "M7.500 3h9v18h-9zM11 18h2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6",
  bot: "M5 9h14v10H5zM12 9V5M10 5h4M9 13.500v1.500M15 13.500v1.500M2.5 13v3M21.5 13v3",
  crown: "M4 18h16M4 15l-1-8 5 4 4-6 4 6 5-4-1 8z",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M14 6l-6 6 6 6",
  forth: "M10 6l6 6-6 6",
  backTwo: "M12 6l-6 6 6 6M19 6l-6 6 6 6",
  forthTwo: "M12 6l6 6-6 6M5 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M7 6v12",
  last: "M6 6l6 6-6 6M17 6v12",
  play: "M8 5.500l10 6.5-10 6.500z",
  pause: "M9 6v12M15 6v12",
  sheet: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h3",
  trick: "M4 8.500l7-3 5.5 12-7 3zM13 6h6.500v11.5",
  list: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  eye: "M2.5 12C5 7.5 8.2 5.5 12 5.500s7 2 9.5 6.500c-2.5 4.5-5.7 6.5-9.5 6.500S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  globe: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18",
  warn: "M12 4l9 16H3zM12 10v4.500M12 17.200v.01",
  exit: "M14 4H5v16h9M10 12h11M17.5 8.500L21 12l-3.5 3.5",
  history: "M4 12a8 8 0 1 0 2.5-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 1.8",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};

/** @param {{name: keyof typeof PATHS, label?: string}} props `label` only where no text says it */
export function Icon({ name, label }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden=${label ? undefined : "true"} role=${label ? "img" : undefined} aria-label=${label}>
    <path d=${PATHS[name]} />
  </svg>`;
}
