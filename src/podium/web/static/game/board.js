// The board that one plays on: by mouse, finger and keys. What may be moved is asked of the page.

import { Chessboard, COLOR, INPUT_EVENT_TYPE } from "../vendor/cm-chessboard/src/Chessboard.js";
import { EXTENSION_POINT, Extension } from "../vendor/cm-chessboard/src/model/Extension.js";
import { SQUARES, write } from "./position.js";
import { colourWord, pieceWord, words } from "./words.js";

const SPRITE = new URL("../pieces.svg", import.meta.url).pathname;
const MARKS = ["last", "check", "picked", "premove"];
const FRAMED = ["kept", "premove"]; // marked over the pieces, too
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ANIMATION_MS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160;

/** Marks squares again whenever the board draws them anew. */
class Marks extends Extension {
  constructor(chessboard, { draw }) {
    super(chessboard);
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, draw);
  }
}

export class Board {
  #marks = {}; // squares by kind
  #targets = [];
  #pieces = {};
  #picked = null; // by keys
  #retaken = null; // the own piece that has just been chosen as the goal of another
  #dragged = false; // whether the last piece was: then it is already where it goes
  #focus;
  #cells = new Map();
  #aimed = null; // where an arrow begins that is being drawn
  #arrows = [];

  /**
   * `rules.may(square)` says whether a piece can be picked, `rules.targets(square)` where it can go (undefined: not
   * known), `rules.mayRetake(from, to)` whether it can be sent to where an own piece stands, `rules.move(from, to)` makes
   * a move, after which the page shows where the pieces are; `rules.forget()` drops what was to be played later.
   * `rules.points(event)` says whether an arrow may be drawn, `rules.point(from, to)` that one was.
   */
  constructor(frame, colour, rules) {
    this.frame = frame;
    this.orientation = colour;
    this.#focus = colour === "white" ? "e2" : "e7";
    this.rules = rules;
    const place = frame.querySelector("[data-board-place]");
    place.replaceChildren();
    this.view = new Chessboard(place, {
      position: write({}),
      orientation: colour[0],
      assetsCache: false,
      style: { showCoordinates: false, pieces: { file: SPRITE }, animationDuration: ANIMATION_MS, cssClass: "podium" },
      extensions: [{ class: Marks, props: { draw: () => this.#drawMarks() } }],
    });
    this.view.view.svg.setAttribute("aria-hidden", "true"); // the grid over it has the words
    this.view.view.svg.removeAttribute("role");
    this.#followPointer();
    this.#showPieces();
    // A tap is a touch and then a click: the click would pick up the piece that has just been moved.
    place.addEventListener("touchend", (event) => event.cancelable && this.view.isMoveInputEnabled() && event.preventDefault(), { passive: false });
    place.addEventListener("contextmenu", (event) => {
      if (this.rules.points(event)) event.preventDefault();
      this.rules.forget();
    });
    for (const type of ["pointerdown", "pointerup"]) place.addEventListener(type, (event) => this.#aimAt(event));
    this.grid = frame.querySelector("[role=grid]");
    this.grid.hidden = false;
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.#layOut();
  }

  /** Show pieces, and what is marked: {last, check, premove}. */
  show(pieces, marks, animated) {
    this.#pieces = pieces;
    this.view.setPosition(write(pieces), animated && !this.#dragged && !document.hidden);
    this.#dragged = false;
    this.#marks = { ...marks, picked: this.#marks.picked ?? [] };
    if (this.#picked && !pieces[this.#picked]) this.#drop();
    this.#drawMarks();
    this.#label();
  }

  /** Let pieces of one colour be moved; null: none. */
  allow(colour) {
    if (colour === this.allowed) return;
    this.allowed = colour;
    this.view.cancelMoveInput();
    this.view.disableMoveInput();
    this.#drop();
    if (colour) this.view.enableMoveInput((event) => this.#input(event), colour === "white" ? COLOR.white : COLOR.black);
    this.#label();
  }

  /** Let the keys go on over the squares. */
  focus() {
    this.#cells.get(this.#focus).focus({ focusVisible: false });
  }

  /** Show arrows, as `g1f3`. */
  point(arrows) {
    this.#arrows = arrows;
    this.frame.querySelector(".arrows path").setAttribute("d", arrows.map((one) => this.#arrow(one)).join(""));
  }

  async turn(orientation) {
    if (orientation === this.orientation || this.view.boardTurning) return;
    this.orientation = orientation;
    this.#layOut();
    this.#label();
    this.point(this.#arrows);
    await this.view.setOrientation(orientation[0]);
  }

  // ---- By pointer ----

  #input({ type, squareFrom, squareTo }) {
    switch (type) {
      case INPUT_EVENT_TYPE.moveInputStarted:
        if (squareFrom === this.#retaken || !this.rules.may(squareFrom)) return false;
        this.#dragged = false;
        this.#pick(squareFrom);
        return true;
      case INPUT_EVENT_TYPE.validateMoveInput:
        this.#drop();
        if (this.#isGoal(squareFrom, squareTo)) this.#moveSoon(squareFrom, squareTo);
        return false; // onto another own piece: that one is picked instead
      case INPUT_EVENT_TYPE.moveInputCanceled:
        this.#drop();
    }
    return undefined;
  }

  /** Move when the piece has been put back; until then the board offers to pick an own piece on the goal. */
  #moveSoon(from, to) {
    this.#retaken = to;
    queueMicrotask(() => {
      this.#retaken = null;
      this.rules.move(from, to);
    });
  }

  /** Let a dragged piece follow the pointer without a style attribute, which our content policy forbids. */
  #followPointer() {
    const input = this.view.view.visualMoveInput;
    input.createDraggablePiece = (name) => {
      const drawing = "http://www.w3.org/2000/svg";
      const dragged = document.createElementNS(drawing, "svg");
      dragged.setAttribute("viewBox", "0 0 40 40");
      dragged.setAttribute("class", "dragged");
      dragged.setAttribute("width", input.view.squareWidth);
      dragged.setAttribute("height", input.view.squareHeight);
      const piece = document.createElementNS(drawing, "use");
      piece.setAttribute("href", `${SPRITE}#${name}`);
      dragged.append(piece);
      document.body.append(dragged);
      input.draggablePiece = dragged;
      this.#dragged = true;
    };
    input.moveDraggablePiece = (x, y) => {
      const { style } = input.draggablePiece;
      style.left = `${x - input.view.squareWidth / 2}px`;
      style.top = `${y - input.view.squareHeight / 2}px`;
    };
  }

  /** Show or hide the piece of a square, where one is drawn: one that is still on its way there is not. */
  #showPieces() {
    const { view } = this.view;
    view.setPieceVisibility = (square, visible = true) => {
      const piece = square && view.piecesGroup.querySelector(`g[data-square="${square}"]`);
      piece?.setAttribute("visibility", visible ? "visible" : "hidden");
    };
  }

  // ---- Arrows ----

  /** An arrow goes from where a pointer is put down to where it is taken up, or from one square tapped to the next. */
  #aimAt({ type, button, clientX, clientY }) {
    const square = document.elementFromPoint(clientX, clientY)?.dataset.square;
    if (!square || !this.rules.points({ button })) this.#aim(null);
    else if (type === "pointerdown" ? !this.#aimed : button === 2 || square !== this.#aimed) this.#aim(square);
  }

  /** Begin an arrow at a square, or end the one that was begun; null, or the same square again: none. */
  #aim(square) {
    const start = this.#aimed;
    if (!start && !square) return;
    this.#aimed = start ? null : square;
    this.#marks = { ...this.#marks, picked: this.#aimed ? [square] : [] };
    this.#drawMarks();
    this.#label();
    if (start && square && start !== square) this.rules.point(start, square);
  }

  #arrow(squares) {
    const middle = (at) => [(at % 8) + 0.5, Math.floor(at / 8) + 0.5];
    const [[x, y], [toX, toY]] = [squares.slice(0, 2), squares.slice(2)].map((one) => middle(this.#order().indexOf(one)));
    const angle = Math.atan2(toY - y, toX - x);
    const [left, right] = [2.6, -2.6].map((turn) => `${toX + 0.4 * Math.cos(angle + turn)} ${toY + 0.4 * Math.sin(angle + turn)}`);
    return `M${x} ${y}L${toX} ${toY}M${left}L${toX} ${toY}L${right}`;
  }

  // ---- By keys ----

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const square = this.#focus;
    if (event.key in STEPS) this.#go(STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#press(square);
    else if (event.key === "a" && this.rules.points({ button: 2 })) this.#aim(square);
    else if (event.key === "Escape" && this.#aimed) this.#aim(null);
    else if (event.key === "Escape" && this.#picked) this.#drop();
    else return;
    event.preventDefault();
  }

  #go([down, right]) {
    const order = this.#order();
    const at = order.indexOf(this.#focus);
    const [row, column] = [Math.floor(at / 8) + down, (at % 8) + right];
    if (row < 0 || row > 7 || column < 0 || column > 7) return;
    this.#focus = order[row * 8 + column];
    this.#label();
    this.#cells.get(this.#focus).focus();
  }

  #press(square) {
    const from = this.#picked;
    if (!this.allowed) return;
    if (from === square) this.#drop();
    else if (from && this.#isGoal(from, square)) {
      this.#drop();
      this.rules.move(from, square);
    } else if (this.#own(square) && this.rules.may(square)) {
      this.#picked = square;
      this.#pick(square);
    }
    this.#label();
  }

  #isGoal(from, to) {
    return !this.#own(to) || this.rules.mayRetake(from, to);
  }

  #own(square) {
    const piece = this.#pieces[square];
    return piece !== undefined && (piece === piece.toUpperCase()) === (this.allowed === "white");
  }

  // ---- What is seen ----

  #pick(square) {
    this.#targets = this.rules.targets(square) ?? [];
    this.#marks = { ...this.#marks, picked: [square] };
    this.#drawMarks();
  }

  #drop() {
    this.#picked = null;
    this.#targets = [];
    this.#marks = { ...this.#marks, picked: [] };
    this.#drawMarks();
    this.#label();
  }

  #drawMarks() {
    for (const square of this.frame.querySelectorAll("rect[data-square]")) {
      for (const mark of MARKS) square.classList.toggle(mark, (this.#marks[mark] ?? []).includes(square.dataset.square));
    }
    for (const [square, cell] of this.#cells) {
      for (const mark of FRAMED) cell.classList.toggle(mark, (this.#marks[mark] ?? []).includes(square));
      cell.classList.toggle("target", this.#targets.includes(square));
      cell.classList.toggle("takes", this.#targets.includes(square) && square in this.#pieces);
    }
  }

  #order() {
    return this.orientation === "white" ? SQUARES : [...SQUARES].reverse();
  }

  /** The grid of squares over the board: what keys go over, and what is read aloud. */
  #layOut() {
    this.#cells.clear();
    const order = this.#order();
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (const square of order.slice(8 * row, 8 * row + 8)) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = square;
        if (row === 7) cell.dataset.file = square[0];
        if (line.children.length === 0) cell.dataset.rank = square[1];
        cell.addEventListener("focus", () => {
          this.#focus = square;
          this.#label();
        });
        this.#cells.set(square, cell);
        line.append(cell);
      }
      rows.push(line);
    }
    this.grid.replaceChildren(...rows);
    this.#drawMarks();
  }

  #label() {
    for (const [square, cell] of this.#cells) {
      const piece = this.#pieces[square];
      const facts = { square, colour: piece && colourWord(piece === piece.toUpperCase() ? "white" : "black"), piece: piece && pieceWord(piece) };
      let label = piece ? words("squareWith", facts) : words("squareEmpty", facts);
      if (square === this.#picked || square === this.#aimed) label = words("squarePicked", { square: label });
      else if (this.#targets.includes(square)) label = words("squareTarget", { square: label });
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(square === this.#picked));
      cell.tabIndex = square === this.#focus ? 0 : -1;
    }
  }
}
