// Written by scripts/gen_ts.py from app/ws/protocol.py; a test compares the two.

export type ClientMessage = TableJoin | TableLeave | TableDo | LobbyJoin | LobbyLeave | ChatSay | Nudge | Ping;

export type ServerMessage =
  | TableSnap
  | TableCurrent
  | TableGone
  | Hello
  | Nack
  | Presence
  | ChatLog
  | ChatSaid
  | Nudged
  | LobbySnap
  | LobbyDelta
  | Pong
  | Bye;

/** Follow a table on channel `ch`; with `pos`, go on from there. `key` is the invitation to a private table. */
export interface TableJoin {
  t: "table.join";
  table: string;
  ch: number;
  pos?: Held | null;
  key?: string;
}

/** Follow the channel's table no more. A seat is kept. */
export interface TableLeave {
  t: "table.leave";
  ch: number;
}

/** A command. `id` is "<nonce>.<counter>", the same when sent again; `turn` is the decision it is meant for. */
export interface TableDo {
  t: "table.do";
  table: string;
  id: string;
  turn: number;
  cmd: unknown;
  key?: string;
}

/** Follow the list of open tables. */
export interface LobbyJoin {
  t: "lobby.join";
}

/** Follow it no more. */
export interface LobbyLeave {
  t: "lobby.leave";
}

/** Say something at the channel's table; without `ch` in the lobby. Either a text or the key of a preset. `id` is "<nonce>.<counter>", the same when sent again. */
export interface ChatSay {
  t: "chat.say";
  id: string;
  ch?: number;
  text?: string;
  preset?: string;
}

/** Remind the person in a seat of the channel's table that it is their turn. */
export interface Nudge {
  t: "nudge";
  ch: number;
  seat: number;
}

/** Is anybody there? Answered by `pong`. */
export interface Ping {
  t: "ping";
}

/** The whole truth as this viewer may see it; replaces whatever the page held. */
export interface TableSnap {
  t: "table.snap";
  ch: number;
  table: string;
  pos: Position;
  public: Record<string, unknown>;
  private: Record<string, unknown>;
  log: Array<Array<unknown>>;
  at: number;
  since: number;
  now: number;
  here: Array<string>;
  watchers?: Record<string, string>;
  invite?: string;
}

/** All deltas that were missing have been sent: the page holds the truth again. */
export interface TableCurrent {
  t: "table.current";
  ch: number;
  seq: number;
}

/** The channel is closed: no such table, not for you, or it was closed. */
export interface TableGone {
  t: "table.gone";
  ch: number;
  code: string;
  params?: Record<string, string | number | boolean>;
}

/** First on every socket. `now` is the server's time, ms since the Unix epoch. */
export interface Hello {
  t: "hello";
  level: number;
  build: string;
  now: number;
  user?: User | null;
}

/** The command (or message) was refused and changed nothing. */
export interface Nack {
  t: "nack";
  code: string;
  params?: Record<string, string | number | boolean>;
  id?: string;
}

/** The users who are connected to the channel's table now; `watchers`: names of those who have no seat, by user. */
export interface Presence {
  t: "presence";
  ch: number;
  here: Array<string>;
  watchers?: Record<string, string>;
}

/** All that was said at the channel's table (without `ch` in the lobby), as far as it is kept, oldest first. */
export interface ChatLog {
  t: "chat.log";
  lines: Array<ChatLine>;
  ch?: number;
}

/** One line more. */
export interface ChatSaid {
  t: "chat.said";
  line: ChatLine;
  ch?: number;
}

/** The person in seat `by` reminds the one in `seat` that it is their turn. */
export interface Nudged {
  t: "nudged";
  ch: number;
  by: number;
  seat: number;
}

/** All open tables. */
export interface LobbySnap {
  t: "lobby.snap";
  tables: Array<unknown>;
}

/** One open table is new or has changed; without `listing` it is no longer open. */
export interface LobbyDelta {
  t: "lobby.delta";
  table: string;
  listing?: unknown;
}

/** Answer to `ping`; `now` is the server's time. */
export interface Pong {
  t: "pong";
  now: number;
}

/** The server is about to close the socket; come back in so many milliseconds (-1: do not). */
export interface Bye {
  t: "bye";
  code: string;
  reconnect_in?: number;
}

/** One commit. Sent in its short form, an array without its name, empty parts at the end left out. */
export type TableDelta = [
  ch: number,
  seq: number,
  chain: string,
  at: number,
  public?: Record<string, unknown>,
  private?: Record<string, unknown>,
  notes?: Array<Array<unknown>>,
];

/** The command is durable as commit `seq`, a line of a chat as its line `seq`. Sent in its short form, an array without its name: [id, seq]. */
export type Ack = [id: string, seq: number];

/** The position of the state that a page holds. */
export interface Held {
  epoch: string;
  seq: number;
  chain: string;
}

/** A place in a table's log. `seq` 0 is the empty log. */
export interface Position {
  epoch: string;
  seq: number;
  chain: string;
}

/** Who the session belongs to. */
export interface User {
  id: string;
  name: string;
}

/** A line as everybody sees it. `n` rises within a room, `at` is ms since the Unix epoch. `seat` is where the speaker sits (-1: nowhere); who is at a table and has no seat is a `watcher`. Either `text` or `preset`, the other is empty. */
export interface ChatLine {
  n: number;
  at: number;
  user: string;
  name: string;
  seat?: number;
  watcher?: boolean;
  text?: string;
  preset?: string;
}
