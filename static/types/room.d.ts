// What is around the game: offers, the chat.
import type { ChatLine as Said } from "./protocol.d.ts";

/** What is proposed to all. `need`: seats that still have to agree, `yes`: those that have. */
export interface Offer {
  seat: number;
  yes: Record<string, boolean>;
  need: Record<string, boolean>;
  /** When it lapses, server time; absent where it stands until it is answered. */
  until?: number;
}

/** What stands in a chat: what was said, and nudges, which were not. */
export interface ChatLine extends Said {
  /** A nudge: the seat that is to play. */
  nudged?: number;
  /** Whether that is the reader's own. */
  me?: boolean;
}
