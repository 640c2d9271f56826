// A world for the link to live in: time that only moves when told, sockets that are only objects.

/** What a browser's WebSocket looks like from the link's side. */
export class FakeSocket {
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    this.closed = false;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  /** From the server. */
  hears(message) {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  dies(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export class FakeWorld {
  constructor() {
    this.time = 1000;
    this.timers = [];
    this.sockets = [];
  }

  open = (url) => {
    const socket = new FakeSocket(url);
    this.sockets.push(socket);
    return socket;
  };

  now = () => this.time;

  later = (fn, ms) => {
    const timer = { at: this.time + ms, fn };
    this.timers.push(timer);
    return timer;
  };

  cancel = (timer) => {
    this.timers = this.timers.filter((t) => t !== timer);
  };

  random = () => 1;

  /** Let time pass, timers firing in order. */
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.cancel(next);
      this.time = Math.max(this.time, next.at);
      next.fn();
    }
    this.time = end;
  }

  get socket() {
    return this.sockets.at(-1);
  }
}

export class FakeStorage {
  constructor() {
    this.items = new Map();
  }

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, value) {
    this.items.set(key, value);
  }

  removeItem(key) {
    this.items.delete(key);
  }
}

export const hello = { t: "hello", level: 1, build: "b1", now: 50_000, user: { id: "u1", name: "Ann" } };
