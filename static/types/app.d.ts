// The views as docs/protocol.md tells them, and what a game's client module gives to the pages.
import type { ComponentChildren, ComponentType } from "preact";

export type Value = string | number | boolean;
export type Options = Record<string, Value>;
export type Note = [kind: string, ...args: Array<string | number | boolean>];

export interface Refusal {
  code: string;
  params: Record<string, Value>;
}

export type SeatView =
  | { kind: "open" }
  | { kind: "person"; user: string; name: string; ready?: boolean; standin?: boolean; left?: boolean }
  | { kind: "bot"; level: string };

export type Phase = "waiting" | "playing" | "between" | "over" | "closed";

export interface TableOptions {
  access: "public" | "private";
  clock: string;
  bank?: number;
  increment?: number;
  pace?: string;
  [key: string]: Value | undefined;
}

export interface SideResult {
  seats: number[];
  score: number;
  place: number;
}

export interface PublicView {
  phase: Phase;
  game: string;
  rules: number;
  options: Options;
  table: TableOptions;
  host: string;
  turn: number;
  act?: string;
  seats: Record<string, SeatView>;
  clock?: Record<string, number>;
  rest?: number;
  dice?: { anchor?: string; links?: Record<string, string> };
  result?: { sides: SideResult[] };
  restored?: number;
  /** The game's own view; only its module knows the shape. */
  g?: unknown;
}

export interface PrivateView {
  seat?: number;
  [key: string]: unknown;
}

export interface Listing {
  id: string;
  game: string;
  options: Options;
  table: TableOptions;
  phase: Phase;
  seats: Record<string, SeatView>;
  host: string;
  opened: number;
}

export interface When {
  key: string;
  values: Value[];
}

export interface OptionItem {
  type: "choice" | "number";
  key: string;
  values?: Value[];
  low?: number;
  high?: number;
  default?: number;
  when?: When[];
  advanced?: boolean;
}

export interface OptionSet {
  owner: string;
  items: OptionItem[];
  presets?: Record<string, Options>;
}

export interface GameInfo {
  key: string;
  options: OptionSet;
  levels: string[];
}

export interface HistoryGame {
  id: string;
  game: string;
  finished: number;
  seats: Record<string, SeatView>;
  result: { sides: SideResult[] };
}

export interface ReviewStep {
  seq: number;
  at: number;
  actor: unknown;
  patch: unknown;
  notes?: Note[];
}

export interface Review {
  id: string;
  game: string;
  options: Options;
  seats: Record<string, SeatView>;
  start: { public: PublicView; private: Record<string, PrivateView> };
  steps: ReviewStep[];
}

/** A line of the log: a message key with values; a value of the form {card} or {suit} is drawn, and read out by name. */
export interface Line {
  key: string;
  vars?: Record<string, LineValue>;
  /** Worth an interruption of the quiet list: drawn stronger. */
  strong?: boolean;
}
export type LineValue = string | number | { card: string } | { suit: string };

/** What the table page hands to a game's table. */
export interface Sitting {
  public: PublicView;
  private: PrivateView;
  /** The seat at the bottom of the screen: the viewer's own, or the one whose viewpoint a watcher takes. */
  seat: number;
  /** Hands of other seats that may be shown (review with open hands). */
  open?: Record<string, PrivateView>;
  live: boolean;
  nameOf: (seat: number) => string;
  clockOf?: (seat: number) => ComponentChildren;
  /** Who is away, for the plates. */
  absent: (seat: number) => "" | "gone" | "standin" | "left";
  /** Ask something of the table. */
  ask: (cmd: { type: string; [key: string]: unknown }) => Promise<import("#app/lib/outbox.js").Answer>;
  /** Commands under way. */
  pending: Array<{ id: string; cmd: { type: string; [key: string]: unknown } }>;
  /** Say something in the action bar. */
  say: (line: Line | null, tone?: "plain" | "error") => void;
  offline: boolean;
}

export interface GameClient {
  key: string;
  styles: string[];
  Table: ComponentType<{ sitting: Sitting }>;
  Sheet: ComponentType<{ sitting: Sitting }>;
  /** The totals of the sides, best for the viewer first, for the side column. */
  Standing: ComponentType<{ sitting: Sitting }>;
  /** Short facts for the status bar. */
  status: (view: PublicView) => Line[];
  /** All notes of a commit: what the server sent and what only the change of the view shows. */
  notes: (before: PublicView, after: PublicView, sent: Note[]) => Note[];
  line: (note: Note, view: PublicView, nameOf: (seat: number) => string) => Line | null;
  /** The sentence for a refusal of this game's commands. */
  refusal: (refusal: Refusal) => Line;
  /** What the viewer should do now, for the action bar. */
  prompt: (sitting: Sitting) => Line | null;
  review: {
    /** Where a state lies in the game, most significant first, e.g. {d: 2, t: 7, c: 3}. */
    address: (view: PublicView) => Record<string, number>;
  };
}
