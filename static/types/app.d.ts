// The views as docs/protocol.md tells them, and what a game's client module gives to the pages.
import type { ComponentChildren, ComponentType } from "preact";
import type { Cue } from "../lib/cues.js";
import type { Offer } from "./room.d.ts";

export type Value = string | number | boolean;
export type Options = Record<string, Value>;
export type Note = [kind: string, ...args: Array<string | number | boolean>];

export interface Refusal {
  code: string;
  params: Record<string, Value>;
}

export type SeatView = { kind: "open"; reserved?: string } | Person | { kind: "bot"; level: string; booked?: Booking };

export interface Person {
  kind: "person";
  user: string;
  name: string;
  ready?: boolean;
  standin?: boolean;
  left?: boolean;
  gone?: boolean;
  /** Decisions the server made for the person since they went. */
  played?: number;
  booked?: Booking;
}

/** Who takes the seat at the next pause. */
export interface Booking {
  user: string;
  name: string;
}

export type Phase = "waiting" | "playing" | "between" | "over" | "closed";

export interface TableOptions {
  access: "public" | "private";
  clock: string;
  bank?: number;
  increment?: number;
  pace?: string;
  rated?: string;
  watch?: string;
  delay?: number;
  undo?: string;
  chat?: string;
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
  locked?: boolean;
  /** When bots take the free seats of a waiting table, server time; absent where they do not. */
  fills?: number;
  seats: Record<string, SeatView>;
  clock?: Record<string, number>;
  rest?: number;
  /** When the game goes on by itself, where a game has deadlines of its own (server time). */
  until?: number;
  /** The game itself waits for a moment: no clock runs. */
  still?: boolean;
  /** ms that cost nothing at each decision (clock in days only). */
  free?: number;
  /** While the game is paused: ms after which it goes on by itself. */
  paused?: number;
  offers?: Record<string, Offer>;
  /** The table at which the same people go on. */
  rematch?: string;
  dice?: { anchor?: string; links?: Record<string, string> };
  result?: { sides: SideResult[]; how?: string };
  restored?: number;
  /** The game's own view; only its module knows the shape. */
  g?: unknown;
}

export interface PrivateView {
  seat?: number;
  /** An undo would be accepted now, or may be offered. */
  undo?: boolean;
  [key: string]: unknown;
}

/** A seat on a table's card; `booked`: the user who takes it at the next pause. */
export type ListedSeat =
  | { kind: "open"; reserved?: string }
  | { kind: "person"; user: string; name: string; left?: boolean; booked?: string }
  | { kind: "bot"; level: string; booked?: string };

export interface Listing {
  id: string;
  game: string;
  options: Options;
  table: TableOptions;
  phase: Phase;
  seats: ListedSeat[];
  host: string;
  opened: number;
  locked?: boolean;
  /** Seats that must act, as digits; only where a table moves by the day. */
  act?: string;
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
  /** A number is at most so high while a condition holds. */
  caps?: Array<{ when: When; high: number }>;
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
  /** The level that stands in for people. */
  standin?: string;
}

export interface HistoryGame {
  id: string;
  game: string;
  finished: number;
  seats: Record<string, SeatView>;
  result: { sides: SideResult[]; how?: string };
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

/** A sentence: a message key with values; a {card} is drawn, and read out by name; a {mark} is drawn beside the word it belongs to, and silent. */
export interface Line {
  key: string;
  vars?: Record<string, LineValue>;
  /** The message that is read out instead, where the written one leans on its looks. */
  aloud?: string;
  /** Number of the rule behind it, which the game can explain. */
  rule?: string;
  /** How it stands in the log: a `piece` runs on in one row with its neighbours, a `head` begins a part. */
  weight?: "piece" | "plain" | "strong" | "head";
  /** Whether it is shown when it happens, too: it changes nothing else that could be seen. */
  shown?: boolean;
  /** Of reasons: whether it speaks against what they are given for. */
  against?: boolean;
}
export type LineValue = string | number | { card: string } | { mark: string };

export interface Message {
  line: Line;
  tone: "plain" | "turn" | "error";
}

export interface GameCommand {
  type: string;
  [key: string]: unknown;
}

/** What a bot thinks of a command: points against those of the best one, and parts of why. */
export interface Opinion {
  command: GameCommand;
  points: number;
  reasons: { code: string; params: Record<string, string | number> }[];
}

/** What a bot thinks of a decision in a finished game; `cost`: points lost by what was done. */
export interface Suggestion {
  seq: number;
  seat: number;
  played: GameCommand;
  cost?: number;
  opinions: Opinion[];
}

/** What a page hands to a game's components. */
export interface Sitting {
  public: PublicView;
  private: PrivateView;
  /** The seat at the bottom of the screen: the viewer's own, or the one whose viewpoint a watcher takes. */
  seat: number;
  /** Whether it is the viewer's own. */
  mine: boolean;
  /** Private views of all seats (review with open hands). */
  open?: Record<string, PrivateView>;
  /** False in the review of a stored game. */
  live: boolean;
  nameOf: (seat: number) => string;
  clockOf: (seat: number) => ComponentChildren;
  /** How long it is until the game goes on by itself, where it has such a deadline. */
  countdown?: ComponentChildren;
  /** Why a person is not there, "" if he is. */
  absent: (seat: number) => "" | "lost" | "gone" | "standin" | "left";
  /** The same as a mark for his plate, with how long it has been. */
  tagOf?: (seat: number) => ComponentChildren;
  /** Calm cards near the hand: offers, absences. The game puts them where they hide neither hand nor trick. */
  notices?: ComponentChildren;
  /** What stands below the action bar's sentence: days left. */
  remark?: ComponentChildren;
  /** Small buttons for the action bar: take back, remind. */
  tools?: ComponentChildren;
  /** Show a rule of the game, by its number. */
  explain?: (rule: string) => void;
  /** Ask something of the table. A refusal is told in the action bar. */
  ask: (cmd: GameCommand) => Promise<{ ok: boolean }>;
  /** Commands under way. */
  pending: GameCommand[];
  /** The last command that became durable, for a short while. */
  safe: GameCommand | null;
  /** Show a sentence in the action bar; null goes back to the prompt. */
  say: (message: Message | null) => void;
  message: Message | null;
  offline: boolean;
  /** What stands in the place of the action bar (review). */
  controls?: ComponentChildren;
}

/** The seats clockwise as they would sit in play, and who plays together; `sides` is empty where a lot decides. */
export interface Arrangement {
  ring: number[];
  sides: number[][];
}

export interface GameClient {
  key: string;
  styles: string[];
  Table: ComponentType<{ sitting: Sitting }>;
  /** The score sheet, line by line. `brief`: only what has just been played. */
  Sheet: ComponentType<{ sitting: Sitting; brief?: boolean }>;
  /** Where the sides stand, for the side column. */
  Standing: ComponentType<{ sitting: Sitting }>;
  /** The trick or whatever came before, for a dialog; null if there is none to show. */
  before: (sitting: Sitting) => { title: string; content: ComponentChildren; text: string } | null;
  /** Whether there ever is such a thing at this table; without this there is. */
  hasBefore?: (view: PublicView) => boolean;
  /** Where the game stands, for the status bar, and the same for narrow screens. */
  status: (view: PublicView) => Array<{ line: Line; short: Line }>;
  /** All notes of a commit: what the server sent and what only the change of the view shows. */
  notes: (before: PublicView, after: PublicView, sent: Note[]) => Note[];
  line: (note: Note, view: PublicView, nameOf: (seat: number) => string) => Line | null;
  /** The sentence for a refusal of this game's own. */
  refusal: (refusal: Refusal, view: PublicView) => Line | null;
  /** What is to be done now, for the action bar. */
  prompt: (sitting: Sitting) => Message | null;
  /** What has ended when the table rests between deals. */
  pause: (view: PublicView, nameOf: (seat: number) => string) => Line;
  /** Who will play with whom, for the waiting room. */
  seating: (options: Options) => Line | null;
  arrange: (options: Options) => Arrangement;
  /** The rules told shortly, with drawn cards. */
  Learn: ComponentType;
  /** Orders of the hand, the usual one first; their words are `<game>.sort.<order>`. */
  sorts?: readonly string[];
  /** The sides as seats, those who win and lose together. */
  sides?: (view: PublicView) => number[][];
  /** The sound of a note as a seat hears it (-1: a watcher), "" for none. */
  sound?: (note: Note, view: PublicView, seat: number) => Cue | "";
  /** A rule told in a few sentences; null if its number is not known. */
  why?: (rule: string) => { title: string; lines: Line[] } | null;
  /** What bots think, in words; without it nobody is offered their opinion. */
  opinion?: {
    /** Whether bots have one on what is to be done now. */
    fits: (sitting: Sitting) => boolean;
    /** What is done, as a sentence takes it. */
    deed: (command: GameCommand) => LineValue;
    reasons: (opinion: Opinion, view: PublicView, nameOf: (seat: number) => string) => Line[];
    /** Selectors of where the command lies on the page, with commas between; "" if nowhere. */
    place: (command: GameCommand) => string;
  };
  /** The message for "n steps behind". */
  behind?: string;
  /** Keys of the table by letter: what they read out. */
  keys: Record<string, (sitting: Sitting) => string>;
  review: {
    /** Where a state lies in the game, greatest unit first, e.g. {d: 2, t: 7, c: 3}. */
    address: (view: PublicView) => Record<string, number>;
  };
}
