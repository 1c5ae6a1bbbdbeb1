// Two players change places: click one and then the other, or drag one onto the other; w and b choose White and Black of
// the board that has the focus. What speaks against it is fetched before anything is done.

import { $, $$, say, words } from "./podium.js";

const SEATS = "[data-swaps] a[href*='one=']"; // without scripts these links do the same, a page each
let chosen = null;
let sentence = null; // what the status line says of the one who is chosen

const playerOf = (link) => {
  const asked = new URL(link.href).searchParams;
  return asked.get("other") ?? asked.get("one");
};

function mark(player) {
  chosen = player;
  for (const link of $$(SEATS)) {
    if (playerOf(link) === player) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Takes a player as the first of two, or as the second; the same one again is put down. */
async function choose(link) {
  const player = playerOf(link);
  if (chosen === null || chosen === player) {
    mark(chosen === null ? player : null);
    sentence?.remove();
    if (chosen !== null) sentence = say(words("swap", { name: link.textContent }));
    return;
  }
  const one = chosen;
  mark(null);
  sentence?.remove();
  const { swaps } = $("[data-swaps]").dataset;
  const url = `${swaps}?${new URLSearchParams({ one, other: player })}`;
  try {
    const answer = await fetch(url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const panel = $("#swap", page);
    if (!panel) return location.assign(url);
    $("#swap-place").replaceChildren(document.adoptNode(panel));
    panel.scrollIntoView({ block: "nearest" });
    $("button, a", panel).focus({ preventScroll: true });
  } catch {
    say(words("unreachable"), "error");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(SEATS);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(link);
});
document.addEventListener("keydown", (event) => {
  const side = { w: ".white a", b: ".black a" }[event.key];
  const board = document.activeElement.closest("[data-swaps] [data-board]");
  if (!side || !board || event.ctrlKey || event.metaKey || event.altKey) return;
  $(side, board)?.click();
});
document.addEventListener("dragstart", ({ target }) => {
  const link = target.closest?.(SEATS);
  if (link) mark(playerOf(link));
});
document.addEventListener("dragover", (event) => {
  if (chosen !== null && event.target.closest(SEATS)) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const link = event.target.closest(SEATS);
  if (!link || chosen === null) return;
  event.preventDefault();
  if (playerOf(link) !== chosen) choose(link);
});

const first = new URL(location.href).searchParams.get("one");
if (first && $("[data-swaps]")) mark(first);
