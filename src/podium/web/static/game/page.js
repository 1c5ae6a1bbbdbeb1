// The page of a game: what the server says, what the player does, and what is shown of both.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Clocks, ServerTime } from "./clocks.js";
import { keepAwake, notify, vibrate, watchWindow } from "./device.js";
import { Following } from "./following.js";
import { hearForms } from "./forms.js";
import { showMaterial } from "./material.js";
import { FIRST, after, colourOf, couldRetake, goals, kingOf, other, read } from "./position.js";
import { Premoves } from "./premoves.js";
import { offerTest, showPresence } from "./presence.js";
import { Record } from "./record.js";
import { Server } from "./server.js";
import { Settings } from "./settings.js";
import { Sounds } from "./sounds.js";
import { awaited, lookingSentence, numberedMove, stateSentence, timeLeft } from "./state.js";
import { Stream } from "./stream.js";
import { usedText } from "./times.js";
import { colourWord, moveSentence, words } from "./words.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const LATE_MS = 1200; // after this a move that is not answered is said to wait
const AGAIN_MS = [500, 1000, 2000, 3000]; // between attempts to send it
const PAUSE_MS = 10_000; // between looks whether an interrupted game goes on; mostly the stream says so before
const DELAYED_MS = 10_000; // between looks of those who see the game later than it is played

const root = $("#game");
const { api, here, csrf } = root.dataset;
const you = root.dataset.you || null;
const offers = root.dataset.offers === "true";

let game = JSON.parse(root.dataset.game);
let pending = null; // a move that is not answered yet: {move, uci, ply, thinking, at}
let unconfirmed = null; // a move by coordinates that the player is asked about
let shown = null; // the half-moves on the board while one looks back; null: all
let turnSince = null; // when the player saw that it became their turn; null: it was so before the page was there
let streaming = "connecting"; // or "open", "lost"
let said = game.moves.length; // half-moves that were read aloud

// ---- Time, sound, board ----

const serverTime = new ServerTime();
const sounds = new Sounds(you !== null);
const settings = new Settings($("#options"));
const premoves = new Premoves();
const following = new Following();
const clocks = new Clocks(
  { white: $('[data-clock="white"]'), black: $('[data-clock="black"]') },
  serverTime,
  (colour) => {
    if (you && colour !== you) return;
    sounds.play("low");
    say(words("lowTime", { colour: colourWord(colour) }));
  },
);
const board = new Board($(".boardframe"), root.dataset.orientation, { may, targets, mayRetake, move, forget, points, point: (from, to) => analysis.point(from, to) });

const record = new Record($(".record"));
const server = new Server(api, csrf, renderState, reload);
const analysis = new Analysis($("#analysis"), server, {
  position: (ply) => positions[ply],
  numbered: (ply, san) => numberedMove(game, ply, firstTurn(), san),
  changed: () => render(true),
  say,
  problem,
});

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
function take(fresh) {
  if (isOlder(fresh)) return;
  const before = game;
  serverTime.hear(fresh.now);
  game = { ...fresh, heardAt: Date.parse(fresh.now), legal: fresh.legal ?? (fresh.version === before.version ? before.legal : undefined) };
  if (game.attempt !== before.attempt) {
    shown = pending = null;
    analysis.turn(false);
    premoves.clear();
  }
  clocks.set(game.clocks, Date.parse(game.now));
  changed(before);
}

function isOlder({ attempt, ply, version }) {
  if (attempt !== game.attempt) return attempt < game.attempt;
  return ply === game.ply ? version < game.version : ply < game.ply;
}

/** Take one move; whoever missed one asks for the whole game. */
function takeMove({ ply, uci, san, at, now, ...news }) {
  if (ply < game.ply) return;
  if (ply > game.ply || game.status !== "RUNNING") return void reload();
  const before = game;
  serverTime.hear(now);
  const move = { ply, uci, san, at, clock: news.clocks[game.turn] };
  game = { ...game, legal: undefined, falseClaim: null, ...news, ply: ply + 1, moves: [...game.moves, move] };
  clocks.set(game.clocks, serverTime.now); // not `now`: the public may see it minutes later
  changed(before);
}

let asked = null; // the version for which it was asked what is legal

function changed(before) {
  if (pending && pending.ply < game.ply) pending = null; // it is among the moves, or another one was faster
  if (before.attempt !== game.attempt) rewind();
  else for (const { uci } of game.moves.slice(positions.length - 1)) positions.push(after(positions.at(-1), uci));
  const theirs = you !== null && game.ply > before.ply && before.turn !== you;
  if (theirs || shown >= game.ply) shown = null;
  if (game.ply !== before.ply || game.status !== "RUNNING") unconfirmed = null;
  if (game.status === "FINISHED") premoves.clear();
  const offered = game.drawOffer && game.drawOffer !== you && game.drawOffer !== before.drawOffer;
  if (you && settings.vibrate && (theirs || offered)) vibrate();
  if (settings.notify && before.status === "WAITING" && game.status === "RUNNING") void notify(words("gameStarts"));
  if (before.status !== game.status) wake();
  if (before.status !== game.status || before.ply !== game.ply) problem("");
  announce(before);
  if (before.status !== game.status && game.status === "FINISHED") $("#next-step").dispatchEvent(new Event("podium:live"));
  if (before.turn !== game.turn || before.status !== game.status) turnSince = performance.now();
  render(true);
  playPremove();
  comeBack();
  if (onTurn() && game.legal === undefined && asked !== game.version) {
    asked = game.version;
    void reload(); // what is legal
  }
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
    sentences.push(stateSentence(game, you, serverTime.now));
    sounds.play(game.status === "FINISHED" ? "end" : "start");
  } else if (game.drawOffer && before.drawOffer !== game.drawOffer) {
    sentences.push(words("offered", { colour: colourWord(game.drawOffer) }));
    sounds.play("offer");
  } else if (before.drawOffer && !game.drawOffer && game.status === "RUNNING" && game.ply === before.ply) {
    sentences.push(words("offerGone"));
  }
  if (game.falseClaim && !before.falseClaim) {
    sentences.push(claimSentence());
    sounds.play("offer");
  }
  if (sentences.length) say(sentences.join(" "));
}

/** That a draw was claimed which is none, and what it cost. */
function claimSentence() {
  const { by, given } = game.falseClaim;
  return words("falseClaim", { colour: colourWord(by), time: usedText(given), opponent: colourWord(other(by)) });
}

async function reload() {
  try {
    const { ok, body } = await server.ask("game");
    if (ok && you && !body.you) problem(words("signedOut")); // the link was ended, or another device let in
    else if (ok && (body.you ?? null) !== you) location.reload(); // somebody else is signed in by now
    else if (ok) take(body);
    else problem(body.detail); // the game is no more, or not to be seen
  } catch {
    // no connection: it is looked for again
  }
}

const stream = new Stream(
  `podium-game-${game.id}-${you ?? "public"}`,
  `${api}/events`,
  (kind, data) => (kind === "move" ? takeMove(data) : take(data)),
  (now) => {
    const again = now === "open" && streaming !== "open";
    streaming = now;
    if (again) void reload().then(comeBack); // something may have happened while we were away
    if (again) wake();
    render(false);
  },
);

// ---- What the player does ----

/** Something other than a move: done at once or not at all. */
async function act(path, body) {
  try {
    const answer = await server.post(path, body);
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
  $("#problem span").textContent = text;
  $("#problem").hidden = !text;
}

const onTurn = () => game.status === "RUNNING" && game.turn === you && !pending;
/** Whether what the player moves now is played at once, and not kept for later. */
const movesNow = () => onTurn() && !premoves.any;

/** Whether the piece on a square can be picked: on one's turn what has a legal move, else for a premove. */
function may(square) {
  if (analysis.on) return analysis.legal?.some((uci) => uci.startsWith(square)) ?? true;
  const piece = pieces()[square];
  if (!piece || colourOf(piece) !== you || shown !== null || unconfirmed) return false;
  return !movesNow() || game.legal === undefined || game.legal.some((uci) => uci.startsWith(square));
}

/** What is legal for a move that is made at once; undefined where that is not known, or another is to move. */
function legal() {
  return analysis.on ? analysis.legal : movesNow() ? game.legal : undefined;
}

function targets(square) {
  const now = pieces();
  return legal()?.filter((uci) => uci.startsWith(square)).flatMap((uci) => goals(now, uci)).filter((goal) => goal !== square);
}

/** Whether arrows are drawn by this button of the mouse, or by finger. */
function points({ button }) {
  return analysis.on && (button === 2 || analysis.pointing);
}

/** Whether a piece can be sent to a square that an own piece holds: to castle, or before one's turn to retake there. */
function mayRetake(from, to) {
  return analysis.on || movesNow() ? Boolean(legal()?.includes(from + to)) : couldRetake(pieces(), from, to);
}

/** A move by the square of a piece and the one it is dropped on. */
function move(from, dropped) {
  problem("");
  const now = pieces();
  const ways = legal()?.filter((uci) => uci.startsWith(from) && goals(now, uci).includes(dropped));
  const way = ways?.find((uci) => uci.startsWith(from + dropped)) ?? ways?.[0];
  if (ways && !way) return;
  const to = way?.slice(2, 4) ?? dropped;
  const promotes = way ? way.length === 5 : now[from]?.toLowerCase() === "p" && "18".includes(to[1]);
  if (promotes && settings.queen) decide(`${from}${to}q`);
  else if (promotes) choosePiece(from + to);
  else decide(from + to);
}

/** Try a move; the one that was played in the game is looked at there. */
function tryMove(uci) {
  const ply = shown ?? game.ply;
  if (!analysis.line.length && game.moves[ply]?.uci === uci) return look(ply + 1);
  return analysis.play(uci);
}

/** Play a move, ask about it, or keep it for one's turn. */
function decide(uci) {
  if (analysis.on) return tryMove(uci);
  if (!movesNow()) {
    premoves.add(uci);
    say(premoves.sentence);
    return render(false);
  }
  if (!settings.confirm) return play(uci, uci);
  unconfirmed = uci;
  render(true);
  setTimeout(() => $("#play-move").focus()); // after the pointer has taken the focus away
}

/** Drop what is to be played later, or what the player was asked about. */
function forget() {
  if (!premoves.any && !unconfirmed) return;
  premoves.clear();
  if (unconfirmed) board.focus();
  unconfirmed = null;
  render(false);
}

function confirm() {
  const uci = unconfirmed;
  unconfirmed = null;
  if (uci && onTurn()) play(uci, uci);
  board.focus();
}

function play(text, uci) {
  pending = { move: text, uci, ply: game.ply, thinking: thought(), at: performance.now() };
  unconfirmed = shown = null;
  render(uci !== null);
  void send();
  setTimeout(() => render(false), LATE_MS);
}

/** How long the player has thought, in milliseconds; null where the page cannot know. */
function thought() {
  return turnSince === null ? null : Math.round(performance.now() - turnSince);
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
      answer = await server.post("moves", { move: one.move, ply: one.ply, thinking: one.thinking });
    } catch {
      // no connection: the move is kept
    }
    if (pending !== one) {
      if (answer?.ok) take(answer.body);
    } else if (answer?.ok) {
      take(answer.body);
      stream.share("game", answer.body);
      if (pending === one) pending = null;
    } else if (answer?.body.code === "game-not-running" && (await interrupted())) {
      await untilWoken(PAUSE_MS); // it is played when the game goes on
    } else if (answer && answer.status < 500 && answer.status !== 429) {
      pending = null;
      premoves.clear();
      if (answer.body.code !== "stale") problem(answer.body.detail ?? words("refused", { status: answer.status }));
      render(true);
      await reload();
    } else {
      render(false);
      await untilWoken(AGAIN_MS[Math.min(attempt, AGAIN_MS.length - 1)]);
    }
  }
  sending = false;
  render(true);
}

function untilWoken(most) {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, most);
  });
}

/** Whether the game stands still because the server was away: nobody did that to the player. */
async function interrupted() {
  await reload();
  return game.status === "PAUSED" && game.pause?.cause === "interruption";
}

addEventListener("online", () => {
  wake();
  void reload();
});
document.addEventListener("visibilitychange", () => document.hidden || void reload());
if (you) watchWindow(() => game.status === "RUNNING", (ms) => void server.post("away", { ms }).catch(() => {}));
if (Number(root.dataset.delay)) setInterval(reload, DELAYED_MS); // what was played before one came is not streamed

function playPremove() {
  if (!premoves.any || !onTurn()) return;
  const uci = premoves.next();
  if (game.legal && !game.legal.includes(uci)) {
    premoves.clear();
    say(words("premoveGone"));
    render(false);
  } else play(uci, uci);
}

let saidHere = null; // the version that was answered so

/** After an interruption a player who is here says so without being asked. */
function comeBack() {
  if (!you || game.status !== "PAUSED" || game.pause?.cause !== "interruption") return;
  if (saidHere === game.version) return;
  saidHere = game.version;
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
  if (analysis.line.length) return analysis.pieces;
  if (shown !== null) return positions[shown];
  const live = positions.at(-1);
  const own = pending?.ply === game.ply ? pending.uci : unconfirmed;
  return premoves.played(own ? after(live, own) : live);
}

function render(animated) {
  const ply = shown ?? game.ply;
  analysis.follow(ply);
  const own = shown === null ? (pending?.uci ?? unconfirmed) : null;
  const last = analysis.last ?? (own ? { uci: own, san: "" } : game.moves[ply - 1]);
  const squares = last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [];
  const now = pieces();
  const turn = (analysis.ply + analysis.line.length) % 2 === (firstTurn() === "white" ? 0 : 1) ? "white" : "black";
  board.show(
    now,
    {
      last: squares,
      kept: own && isLate() ? squares : [],
      check: last && /[+#]/.test(last.san) ? [kingOf(now, turn)] : [],
      premove: shown === null ? premoves.squares : [],
    },
    animated,
  );
  board.point(analysis.arrows);
  if (analysis.on) board.allow(analysis.pointing ? null : turn);
  else board.allow(you && shown === null && game.status === "RUNNING" ? you : null);
  renderState();
  record.show(game, analysis.ply, firstTurn() === "white", analysis.line.length > 0);
  showMaterial(taken, positions[0], now);
  renderLook(ply);
  renderActs();
  renderAnalysis();
}

/** The buttons to try moves, where one may, and the address of the position on show. */
function renderAnalysis() {
  $("#analysis").hidden = game.status === "WAITING" || !(root.dataset.analyses || (you && game.status === "FINISHED"));
  root.toggleAttribute("data-pointing", analysis.pointing);
  analysis.draw();
  const share = $("#share");
  if (!share) return;
  const query = `?ply=${analysis.ply}${analysis.line.length ? `&line=${analysis.line}` : ""}`;
  share.href = `${share.dataset.picture}${query}&side=${root.dataset.orientation}`;
  share.dataset.shares = share.dataset.page + query;
}

/** The mark of who looks at an earlier position. */
function renderLook(ply) {
  const elsewhere = shown !== null || analysis.line.length > 0;
  root.toggleAttribute("data-looking", elsewhere);
  $("#looking").hidden = !elsewhere;
  if (analysis.last) {
    const text = numberedMove(game, analysis.ply + analysis.line.length, firstTurn(), analysis.last.san);
    setText($("#looking span"), words("trying", { move: text }));
  } else if (elsewhere) setText($("#looking span"), lookingSentence(game, ply, firstTurn()));
}

const countdown = (until) => timeLeft(until, serverTime.now);
const taken = { white: $('[data-taken="white"]'), black: $('[data-taken="black"]') };
const isLate = () => pending !== null && performance.now() - pending.at > LATE_MS;
const firstTurn = () => (game.ply % 2 === 0 ? game.turn : other(game.turn));

const title = document.title;

function renderState() {
  const stands = stateSentence(game, you, serverTime.now);
  let text = stands;
  if (pending && game.status === "RUNNING") text = words(isLate() ? "moveWaits" : "sending");
  setText($("#state"), text);
  $("#state").dataset.status = pending ? "sending" : game.status === "RUNNING" && game.turn === you ? "yours" : game.status.toLowerCase();
  const connection = $("#connection");
  const connected = server.reachable ? streaming : "lost";
  connection.dataset.state = connected;
  setText(connection, words({ open: "connected", lost: "lost" }[connected] ?? "connecting"));
  document.title = onTurn() ? `${words("yourMoveTitle")} ${title}` : game.status === "RUNNING" ? `${stands} · ${title}` : title;
  root.dataset.status = game.status;
  void keepAwake(you !== null && game.status === "RUNNING");
  $("#lobby").hidden = game.status !== "WAITING";
  const [key, until] = awaited(game, serverTime.now) ?? [];
  $("#until").hidden = !key;
  if (key) setText($("#until"), words(key, { time: until && countdown(until) }));
  for (const colour of ["white", "black"]) {
    $(`[data-ready="${colour}"]`).hidden = !(game.status === "WAITING" && game[colour].ready);
    showPresence($(`[data-presence="${colour}"]`), game, colour, countdown);
  }
}

setInterval(() => {
  renderState();
  if (game.status === "FINISHED") following.follow(serverTime.now, countdown);
}, 500);

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Which buttons there are to press. */
function renderActs() {
  const runs = game.status === "RUNNING";
  const both = game.ply >= 2;
  const theirs = you !== null && game.drawOffer === other(you);
  const can = {
    ready: you !== null && game.status === "WAITING" && !game[you].ready,
    moves: runs,
    resign: runs || (game.status === "PAUSED" && (game.ply > 0 || (game.white.ready && game.black.ready))),
    "draw/claim": onTurn() && Boolean(game.claim),
    "draw/offer": runs && offers && both && !game.drawOffer,
    "draw/withdraw": runs && game.drawOffer === you,
    "draw/accept": runs && theirs,
    "draw/decline": runs && theirs,
    pause: runs,
    resume: game.status === "PAUSED",
  };
  for (const element of $$("[data-act]", root)) element.hidden = !can[element.dataset.act];
  $("#offer").hidden = !(runs && game.drawOffer);
  if (runs && game.drawOffer) setText($("#offer-text"), game.drawOffer === you ? words("youOffered") : words("offered", { colour: colourWord(game.drawOffer) }));
  $("#false-claim").hidden = !game.falseClaim;
  if (game.falseClaim) setText($("#false-claim"), claimSentence());
  if (you) {
    $("#premove").hidden = !premoves.any;
    setText($("#premove-text"), premoves.sentence);
    $("#confirm").hidden = !unconfirmed;
    if (unconfirmed) setText($("#confirm b"), words("toConfirm", { start: unconfirmed.slice(0, 2), end: unconfirmed.slice(2, 4) }));
  }
  $("#after").hidden = game.status !== "FINISHED";
  setText($("#sound"), words(sounds.on ? "soundOn" : "soundOff"));
}

// ---- Buttons, keys and forms ----

function look(where) {
  const ply = shown ?? game.ply;
  const next = analysis.look(where) ? ply : ({ first: 0, back: ply - 1, on: ply + 1, last: game.ply }[where] ?? where);
  if (next < 0 || next > game.ply) return;
  shown = next === game.ply ? null : next;
  render(Math.abs(next - ply) === 1);
  const one = game.moves[next - 1];
  if (analysis.last) say($("#looking span").textContent);
  else say(one ? moveSentence(positions[next - 1], one.uci, one.san) : words("firstPosition"));
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
  } else if (target.closest("#drop-premove, #take-back")) forget();
  else if (target.closest("#play-move")) confirm();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || $("dialog[open]")) return;
  if (event.target.matches("input, textarea, select")) return;
  const where = { "[": "back", "]": "on", "{": "first", "}": "last" }[event.key];
  if (where) look(where);
  else if (event.key === "f") $("#flip").click();
  else return;
  event.preventDefault();
});

// Before podium.js, which takes it for its own; a piece that was picked by keys is put back first.
document.addEventListener(
  "keydown",
  ({ key, target }) => {
    if (key === "Escape" && !$("dialog[open], [aria-selected=true]")) forget();
    else if (key === "Enter" && unconfirmed && !target.closest("button")) confirm();
  },
  true,
);

hearForms(here, (wish, form) => {
  problem("");
  if (wish === "moves") enter(form.elements.move);
  else if (wish === "draw/claim") void claim(form.elements.move);
  else void act(wish);
});

/** A claim, with the move that was typed if there is one. */
async function claim(field) {
  if ((await act("draw/claim", { move: field?.value.trim() || null })) && field) field.value = "";
}

/** A typed move: sent as it stands, for the server reads SAN. */
function enter(field) {
  const text = field.value.trim();
  if (!text) return field.focus();
  if (!onTurn()) return problem(words("notYourTurn"));
  play(text, /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text) && game.legal?.includes(text) ? text : null);
  field.value = "";
}

for (const element of $$("[data-scripted]")) element.hidden = false;
offerTest($("#test"), sounds, server, serverTime);
serverTime.hear(game.now);
game.heardAt = Date.parse(game.now);
clocks.set(game.clocks, game.heardAt);
rewind();
if (root.dataset.at && Number(root.dataset.at) < game.ply) shown = Number(root.dataset.at);
if (root.dataset.line && root.dataset.analyses) analysis.turn(true, shown ?? game.ply, root.dataset.line.split(","));
render(false);
