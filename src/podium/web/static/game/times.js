// The time that each move took, as figures and as a small graph: White's bars up, Black's down.

import { words } from "./words.js";

const HALF = 20; // the height of one side

/** Milliseconds for each move; null where they cannot be known. No more than was left: a pause is nobody's time. */
export function timesUsed({ moves }) {
  return moves.map(({ at, clock }, ply) => {
    if (clock === null || ply === 0) return null;
    const before = ply > 1 ? moves[ply - 2].clock : Infinity;
    return Math.max(0, Math.min(Date.parse(at) - Date.parse(moves[ply - 1].at), before ?? Infinity));
  });
}

/** `7.4`, `42`, `3:05`. */
export function usedText(ms) {
  if (ms < 9950) return (ms / 1000).toFixed(1);
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Draw the times; `whiteFirst` says who moved first, and the bar of the half-move `shown` is marked. */
export function drawTimes(svg, used, whiteFirst, shown) {
  svg.toggleAttribute("hidden", !used.some((ms) => ms !== null));
  const most = Math.max(1, ...used);
  const total = [0, 0];
  const bars = used.map((ms, ply) => {
    const below = (ply % 2 === 0) !== whiteFirst;
    const height = HALF * Math.sqrt((ms ?? 0) / most); // short ones are seen beside long ones
    total[Number(below)] += ms ?? 0;
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const place = { x: ply + 0.1, y: below ? HALF : HALF - height, width: 0.8, height };
    for (const [name, value] of Object.entries(place)) bar.setAttribute(name, value);
    bar.setAttribute("class", `${below ? "black" : "white"}${ply + 1 === shown ? " shown" : ""}`);
    return bar;
  });
  svg.setAttribute("viewBox", `0 0 ${Math.max(40, used.length)} ${2 * HALF}`);
  svg.setAttribute("aria-label", words("times", { white: usedText(total[0]), black: usedText(total[1]) }));
  svg.replaceChildren(...bars);
}
