// Live games on pages of many: one stream for all of them. A move changes the one board that it was played on; whatever
// else happens is for the server to put into words, so the part of the page is fetched again.

/* global htmx */

import { ServerTime, timeText } from "./game/clocks.js";
import { draw as drawPosition } from "./game/picture.js";
import { read } from "./game/position.js";

const SETTLE_MS = 200; // several changes in a row cause one reload
const LOOK_MS = 10_000; // who is connected is no message of a stream
const LATE_LOOK_MS = 5_000; // those who see games late ask for them
const SORT_MS = 1_000;
const HANDS_OFF_MS = 3_000; // rows do not move while somebody points at them
const PLAYED = 8; // the need of a board that nobody waits for
const OFFER = 7;
const $ = (selector, root = document) => root.querySelector(selector);

const time = new ServerTime();
const games = new Map(); // what is known of each game: clocks and their time, position, last move
const waiting = new Set(); // games whose boards are drawn with the next frame
const greeted = new Set(); // games that this connection has told of
const list = () => $("[data-games]");
const words = (key, facts = {}) => $("#live-words").dataset[key].replace(/\{(\w+)\}/g, (_whole, name) => facts[name]);
const place = (id) => $(`[data-game="${CSS.escape(id)}"]`);

// ---- News ----

function hear(kind, data) {
  const id = kind === "move" ? data.game : data.id;
  const last = kind === "move" ? data : data.moves.at(-1);
  const plies = kind === "move" ? data.ply + 1 : data.ply;
  time.hear(data.now);
  const { clocks, status, fen, turn, check } = data;
  const before = games.get(id);
  if (kind === "move" && before && before.plies >= plies) return;
  games.set(id, { clocks, at: Date.parse(data.now), status, fen, turn, check, plies, san: last?.san, uci: last?.uci });
  waiting.add(id);
  if (waiting.size === 1) requestAnimationFrame(drawWaiting);
  const shown = place(id);
  const first = kind === "game" && !greeted.has(id);
  greeted.add(id);
  if (!shown || (shown.dataset.status ?? status) !== status || (kind === "game" && !first)) reload();
  else if (kind === "move" && Number(shown.dataset.need) === OFFER) reload();
}

let soon = null;

/** Fetches the part of the page that shows the games again. */
function reload() {
  soon ??= setTimeout(() => {
    soon = null;
    const part = list()?.closest("[data-live]") ?? $("[data-live]");
    if (part) htmx.trigger(part, "podium:live");
  }, SETTLE_MS);
}

let source = null;

function listen() {
  const here = list();
  if (!here || source || "delayed" in here.dataset) return;
  source = new EventSource(`${here.dataset.games}/events`);
  source.addEventListener("open", () => greeted.clear());
  for (const kind of ["move", "game"]) source.addEventListener(kind, ({ data }) => hear(kind, JSON.parse(data)));
}

function hush() {
  source?.close();
  source = null;
}

/** Asks for all games, as those do who see them late. */
async function look() {
  const here = list();
  if (!here || document.hidden) return;
  try {
    const answer = await fetch(here.dataset.games);
    if (!answer.ok) return;
    greeted.clear();
    for (const game of (await answer.json()).games) hear("game", game);
  } catch {
    // no network: what is shown stays, and is looked at again
  }
}

document.addEventListener("visibilitychange", () => {
  hush();
  if (!document.hidden) listen();
});
addEventListener("pagehide", hush);

// ---- Boards ----

function drawWaiting() {
  for (const id of waiting) {
    const shown = place(id);
    const game = games.get(id);
    if (shown && game && Number(shown.dataset.ply) < game.plies) draw(shown, game);
  }
  waiting.clear();
}

function draw(shown, game) {
  shown.dataset.ply = game.plies;
  const [, turn, , , , number] = game.fen.split(" ");
  const san = game.san.replace(/[KQRBN]/g, (letter) => words("letters")["KQRBN".indexOf(letter)]);
  const move = turn === "b" ? `${number}.${san}` : `${number - 1}…${san}`;
  const said = $("[data-move]", shown);
  if (said) said.textContent = move;
  const standing = $("[data-standing]", shown);
  const alone = !("sorts" in list().dataset) || Number(shown.dataset.need) === PLAYED;
  if (standing && alone && game.status === "RUNNING") standing.textContent = words(game.turn);
  const position = $("svg.position", shown);
  if (position) drawPosition(position, read(game.fen), game, words("position", { move }));
}

// ---- Clocks, countdowns, order ----

const left = ({ clocks, at }, colour) => clocks[colour] - (clocks.running === colour ? Math.max(0, time.now - at - clocks.delay) : 0);

function tick() {
  for (const shown of list()?.children ?? []) {
    const game = games.get(shown.dataset.game);
    if (!game) continue;
    for (const clock of shown.querySelectorAll("[data-clock]")) {
      const colour = clock.dataset.clock;
      const rest = left(game, colour);
      const text = timeText(rest);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("runs", game.clocks.running === colour);
      clock.classList.toggle("low", rest < game.clocks.low && game.clocks.running !== null);
    }
    const awaited = $("[data-until]", shown);
    if (awaited) {
      const rest = Math.max(0, Math.ceil((Date.parse(awaited.dataset.until) - time.now) / 1000));
      const text = awaited.dataset.awaited.replace("{time}", `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`);
      if (awaited.textContent !== text) awaited.textContent = text;
    }
  }
}

let pointed = -HANDS_OFF_MS;
document.addEventListener("pointermove", ({ target }) => {
  if (target.closest?.("[data-sorts]")) pointed = performance.now();
});

/** Puts the rows into the order in which they need the arbiter: as the server did, by the clocks of now. */
function sort() {
  const here = $("[data-sorts]");
  if (!here || performance.now() - pointed < HANDS_OFF_MS || here.contains(document.activeElement)) return;
  if ($("details[open]", here)) return;
  const key = (row) => {
    const game = games.get(row.dataset.game);
    const need = Number(row.dataset.need);
    const least = game && need === PLAYED ? Math.min(left(game, "white"), left(game, "black")) : 0;
    return [need, least, Number(row.dataset.number)];
  };
  const rows = [...here.children].map((row) => [row, key(row)]);
  const sorted = rows.toSorted(([, a], [, b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  if (sorted.some(([row], at) => row !== here.children[at])) here.append(...sorted.map(([row]) => row));
}

// An answer may have been made before the last move that came by the stream.
document.addEventListener("htmx:afterRequest", () => {
  listen();
  for (const id of games.keys()) waiting.add(id);
  drawWaiting();
  tick();
});

listen();
setInterval(tick, 100);
setInterval(sort, SORT_MS);
setInterval(() => {
  if ($("[data-sorts]") && !document.hidden) reload();
}, LOOK_MS);
if (list() && "delayed" in list().dataset) {
  look();
  setInterval(look, LATE_LOOK_MS);
}
