// After a game the page leads on by itself: to the next one of the match, the next board, or the standings.

import { words } from "./words.js";

const FIRST_MS = 5000; // for who comes when it is already time: long enough to stay

export class Following {
  #seen = {}; // when each address was first seen
  #left = new Set(); // those that are not to be gone to

  /** Count down where there is something to count down to, by the server's time, and go there when it is time. */
  follow(now, countdown) {
    const part = document.querySelector("#following");
    const { at, url, goes } = part?.dataset ?? {};
    if (!at) return;
    this.#seen[url] ??= now;
    const time = Math.max(Date.parse(at), this.#seen[url] + FIRST_MS);
    const stays = this.#left.has(url);
    const text = now >= time || stays ? "" : words("follows", { time: countdown(time) });
    const span = part.querySelector("span");
    if (span.textContent !== text) span.textContent = text;
    const button = part.querySelector("#stay");
    button.hidden = goes === undefined || stays;
    button.onclick = () => this.#left.add(url) && this.follow(now, countdown);
    if (now < time || goes === undefined || stays) return;
    this.#left.add(url); // once
    location.assign(url);
  }
}
