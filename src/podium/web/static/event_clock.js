// The clock of an event, the same on every screen and phone: the server says when it ends, and what time it is there.

import { locale } from "./locale.js";

const SAMPLES = 5; // answers by which the server's time is known: of these the fastest knows best
const TICK_MS = 200;

/** Time left as people read it: `1:02:03`, `9:59`; a second that has begun counts. */
export function timeLeft(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const tail = String(seconds).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

export class EventClock {
  #ahead = []; // of the server's time before this page's, by the last answers
  #clock = { kind: "none" };

  /** A clock that is `always` there shows the time of day where the event has none, by the device until the server tells. */
  constructor({ always = false } = {}) {
    this.always = always;
    setInterval(() => this.draw(), TICK_MS);
  }

  /** Takes what the server says of the clock; a page does not say what time it is, for it may have been made earlier. */
  hear(clock) {
    if (clock.now) this.#ahead = [...this.#ahead, Date.parse(clock.now) - performance.now()].slice(-SAMPLES);
    this.#clock = clock;
    this.draw();
  }

  /** Milliseconds since the epoch, as the server would say now; null before the stream has told. */
  get now() {
    return this.#ahead.length ? performance.now() + Math.max(...this.#ahead) : null;
  }

  /** Whether a message that expires then is to be read still. */
  isBefore(expires) {
    return expires === null || this.now === null || Date.parse(expires) > this.now;
  }

  /** What the clock shows; nothing where there is none, null before that is known. */
  get text() {
    const { kind, running, ends, left } = this.#clock;
    if ((kind === "time" || running) && this.now === null) return null;
    if (kind === "time" || (kind === "none" && this.always)) {
      return new Date(this.now ?? Date.now()).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
    }
    if (kind !== "countdown") return "";
    return timeLeft(running ? Date.parse(ends) - this.now : left);
  }

  draw() {
    const { text } = this;
    if (text === null) return; // what the server wrote stays
    const over = this.#clock.kind === "countdown" && text === "0:00";
    for (const element of document.querySelectorAll("[data-event-clock]")) {
      if (element.textContent !== text) element.textContent = text;
      element.hidden = text === "";
      element.classList.toggle("over", over);
      element.classList.toggle("stands", this.#clock.kind === "countdown" && !this.#clock.running);
    }
  }
}
