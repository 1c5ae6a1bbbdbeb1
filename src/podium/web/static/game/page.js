// The page of a game: what the server says, what the player does, and what is shown of both.

import { Board } from "./board.js";
import { Clocks, ServerTime } from "./clocks.js";
import { FIRST, after, colourOf, kingOf, other, read } from "./position.js";
import { Sounds } from "./sounds.js";
import { Stream } from "./stream.js";
import { colourWord, moveSentence, resultSentence, words } from "./words.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const LATE_MS = 1200; // after this a move that is not answered is said to wait
const AGAIN_MS = [500, 1000, 2000, 3000]; // between attempts to send it
const PATIENCE_MS = 6000; // for one answer

const root = $("#game");
const { api, here, csrf } = root.dataset;
const you = root.dataset.you || null;
const offers = root.dataset.offers === "true";
const claims = root.dataset.claims === "true";

let game = JSON.parse(root.dataset.game);
let pending = null; // a move that is not answered yet: {move, uci, ply, thinking, at}
let premove = null; // by coordinates
let shown = null; // the half-moves on the board while one looks back; null: all
let turnSince = performance.now(); // when the player saw that it was their turn
let state = "connecting";
let said = game.moves.length; // half-moves that were read aloud

// ---- Time, sound, board ----

const serverTime = new ServerTime();
const sounds = new Sounds(you !== null);
const clocks = new Clocks(
  { white: $('[data-clock="white"]'), black: $('[data-clock="black"]') },
  serverTime,
  (colour) => {
    if (you && colour !== you) return;
    sounds.play("low");
    say(words("lowTime", { colour: colourWord(colour) }));
  },
);
const board = new Board($(".boardframe"), root.dataset.orientation, { may, targets, move });

function say(text) {
  $("#said").textContent = text;
}

// ---- What the server says ----

/** The positions from the first to the present one. */
let positions = [];

function rewind() {
  positions = [read(game.initialFen ?? FIRST)];
  for (const { uci } of game.moves) positions.push(after(positions.at(-1), uci));
}

/** Take a whole game, unless a later one is known. */
function take(fresh, { quiet = false } = {}) {
  if (fresh.version < game.version) return;
  const before = game;
  if (fresh.now !== undefined) serverTime.hear(fresh.now);
  game = { ...fresh, legal: fresh.legal ?? (fresh.version === before.version ? before.legal : undefined) };
  if (game.attempt !== before.attempt) shown = pending = premove = null;
  clocks.set(game.clocks, game.now === undefined ? undefined : Date.parse(game.now) || game.now);
  changed(before, quiet);
}

/** Take one move; whoever missed one asks for the whole game. */
function takeMove({ uci, san, at, clocks: left, version, fen, now }) {
  if (version <= game.version) return;
  if (version !== game.version + 1 || game.status !== "RUNNING") return void reload();
  const before = game;
  const moved = game.turn;
  const offer = game.drawOffer === other(moved) ? null : game.drawOffer; // a move answers the opponent's offer
  const move = { uci, san, at, clock: left[moved] };
  game = { ...game, fen, version, turn: other(moved), ply: game.ply + 1, moves: [...game.moves, move], clocks: left, drawOffer: offer, legal: undefined };
  if (now !== undefined) serverTime.hear(now);
  clocks.set(left);
  changed(before, false);
  if (game.turn === you) void reload(); // what is legal comes with the whole game
}

function changed(before, quiet) {
  if (pending && pending.ply < game.ply) pending = null; // it is among the moves, or another one was faster
  if (before.ply > game.ply || !positions.length) rewind();
  else for (const { uci } of game.moves.slice(positions.length - 1)) positions.push(after(positions.at(-1), uci));
  if (shown !== null && shown >= game.ply) shown = null;
  if (!quiet) announce(before);
  if (before.turn !== game.turn || before.status !== game.status) turnSince = performance.now();
  render(true);
  playPremove();
  comeBack();
}

/** Say and sound what happened. */
function announce(before) {
  const sentences = [];
  for (let ply = Math.max(said, game.ply - 2); ply < game.ply; ply++) {
    const { uci, san } = game.moves[ply];
    sentences.push(moveSentence(positions[ply], uci, san));
  }
  const last = game.moves.at(-1);
  if (game.ply > said) sounds.play(/[+#]/.test(last.san) ? "check" : last.san.includes("x") ? "take" : "move");
  said = game.ply;
  if (before.status !== game.status) {
    sentences.push(stateSentence());
    sounds.play(game.status === "FINISHED" ? "end" : "start");
  } else if (game.drawOffer && before.drawOffer !== game.drawOffer) {
    sentences.push(words("offered", { colour: colourWord(game.drawOffer) }));
    sounds.play("offer");
  } else if (before.drawOffer && !game.drawOffer && game.status === "RUNNING" && game.ply === before.ply) {
    sentences.push(words("offerGone"));
  }
  if (sentences.length) say(sentences.join(" "));
}

async function reload() {
  try {
    const response = await fetch(`${api}/game`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) {
      take(await response.json());
      return true;
    }
  } catch {
    // no network: the stream will say when there is one again
  }
  return false;
}

const stream = new Stream(
  `podium-game-${game.id}-${you ?? "public"}`,
  `${api}/events`,
  (kind, data) => (kind === "move" ? takeMove(data) : take(data)),
  (now) => {
    const again = now === "open" && state !== "open";
    state = now;
    if (again) void reload().then(comeBack); // something may have happened while we were away
    if (again) wake();
    render(false);
  },
);

// ---- What the player does ----

/** The answer to a wish: {ok, status, body}; throws where there is no connection. */
async function post(path, body = {}) {
  const response = await fetch(`${api}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRF-Token": csrf },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { ok: response.ok, status: response.status, body: await response.json().catch(() => ({})) };
}

/** Something other than a move: done at once or not at all. */
async function act(path, body) {
  try {
    const answer = await post(path, body);
    if (answer.ok) {
      take(answer.body);
      stream.share("game", { ...answer.body });
    } else {
      problem(answer.body.detail ?? words("refused", { status: answer.status }));
      void reload();
    }
    return answer.ok;
  } catch {
    problem(words("unreachable"));
    return false;
  }
}

function problem(text) {
  const line = $("#problem");
  line.textContent = text;
  line.hidden = !text;
}

const onTurn = () => game.status === "RUNNING" && game.turn === you && !pending;

/** Whether the piece on a square can be picked: on one's turn what has a legal move, else for a premove. */
function may(square) {
  const piece = pieces()[square];
  if (!piece || colourOf(piece) !== you || shown !== null) return false;
  return !onTurn() || game.legal === undefined || game.legal.some((uci) => uci.startsWith(square));
}

function targets(square) {
  return onTurn() ? game.legal?.filter((uci) => uci.startsWith(square)).map((uci) => uci.slice(2, 4)) : undefined;
}

/** A move by its squares; true if the piece stays where it was put. */
function move(from, to) {
  problem("");
  const legal = game.legal?.filter((uci) => uci.startsWith(from + to));
  if (onTurn() && legal && !legal.length) return false;
  const piece = pieces()[from];
  const promotes = legal?.length ? legal[0].length === 5 : piece?.toLowerCase() === "p" && "18".includes(to[1]);
  if (promotes) {
    choosePiece(from + to);
    return false;
  }
  return decide(from + to);
}

/** Play a move, or keep it for one's turn. */
function decide(uci) {
  if (!onTurn()) {
    premove = uci;
    say(words("premoveKept", { from: uci.slice(0, 2), to: uci.slice(2, 4) }));
    render(false);
    return false;
  }
  play(uci, uci);
  return true;
}

function play(text, uci) {
  pending = { move: text, uci, ply: game.ply, thinking: Math.round(performance.now() - turnSince), at: performance.now() };
  premove = null;
  shown = null;
  render(uci !== null);
  void send();
  setTimeout(() => render(false), LATE_MS);
}

let sending = false;
let wake = () => {};

/** Send the move that waits until it is answered: the same move at the same place is played once. */
async function send() {
  if (sending) return;
  sending = true;
  for (let attempt = 0; pending; attempt++) {
    const one = pending;
    let answer = null;
    try {
      answer = await post("moves", { move: one.move, ply: one.ply, thinking: one.thinking });
    } catch {
      // no connection: the move is kept
    }
    if (pending !== one) {
      if (answer?.ok) take(answer.body);
    } else if (answer?.ok) {
      take(answer.body);
      stream.share("game", answer.body);
      if (pending === one) pending = null;
    } else if (answer && answer.status < 500 && answer.status !== 429) {
      pending = null;
      if (answer.body.code !== "stale") problem(answer.body.detail ?? words("refused", { status: answer.status }));
      render(true);
      await reload();
    } else {
      render(false);
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, AGAIN_MS[Math.min(attempt, AGAIN_MS.length - 1)]);
      });
    }
  }
  sending = false;
  render(true);
}

addEventListener("online", () => {
  wake();
  void reload();
});
document.addEventListener("visibilitychange", () => document.hidden || void reload());

function playPremove() {
  if (!premove || !onTurn()) return;
  const uci = premove;
  premove = null;
  if (game.legal && !game.legal.includes(uci)) {
    say(words("premoveGone"));
    render(false);
  } else play(uci, uci);
}

/** After an interruption a player who is here says so without being asked. */
function comeBack() {
  if (!you || game.status !== "PAUSED" || game.pause?.cause !== "interruption") return;
  if (game.pause.back?.includes(you) || state !== "open") return;
  void act("ready");
}

// ---- A new piece for a pawn ----

function choosePiece(uci) {
  const dialog = $("#promotion");
  for (const button of $$("[data-piece]", dialog)) {
    button.onclick = () => {
      dialog.close();
      decide(uci + button.dataset.piece);
    };
  }
  dialog.onkeydown = ({ key }) => $(`[data-piece="${CSS.escape(key.toLowerCase())}"]`, dialog)?.click();
  dialog.showModal();
}

// ---- What is shown ----

/** The pieces on show. */
function pieces() {
  if (shown !== null) return positions[shown];
  const live = positions.at(-1);
  return pending?.uci && pending.ply === game.ply ? after(live, pending.uci) : live;
}

function render(animated) {
  const ply = shown ?? game.ply;
  const last = shown === null && pending?.uci ? { uci: pending.uci, san: "" } : game.moves[ply - 1];
  const now = pieces();
  const turn = ply % 2 === (firstTurn() === "white" ? 0 : 1) ? "white" : "black";
  board.show(
    now,
    {
      last: last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [],
      check: last && /[+#]/.test(last.san) ? [kingOf(now, turn)] : [],
      premove: premove && shown === null ? [premove.slice(0, 2), premove.slice(2, 4)] : [],
    },
    animated,
  );
  board.allow(you && shown === null && game.status === "RUNNING" && !pending ? you : null);
  renderState();
  renderMoves();
  renderActs();
}

const firstTurn = () => (game.ply % 2 === 0 ? game.turn : other(game.turn));

function stateSentence() {
  switch (game.status) {
    case "WAITING":
      if (you && !game.ready?.includes(you)) return words("pressReady");
      return words(you ? "waitingForOpponent" : "waiting");
    case "PAUSED":
      return words(game.pause?.cause === "interruption" ? "interrupted" : game.pause?.cause === "dropped" ? "dropped" : "paused");
    case "FINISHED":
      return resultSentence(game);
    default:
      if (game.turn === you) return words("yourMove");
      return words(you ? "theirMove" : "toMove", { colour: colourWord(game.turn) });
  }
}

const title = document.title;

function renderState() {
  const late = pending && performance.now() - pending.at > LATE_MS;
  let text = stateSentence();
  if (pending) text = late ? words("moveWaits") : words("sending");
  else if (shown !== null) text = words("lookingBack");
  setText($("#state"), text);
  $("#state").dataset.status = pending ? "sending" : game.status === "RUNNING" && game.turn === you ? "yours" : game.status.toLowerCase();
  const connection = $("#connection");
  connection.dataset.state = state;
  setText(connection, words(state === "open" ? "connected" : state === "lost" ? "lost" : "connecting"));
  document.title = onTurn() ? `${words("yourMoveTitle")} ${title}` : title;
  root.dataset.status = game.status;
  const until = game.status === "PAUSED" ? game.pause?.until : game.status === "WAITING" ? game.startsAt : null;
  $("#until").hidden = !until;
  if (until) {
    const left = Math.max(0, Math.ceil(((typeof until === "number" ? until : Date.parse(until)) - serverTime.now) / 1000));
    setText($("#until"), words(game.status === "PAUSED" ? "goesOn" : "starts", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` }));
  }
  for (const colour of ["white", "black"]) {
    const ready = game.status === "WAITING" && game.ready?.includes(colour);
    $(`[data-ready="${colour}"]`).hidden = !ready;
  }
}

setInterval(() => (game.pause?.until || (game.status === "WAITING" && game.startsAt)) && renderState(), 500);

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function renderMoves() {
  const list = $("#moves");
  const first = firstTurn() === "white" ? 0 : 1;
  const known = Number(list.dataset.known ?? -1);
  if (known !== game.ply) {
    list.replaceChildren();
    for (let at = 0; at < game.ply + first; at += 2) {
      const row = document.createElement("li");
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${at / 2 + 1}.`;
      row.append(number, moveButton(at - first), moveButton(at - first + 1));
      list.append(row);
    }
    list.dataset.known = game.ply;
  }
  const ply = shown ?? game.ply;
  for (const button of $$("button[data-ply]", list)) {
    if (Number(button.dataset.ply) === ply) {
      button.setAttribute("aria-current", "true");
      list.scrollTop = button.offsetTop - list.clientHeight / 2;
    } else button.removeAttribute("aria-current");
  }
  $('[data-go="first"]').disabled = $('[data-go="back"]').disabled = ply === 0;
  $('[data-go="on"]').disabled = $('[data-go="last"]').disabled = shown === null;
  $("#no-moves").hidden = game.ply > 0;
}

function moveButton(at) {
  const one = game.moves[at];
  const element = document.createElement(one ? "button" : "span");
  if (!one) return element;
  element.type = "button";
  element.dataset.ply = at + 1;
  element.textContent = one.san;
  return element;
}

/** Which buttons there are to press. */
function renderActs() {
  const runs = game.status === "RUNNING";
  const both = game.ply >= 2;
  const theirs = you !== null && game.drawOffer === other(you);
  const can = {
    ready: game.status === "WAITING" && !game.ready?.includes(you),
    moves: runs && shown === null,
    resign: runs,
    "draw/offer": runs && offers && both && !game.drawOffer,
    "draw/withdraw": runs && game.drawOffer === you,
    "draw/accept": runs && theirs,
    "draw/decline": runs && theirs,
    "draw/claim": runs && claims && game.turn === you,
    pause: runs,
    resume: game.status === "PAUSED",
  };
  for (const element of $$("[data-act]", root)) element.hidden = !can[element.dataset.act];
  $("#offer").hidden = !(runs && game.drawOffer);
  if (runs && game.drawOffer) setText($("#offer-text"), game.drawOffer === you ? words("youOffered") : words("offered", { colour: colourWord(game.drawOffer) }));
  $("#premove").hidden = !premove;
  if (premove) setText($("#premove-text"), words("premoveKept", { from: premove.slice(0, 2), to: premove.slice(2, 4) }));
  $("#after").hidden = game.status !== "FINISHED";
  setText($("#sound"), words(sounds.on ? "soundOff" : "soundOn"));
}

// ---- Buttons, keys and forms ----

function look(where) {
  const ply = shown ?? game.ply;
  const next = { first: 0, back: ply - 1, on: ply + 1, last: game.ply }[where] ?? where;
  if (next < 0 || next > game.ply) return;
  shown = next === game.ply ? null : next;
  render(Math.abs(next - ply) === 1);
  const one = game.moves[next - 1];
  say(one ? moveSentence(positions[next - 1], one.uci, one.san) : words("firstPosition"));
}

document.addEventListener("click", ({ target }) => {
  const going = target.closest("[data-go]");
  const chosen = target.closest("[data-ply]");
  if (going) look(going.dataset.go);
  else if (chosen) look(Number(chosen.dataset.ply));
  else if (target.closest("#flip")) {
    root.dataset.orientation = other(root.dataset.orientation);
    void board.turn(root.dataset.orientation);
  } else if (target.closest("#sound")) {
    sounds.toggle();
    renderActs();
  } else if (target.closest("#drop-premove")) {
    premove = null;
    render(false);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || $("dialog[open]")) return;
  if (event.target.matches("input, textarea, select")) return;
  const where = { "[": "back", "]": "on", "{": "first", "}": "last" }[event.key];
  if (where) look(where);
  else if (event.key === "f") $("#flip").click();
  else if (event.key === "Escape" && premove) $("#drop-premove").click();
  else return;
  event.preventDefault();
});

// Forms work without scripts; with them nothing is loaded anew.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const path = new URL(form.action).pathname;
    if (!path.startsWith(`${here}/`)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    problem("");
    form.closest("dialog")?.close();
    const wish = path.slice(here.length + 1);
    if (wish === "moves") enter(form.elements.move);
    else void act(wish);
  },
  true,
);

/** A typed move: sent as it stands, for the server reads SAN. */
function enter(field) {
  const text = field.value.trim();
  if (!text) return field.focus();
  if (!onTurn()) return problem(words("notYourTurn"));
  play(text, /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text) && game.legal?.includes(text) ? text : null);
  field.value = "";
}

for (const element of $$("[data-scripted]")) element.hidden = false;
if (game.now !== undefined) serverTime.hear(game.now);
clocks.set(game.clocks, game.now === undefined ? undefined : Date.parse(game.now) || game.now);
rewind();
render(false);
