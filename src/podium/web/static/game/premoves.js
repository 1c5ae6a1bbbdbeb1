// Moves that are to be played one after the other, each as soon as it is the player's turn.

import { after } from "./position.js";
import { words } from "./words.js";

export class Premoves {
  #queue = [];

  get any() {
    return this.#queue.length > 0;
  }

  add(uci) {
    this.#queue.push(uci);
  }

  /** The first one, which is not kept any longer; undefined where there is none. */
  next() {
    return this.#queue.shift();
  }

  clear() {
    this.#queue = [];
  }

  /** The pieces as they would stand if the opponent did nothing. */
  played(pieces) {
    return this.#queue.reduce(after, pieces);
  }

  get squares() {
    return this.#queue.flatMap((uci) => [uci.slice(0, 2), uci.slice(2, 4)]);
  }

  get sentence() {
    const moves = this.#queue.map((uci) => [uci.slice(0, 2), uci.slice(2, 4)]);
    if (moves.length > 1) return words("premovesKept", { moves: moves.map((one) => one.join("–")).join(", ") });
    return moves.length ? words("premoveKept", { start: moves[0][0], end: moves[0][1] }) : "";
  }
}
