// The moves as they are written down, each a button that shows the position after it.

import { drawTimes, timesUsed, usedText } from "./times.js";
import { moveText } from "./words.js";

export class Record {
  #written = "";

  constructor(section) {
    this.list = section.querySelector("#moves");
    this.none = section.querySelector("#no-moves");
    this.times = section.querySelector("#times");
    this.buttons = Object.fromEntries([...section.querySelectorAll("[data-go]")].map((one) => [one.dataset.go, one]));
  }

  /**
   * Show the moves of a game, that after `ply` half-moves marked, unless other moves are `tried` from there.
   * `whiteFirst` says who moved first.
   */
  show(game, ply, whiteFirst, tried) {
    const written = `${game.attempt} ${game.ply}`;
    if (this.#written !== written) this.#write(game, whiteFirst ? 0 : 1);
    this.#written = written;
    drawTimes(this.times, this.used, whiteFirst, ply);
    for (const button of this.list.querySelectorAll("button")) {
      if (Number(button.dataset.ply) === ply && !tried) {
        button.setAttribute("aria-current", "true");
        this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
      } else button.removeAttribute("aria-current");
    }
    this.buttons.first.disabled = this.buttons.back.disabled = ply === 0 && !tried;
    this.buttons.on.disabled = this.buttons.last.disabled = ply === game.ply && !tried;
    this.none.hidden = game.ply > 0;
  }

  #write({ moves, ply, initialFen }, before) {
    this.used = timesUsed({ moves });
    const number = Number(initialFen?.split(" ")[5] ?? 1);
    const rows = [];
    for (let at = -before; at < ply; at += 2) {
      const row = document.createElement("li");
      const figure = document.createElement("span");
      figure.className = "number";
      figure.textContent = `${number + rows.length}.`;
      row.append(figure, button(moves, at, this.used), button(moves, at + 1, this.used));
      rows.push(row);
    }
    this.list.replaceChildren(...rows);
  }
}

/** A half-move to press; an empty place where there is none. */
function button(moves, at, used) {
  const element = document.createElement(moves[at] ? "button" : "span");
  if (!moves[at]) return element;
  element.type = "button";
  element.dataset.ply = at + 1;
  element.textContent = moveText(moves[at].san);
  if (used[at] !== null) element.dataset.used = usedText(used[at]);
  return element;
}
