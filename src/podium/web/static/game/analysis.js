// Trying moves: from any position of a game, in variations, with arrows. The server says what is legal, and how it is written.

import { after } from "./position.js";
import { moveSentence, moveText, words } from "./words.js";

export class Analysis {
  on = false;
  ply = 0; // half-moves of the game before what is tried
  line = []; // what is tried from there, by coordinates
  pointing = false; // whether a finger draws arrows
  #known = new Map(); // what the server said, by position
  #variations = []; // {ply, line}, each as far as it was tried
  #arrows = new Map(); // by position

  /** `page` has the pieces of a `position(ply)`, writes a move `numbered(ply, san)`, and hears `changed`, `say`, `problem`. */
  constructor(part, server, page) {
    Object.assign(this, { part, server, page });
    part.addEventListener("click", ({ target }) => this.#press(target.closest("button")));
  }

  #press(button) {
    if (button?.id === "analyse") this.turn(!this.on);
    else if (button?.id === "point") this.pointing = !this.pointing;
    else if (button?.id === "clear") {
      this.#variations = [];
      this.#arrows.clear();
      this.line = [];
    } else if (button) [this.ply, this.line] = [Number(button.dataset.from), button.dataset.line.split(",")];
    this.page.changed();
  }

  /** Begin to try moves, with a line that an address names, or leave it. */
  turn(on, ply = this.ply, line = []) {
    Object.assign(this, { on, ply, line, pointing: false });
  }

  #query(ply = this.ply, line = this.line) {
    return `ply=${ply}&line=${line.join(",")}`;
  }

  /** What is legal; undefined as long as the server has not said it. */
  get legal() {
    return this.#known.get(this.#query())?.legal;
  }

  /** The last move that was tried: {uci, san}; null in the game itself. */
  get last() {
    return this.line.length ? { uci: this.line.at(-1), san: this.#known.get(this.#query())?.line.at(-1) ?? "" } : null;
  }

  get pieces() {
    return this.line.reduce(after, this.page.position(this.ply));
  }

  get arrows() {
    return this.on ? (this.#arrows.get(this.#query()) ?? []) : [];
  }

  /** Draw an arrow, or take it away again. */
  point(start, end) {
    const others = this.arrows.filter((one) => one !== start + end);
    const drawn = others.length === this.arrows.length;
    this.#arrows.set(this.#query(), drawn ? [...others, start + end] : others);
    this.page.say(drawn ? words("arrow", { start, end }) : "");
    this.page.changed();
  }

  async play(uci) {
    const before = this.pieces;
    const line = [...this.line, uci];
    this.line = line;
    const answered = this.#ask();
    this.page.changed();
    await answered;
    if (this.line === line) this.page.say(moveSentence(before, uci, this.last.san)); // neither refused nor elsewhere
  }

  /** Keep the line as a variation: one that it goes on with becomes longer. */
  #keep() {
    if (this.#variations.some((one) => goesOn(one, this))) return;
    this.#variations = [...this.#variations.filter((one) => !goesOn(this, one)), { ply: this.ply, line: this.line }];
  }

  /** Step in what is tried; false where the step is one of the game. */
  look(where) {
    if (!this.line.length) return false;
    const length = { back: this.line.length - 1, on: this.line.length + 1 }[where] ?? 0;
    this.line = (this.#variations.find((one) => goesOn(one, this) && one.line.length >= length)?.line ?? this.line).slice(0, length);
    this.page.changed();
    return length > 0 || where === "back";
  }

  /** Be at a position of the game, unless something is tried from another; and know what is legal there. */
  follow(ply) {
    if (!this.line.length) this.ply = ply;
    if (this.on && !this.#known.has(this.#query())) void this.#ask();
  }

  async #ask() {
    const [query, line] = [this.#query(), this.line];
    this.#known.set(query, this.#known.get(query));
    try {
      const { ok, body } = await this.server.ask(`position?${query}`);
      if (!ok) throw body;
      this.#known.set(query, body);
      if (this.line === line && line.length) this.#keep();
    } catch ({ detail }) {
      if (this.line === line) this.line = line.slice(0, -1); // what was refused, or not heard of, is taken back
      this.page.problem(detail ?? words("unreachable"));
    }
    this.page.changed();
  }

  /** Show the buttons and the variations. */
  draw() {
    for (const element of this.part.children) element.hidden = !this.on && element.id !== "analyse";
    this.part.querySelector("#analyse").setAttribute("aria-pressed", String(this.on));
    this.part.querySelector("#point").setAttribute("aria-pressed", String(this.pointing));
    this.part.querySelector("#lines").replaceChildren(...this.#variations.map((one) => this.#row(one)));
  }

  #row({ ply, line }) {
    const row = document.createElement("li");
    const written = this.#known.get(this.#query(ply, line))?.line ?? [];
    for (const [at, san] of written.entries()) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: at ? moveText(san) : this.page.numbered(ply + 1, san) });
      Object.assign(button.dataset, { from: ply, line: line.slice(0, at + 1).join(",") });
      if (this.#query(ply, line.slice(0, at + 1)) === this.#query()) button.setAttribute("aria-current", "true");
      row.append(button);
    }
    return row;
  }
}

/** Whether a variation is another one, or goes on with it. */
function goesOn(one, other) {
  return one.ply === other.ply && other.line.every((uci, at) => one.line[at] === uci);
}
