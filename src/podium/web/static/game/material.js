// What each player has taken, and who is ahead by how much.

import { isWhite } from "./position.js";
import { pieceWord, words } from "./words.js";

const SPRITE = new URL("../pieces.svg", import.meta.url).pathname;
const VALUES = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** Show in `elements` (by colour) what is gone of the opponent's pieces between two positions, and the difference. */
export function showMaterial(elements, first, now) {
  const before = Object.values(first);
  const left = Object.values(now);
  const worth = (white) => left.reduce((sum, piece) => sum + (isWhite(piece) === white ? VALUES[piece.toLowerCase()] : 0), 0);
  const ahead = worth(true) - worth(false);
  for (const colour of ["white", "black"]) {
    const theirs = [..."qrbnp"].map((kind) => (colour === "white" ? kind : kind.toUpperCase()));
    const missing = theirs.flatMap((piece) => Array(Math.max(0, count(before, piece) - count(left, piece))).fill(piece));
    draw(elements[colour], missing, Math.max(0, colour === "white" ? ahead : -ahead));
  }
}

function count(pieces, piece) {
  return pieces.filter((one) => one === piece).length;
}

function draw(element, missing, points) {
  const key = missing.join("") + points;
  if (element.dataset.shows === key) return;
  element.dataset.shows = key;
  element.hidden = !missing.length && !points;
  const said = words("taken", { pieces: missing.map(pieceWord).join(", ") || "–" });
  element.setAttribute("aria-label", points ? words("ahead", { taken: said, points }) : said);
  element.replaceChildren(points ? `+${points}` : "", ...missing.map(picture));
}

function picture(piece) {
  const drawing = "http://www.w3.org/2000/svg";
  const [svg, use] = ["svg", "use"].map((name) => document.createElementNS(drawing, name));
  svg.setAttribute("viewBox", "6 2 28 36");
  use.setAttribute("href", `${SPRITE}#${isWhite(piece) ? "w" : "b"}${piece.toLowerCase()}`);
  svg.append(use);
  return svg;
}
