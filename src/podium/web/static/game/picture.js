// The picture of a position that the server drew, with another position in it.

import { kingOf } from "./position.js";

const SQUARE = 40;
const SVG = "http://www.w3.org/2000/svg";

/** Put pieces on the board `picture`, and mark the last move (`uci`, if any) and a `check` of the side to move (`turn`). */
export function draw(picture, pieces, { uci, check, turn }, title) {
  const sprite = picture.querySelector("use").getAttribute("href").split("#")[0];
  for (const old of picture.querySelectorAll("rect.last, rect.check, desc")) old.remove();
  picture.querySelector("title").textContent = title;
  const edge = picture.querySelector(".coordinates");
  for (const square of uci ? [uci.slice(0, 2), uci.slice(2, 4)] : []) edge.before(mark("last", square));
  if (check) edge.before(mark("check", kingOf(pieces, turn)));
  const there = new Map([...picture.querySelectorAll("use")].map((use) => [`${use.getAttribute("x")} ${use.getAttribute("y")}`, use]));
  for (const [square, letter] of Object.entries(pieces)) {
    const href = `${sprite}#${letter === letter.toUpperCase() ? "w" : "b"}${letter.toLowerCase()}`;
    const { x, y } = corner(square);
    const use = there.get(`${x} ${y}`);
    if (use?.getAttribute("href") === href) there.delete(`${x} ${y}`); // most pieces stay where they are
    else picture.append(shape("use", { href, x, y }));
  }
  for (const gone of there.values()) gone.remove();
}

const corner = (square) => ({ x: SQUARE * (square.charCodeAt(0) - 97), y: SQUARE * (8 - Number(square[1])) });
const mark = (kind, square) => shape("rect", { class: kind, ...corner(square), width: SQUARE, height: SQUARE });

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
