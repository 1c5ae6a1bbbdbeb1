// What somebody entered is kept in the browser until the server has answered it, and sent exactly once: each entry has a key
// of its own, by which the server knows it again.

export const PATIENCE_MS = 8000; // for one answer
const FIRST_WAIT_MS = 1000; // before the second try; each further one waits twice as long
const LONGEST_WAIT_MS = 60_000;
const TAKES_LONGER = new Set([408, 425, 429]); // answers after which the same entry is sent again, as after any 5xx

/** True if an answer of this status says nothing of the entry itself. */
export const takesLonger = (status) => status >= 500 || TAKES_LONGER.has(status);

/** A key that nobody else uses, on pages without TLS too. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The entries that the browser keeps under the name `store`, in order; they are told apart by their field `id`. */
export class Kept {
  constructor(store, id) {
    this.store = store;
    this.id = id;
  }

  get entries() {
    try {
      return JSON.parse(localStorage.getItem(this.store)) ?? [];
    } catch {
      return []; // nothing that these scripts wrote
    }
  }

  set entries(list) {
    localStorage.setItem(this.store, JSON.stringify(list));
  }

  /** Keeps an entry in place of the one with its id, or after all others. */
  put(entry) {
    const list = this.entries;
    const at = list.findIndex((each) => each[this.id] === entry[this.id]);
    this.entries = at < 0 ? [...list, entry] : list.with(at, entry);
  }

  drop(id) {
    this.entries = this.entries.filter((each) => each[this.id] !== id);
  }
}

/** Another try of `attempt`: after a while that grows, and at once when the network or the reader is back. */
export class Retry {
  constructor(attempt) {
    this.attempt = attempt;
    this.tries = 0;
    this.timer = 0;
    addEventListener("online", () => {
      this.tries = 0;
      this.now();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.now();
    });
  }

  now() {
    this.stop();
    this.attempt();
  }

  later() {
    if (this.timer) return;
    this.timer = setTimeout(() => this.now(), Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries));
    this.tries += 1;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
