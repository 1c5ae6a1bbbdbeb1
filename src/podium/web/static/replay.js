// Games that are stepped through together: all after so many half-moves, or in the order in which they were played.

import { draw } from "./game/picture.js";
import { FIRST, after, other, read } from "./game/position.js";

const STEP_MS = 900; // between moves that play by themselves
const $ = (selector, root = document) => root.querySelector(selector);

const bar = $("#replay");
let games = []; // {place, first, moves, positions, number, turn}
let order = []; // the games, as their moves were played
let at = 0;
let playing = null;

const words = (key, facts = {}) => $("#live-words").dataset[key].replace(/\{(\w+)\}/g, (_whole, name) => facts[name]);
const byTime = () => $("select", bar).value === "time";
const last = () => (byTime() ? order.length : Math.max(...games.map(({ moves }) => moves.length)));

async function begin() {
  const answer = await fetch(bar.dataset.games);
  if (!answer.ok) return; // what the server drew stays
  games = (await answer.json()).games.map(prepared).filter(({ place }) => place);
  order = games.flatMap((game) => game.moves.map((move) => ({ game, at: Date.parse(move.at) }))).sort((one, two) => one.at - two.at);
  at = Number(bar.dataset.ply);
  for (const element of bar.querySelectorAll("[data-scripted]")) element.hidden = false;
  $("select", bar).addEventListener("change", () => show(last()));
  $("input", bar).addEventListener("input", ({ target }) => show(Number(target.value)));
  bar.addEventListener("click", (event) => {
    const going = event.target.closest("[data-go]");
    if (going) event.preventDefault();
    if (going) go(going.dataset.go);
    else if (event.target.id === "run") run();
  });
}

function prepared({ id, initialFen, moves }) {
  const [fen, turn = "w", , , , number = 1] = (initialFen ?? FIRST).split(" ");
  return { place: $(`[data-game="${CSS.escape(id)}"]`), moves, positions: [read(fen)], number: Number(number), turn };
}

const go = (where) => show({ first: 0, back: at - 1, on: at + 1, last: last() }[where]);

/** Let the moves come by themselves, or stop. */
function run() {
  const button = $("#run", bar);
  [button.dataset.stop, button.textContent] = [button.textContent, button.dataset.stop];
  if (playing) playing = void clearInterval(playing);
  else {
    if (at === last()) show(0);
    playing = setInterval(() => (at < last() ? show(at + 1) : run()), STEP_MS);
  }
}

function show(step) {
  at = Math.max(0, Math.min(last(), step));
  const played = new Map();
  if (byTime()) for (const { game } of order.slice(0, at)) played.set(game, (played.get(game) ?? 0) + 1);
  for (const game of games) set(game, byTime() ? (played.get(game) ?? 0) : Math.min(at, game.moves.length));
  const slider = $("input", bar);
  [slider.max, slider.value] = [last(), at];
  $("output", bar).textContent = `${at} / ${last()}`;
}

function set({ place, moves, positions, number, turn }, ply) {
  if (Number(place.dataset.ply) === ply) return;
  place.dataset.ply = ply;
  while (positions.length <= ply) positions.push(after(positions.at(-1), moves[positions.length - 1].uci));
  const move = moves[ply - 1];
  const [first, back] = turn === "w" ? ["white", 1] : ["black", 0];
  const half = ply - back;
  const san = move?.san.replace(/[KQRBN]/g, (letter) => words("letters")["KQRBN".indexOf(letter)]);
  const text = move ? `${number + Math.floor(half / 2)}${half % 2 ? "…" : "."}${san}` : "";
  $("[data-move]", place).textContent = text;
  const facts = { uci: move?.uci, check: /[+#]/.test(move?.san), turn: ply % 2 ? other(first) : first };
  draw($("svg.position", place), positions[ply], facts, text ? words("position", { move: text }) : words("first"));
}

document.addEventListener("keydown", (event) => {
  if (!games.length || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const where = { "[": "back", "]": "on", "{": "first", "}": "last" }[event.key];
  if (where) go(where);
});
if (bar) void begin();
