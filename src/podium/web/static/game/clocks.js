// Two clocks that run smoothly between what the server says. It alone decides whose flag falls, and when.

const TENTHS_MS = 10_000;

/** Time left as people read it: `1:02:03`, `9:59`, `0:07.4`. */
export function timeText(ms) {
  const left = Math.max(0, ms);
  if (left < TENTHS_MS) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const [hours, minutes, seconds] = [Math.floor(left / 3_600_000), Math.floor(left / 60_000) % 60, Math.floor(left / 1000) % 60];
  const tail = `${String(seconds).padStart(2, "0")}`;
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** How far the server's clock is ahead of this page's: the answer that was fastest knows best. */
export class ServerTime {
  #ahead = null;

  /** Take the time of an answer that has just arrived. */
  hear(moment) {
    const ahead = Date.parse(moment) - performance.now();
    if (this.#ahead === null || ahead > this.#ahead) this.#ahead = ahead;
  }

  /** Milliseconds since the epoch, as the server would say now. */
  get now() {
    return performance.now() + (this.#ahead ?? Date.now() - performance.now());
  }
}

export class Clocks {
  #left = { white: 0, black: 0 };
  #running = null;
  #since = 0; // when it began to run, which may be still to come
  #lowFrom = 0;
  #low = { white: false, black: false };

  /** `elements` by colour; `onLow` is called once with the colour whose time becomes short. */
  constructor(elements, serverTime, onLow) {
    this.elements = elements;
    this.serverTime = serverTime;
    this.onLow = onLow;
    setInterval(() => this.draw(), 100);
  }

  /** Take what the server says: the time left at `at`. */
  set({ white, black, running, delay, low }, at) {
    this.#left = { white, black };
    this.#running = running;
    this.#since = at + delay;
    this.#lowFrom = low;
    this.draw();
  }

  /** What a colour has left. */
  left(colour) {
    const spent = colour === this.#running ? Math.max(0, this.serverTime.now - this.#since) : 0;
    return Math.max(0, this.#left[colour] - spent);
  }

  draw() {
    for (const colour of ["white", "black"]) {
      const element = this.elements[colour];
      const left = this.left(colour);
      const text = timeText(left);
      const runs = colour === this.#running;
      const low = left < this.#lowFrom && (runs || this.#running !== null);
      const time = element.querySelector("b");
      if (time.textContent !== text) time.textContent = text;
      element.classList.toggle("runs", runs);
      element.classList.toggle("low", low);
      element.querySelector("[data-low]").hidden = !low;
      if (low && runs && !this.#low[colour]) this.onLow(colour);
      if (runs) this.#low[colour] = low;
    }
  }
}
