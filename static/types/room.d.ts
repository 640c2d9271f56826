// What is around the game: offers, the chat.

/** What is proposed to all. `need`: seats that have to agree, `yes`: those that have. */
export interface Offer {
  seat: number;
  yes: Record<string, boolean>;
  need: Record<string, boolean>;
}

/** Messages of the chat, as the pages read them. */
export type RoomMessage =
  | { t: "chat.log"; ch?: number; lines: ChatLine[] }
  | { t: "chat.said"; ch?: number; line: ChatLine }
  | { t: "nudged"; ch: number; by: number; seat: number };

export interface ChatLine {
  /** Rising number within the room. */
  n: number;
  /** Server time, ms since the epoch. */
  at: number;
  user: string;
  name: string;
  text?: string;
  preset?: string;
  seat?: number;
  /** A nudge: the seat that is to play. */
  nudged?: number;
}
