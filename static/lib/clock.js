// The server's time, told from the messages that carry it. Only the server's clock decides; this one is for the display.

/** Keeps the difference between the server's time and a local, monotonic one. */
export class ServerClock {
  /** @param {() => number} [local] ms, monotonic */
  constructor(local = () => performance.now()) {
    this.local = local;
    this.offset = 0;
    this.error = Number.POSITIVE_INFINITY;
  }

  /**
   * Learn from a message. The answer to a ping bounds the error by half its round trip; other messages count only
   * until there is a better one.
   * @param {number} serverNow
   * @param {number} [roundTrip]
   */
  learn(serverNow, roundTrip) {
    const error = roundTrip === undefined ? 2000 : roundTrip / 2;
    if (error > this.error) {
      this.error += 20; // crystals drift: an old good measurement gives way in time
      return;
    }
    this.error = error;
    this.offset = serverNow + (roundTrip ?? 0) / 2 - this.local();
  }

  now() {
    return this.local() + this.offset;
  }
}

/**
 * ms left in a seat's bank.
 * @param {{bank: number, running: boolean, since: number}} seat `since`: server time at which the decision began
 * @param {number} now server time
 */
export function remaining({ bank, running, since }, now) {
  return Math.max(0, running ? bank - Math.max(0, now - since) : bank);
}

/** When a running clock is low, ms, first and last: a fifth of all that the bank can hold, and ten seconds. */
export const WARNINGS = [
  (/** @type {number} */ full) => Math.max(full / 5, 10_000),
  (/** @type {number} */ full) => Math.min(full / 5, 10_000),
];

/**
 * Where each decision has days of its own: what is left of them, and of the vacation that is used up afterwards, ms.
 * @param {{bank: number, free: number, running: boolean, since: number}} clock @param {number} now server time
 */
export function daysLeft({ bank, free, running, since }, now) {
  const spent = running ? Math.max(0, now - since) : 0;
  return { free: Math.max(0, free - spent), vacation: Math.max(0, bank - Math.max(0, spent - free)) };
}

/** 3:07, or 1:02:07 from an hour on. @param {number} ms */
export function clockText(ms) {
  const total = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
