// What pages can do beyond links and forms: keys, the status line, dialogs, live parts.
// Every page works without this file; nothing here knows a rule of any game.

import { locale } from "./locale.js";

/* global htmx */

const SETTLE_MS = 150; // several commits in a row cause one reload
const PATIENCE_MS = 1000; // in which what others did waits for the answers to what was sent here
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- Words: the page brings them in its language ----

/** A sentence of the page's words; `{name}` in it becomes the fact of that name. */
export function words(key, facts = {}) {
  return $("#words").dataset[key].replace(/\{(\w+)\}/g, (_whole, name) => facts[name]);
}

// ---- The status line: what was done last, with the way back ----

const statusLine = $("#status-line");

/** Shows a sentence in the status line. */
export function say(text, kind = "info") {
  const line = document.createElement("div");
  line.className = `status-line ${kind}`;
  const sentence = document.createElement("p");
  sentence.textContent = text;
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.className = "quiet";
  dismiss.dataset.dismiss = "";
  dismiss.setAttribute("aria-label", words("dismiss"));
  dismiss.textContent = "×";
  line.append(sentence, dismiss);
  statusLine.append(line);
  return line;
}

/** Leaves one sentence in the line, the newest; an error stays beside it until it is dismissed. */
function settle(line) {
  const button = $("[data-dismiss]", line);
  if (button) button.hidden = false;
  for (const old of $$(".status-line:not(.error)", statusLine)) if (old !== line && !line.matches(".error")) old.remove();
}

$$(".status-line", statusLine).forEach(settle);
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node.nodeType === Node.ELEMENT_NODE) settle(node);
  }
  document.documentElement.classList.toggle("said", statusLine.firstElementChild !== null);
}).observe(statusLine, { childList: true });

// ---- Refusals: a sentence at the form that was refused, until it is sent again ----

/** Says at `form` why what it sent was refused. */
export function refuse(form, sentence) {
  forgive(form);
  const said = document.createElement("p");
  said.className = "refusal";
  said.setAttribute("role", "alert");
  said.dataset.action = form.getAttribute("action");
  said.textContent = sentence;
  form.append(said);
  form.closest("tr")?.classList.add("refused");
}

/** Takes away what was said at `form`. */
export function forgive(form) {
  for (const said of $$(".refusal", form)) said.remove();
  form.closest("tr")?.classList.remove("refused");
}

/** The sentence of an answer that refuses, or one that says no more than its status. */
export function refusal(page, status) {
  return $("[data-problem] [data-sentence]", page)?.textContent.trim() || words("refused", { status });
}

// ---- Dialogs and menus ----

function open(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
}

/** Opens a question that the server asks before it does what was sent. */
export function ask(dialog) {
  document.getElementById(dialog.id)?.remove();
  dialog.removeAttribute("open");
  document.body.append(dialog);
  dialog.showModal();
}

for (const dialog of $$("dialog[data-asks]")) ask(dialog);

/** Puts what a menu offers into it, where it is on the page only once for all menus. */
export function fill(menu) {
  const place = $("[data-template]", menu);
  if (!place) return;
  place.replaceChildren(document.getElementById(place.dataset.template).content.cloneNode(true));
  delete place.dataset.template;
  markChosen(place, menu.closest("[data-board]").dataset.result ?? "");
}

/** Marks the buttons of `root` as they are with a result; empty for none. */
export function markChosen(root, value) {
  for (const button of $$("button[name=result]", root)) {
    if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(button.value === value));
    else button.disabled = value === "";
  }
}

document.addEventListener("click", ({ target }) => target.closest("summary") && fill(target.closest("details")), true);

export function closeMenus(except) {
  for (const menu of $$("details.more[open]")) if (menu !== except) menu.open = false;
}

document.addEventListener("click", (event) => {
  const at = event.target;
  const opener = at.closest("[data-opens]");
  if (opener) {
    event.preventDefault();
    open(opener.dataset.opens);
  } else if (at.closest("[data-closes]") || at.matches("dialog")) {
    event.preventDefault();
    at.closest("dialog").close();
  } else if (at.closest("[data-dismiss]")) {
    at.closest(".status-line").remove();
  }
  closeMenus(at.closest("details.more"));
});

/** Shows the buttons that need scripts. */
function reveal(root) {
  for (const button of $$("button:is([data-opens], [data-copies], [data-prints])", root)) button.hidden = false;
}

reveal(document);

document.addEventListener("click", async ({ target }) => {
  if (target.closest("[data-prints]")) print();
  const button = target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(words("copied"), "done");
  } catch {
    say(words("copy")); // the clipboard needs https or this very machine
  }
});

/** Shares an event with its picture; where nothing can be shared its address is copied. Without scripts the link is the picture. */
document.addEventListener("click", async (click) => {
  const link = click.target.closest("a[data-shares]");
  if (!link) return;
  click.preventDefault();
  const { shares: url, title, text } = link.dataset;
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(url);
      return say(words("copied"), "done");
    }
    const picture = await fetch(link.href).then((answer) => answer.blob());
    const files = [new File([picture], "podium.png", { type: picture.type })];
    await navigator.share(navigator.canShare?.({ files }) ? { title, text, url, files } : { title, text, url });
  } catch ({ name }) {
    if (name !== "AbortError") location.assign(link.href); // neither is allowed here: the picture can be kept
  }
});

// ---- Moments: the server writes UTC, people read their own time ----

const local = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

function showMoments(root) {
  for (const moment of $$("time[datetime]", root)) {
    const at = new Date(moment.dateTime);
    if (!Number.isNaN(at.getTime())) moment.textContent = local.format(at);
  }
}

showMoments(document);

// A link with role=button must answer the space bar as a button does.
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches("a[role=button]")) {
    event.preventDefault();
    event.target.click();
  }
});

// ---- Forms: one click, one request; forms in use are left alone ----

const touched = new WeakSet();
const sent = new WeakSet();

document.addEventListener("input", (event) => event.target.form && touched.add(event.target.form));
document.addEventListener("reset", (event) => touched.delete(event.target));
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
});

let leaving = false; // the answer to a plain form is on its way, and will be the next page

addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leaving = true;
});

/** Loads the page anew, unless that would cut off the answer to the form that made it old. */
export function loadAnew() {
  if (!leaving) location.reload();
}

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // a page from the back button may show old results
});

const underway = new Set(); // forms whose answer is on its way
let answered = null; // the one whose answer is being shown

/** True while somebody is at work inside `node`: typing, an unsent change, an open menu, a form or a board that waits for its answer. */
function inUse(node) {
  const focused = document.activeElement;
  return (
    node.matches("[data-busy]") ||
    $("[data-busy]", node) !== null ||
    [...underway].some((form) => form !== answered && node.contains(form)) ||
    (node.contains(focused) && isTyping(focused)) ||
    node.matches("details[open], dialog[open]") ||
    $("details[open], dialog[open]", node) !== null ||
    (node.matches("form") && touched.has(node)) ||
    $$("form", node).some((form) => touched.has(form))
  );
}

function isTyping(element) {
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  return element.matches("input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file])");
}

// ---- Live parts: only what differs is replaced ----

/** True if `node` is replaced whole or not at all. */
function isUnit(node) {
  const words = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  return words || node.matches("tr, form, dialog, details, svg") || node.children.length === 0;
}

/** Makes `old` look like `fresh`; nodes put into the page are added to `placed`. */
function patch(old, fresh, placed) {
  if (old.tagName !== fresh.tagName || isUnit(old) || isUnit(fresh)) return replace(old, fresh, placed);
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "class") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const kept = new Set();
  let place = old.firstElementChild;
  for (const child of [...fresh.children]) {
    let match = child.id ? known.get(child.id) : null;
    if (!match && place && !place.id && !child.id) match = place;
    if (match) {
      if (match === place) place = place.nextElementSibling;
      else old.insertBefore(match, place);
      kept.add(patch(match, child, placed));
    } else {
      old.insertBefore(child, place);
      placed.push(child);
      kept.add(child);
    }
  }
  for (const child of [...old.children]) if (!kept.has(child) && !inUse(child)) child.remove();
  return old;
}

/** The node now in the page: `old` if it is equal or in use, else `fresh` with the focus where it was. */
function replace(old, fresh, placed) {
  if (inUse(old)) {
    late = true;
    return old;
  }
  const versions = $$("input[name=version]", old);
  $$("input[name=version]", fresh).forEach((input, i) => versions[i]?.setAttribute("value", input.value));
  const refusals = $$(".refusal[data-action]", old);
  old.classList.remove("refused");
  for (const said of refusals) {
    said.remove();
    if (fresh.matches("tr")) fresh.classList.add("refused");
    const forms = [fresh, ...$$("form", fresh)];
    forms.find((form) => form.matches("form") && form.getAttribute("action") === said.dataset.action)?.append(said.cloneNode(true));
  }
  if (old.isEqualNode(fresh)) return old;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  placed.push(fresh);
  if (focused) {
    const again = focused.id && document.getElementById(focused.id);
    (again && !again.disabled ? again : fresh).focus({ preventScroll: true });
  }
  return fresh;
}

/** Makes the live part `target` look as it does in `page`, which may have become another one. */
function patchFrom(target, page) {
  const fresh = page.querySelector(`#${CSS.escape(target.id)}`);
  if (!fresh && $("#game")) return target.remove(); // nothing takes a player from the board
  if (!fresh) return loadAnew(); // its first round was paired, say
  const { version } = target.dataset;
  const placed = [];
  prepare(fresh);
  patch(target, fresh, placed);
  if (late && version) target.dataset.version = version; // what was left as it was is still to come
  for (const node of placed) htmx.process(node); // now, not when htmx settles: by then they may have been pressed
}

function prepare(fresh) {
  showMoments(fresh);
  reveal(fresh);
}

htmx.defineExtension("patch", {
  isInlineSwap: (style) => style === "patch",
  handleSwap(style, target, fragment) {
    if (style !== "patch") return false;
    patchFrom(target, fragment);
    return true;
  },
});

// ---- Changes: a live part that can be told only what is new in it ----

const known = new Set(); // versions whose changes are shown, though perhaps not those of all versions before
let newest = 0; // the latest of them: answers overtake each other, and an earlier one knows fewer results

/** Shows an answer: what changed in the live part, or the whole page; in either, what the server says of it. */
export function show(page, url) {
  const part = $("[data-changes]");
  const changes = $("#changes", page);
  const own = page.querySelector(`#${CSS.escape(part.id)}`);
  if (!changes && !own) return location.assign(url);
  for (const line of $$("#status-line .status-line, [data-says] .status-line", page)) statusLine.append(document.adoptNode(line));
  if (!changes) return patchFrom(part, page);
  const waited = late;
  late = false;
  const placed = [];
  const version = Number(changes.dataset.version);
  const wanted = version < newest ? "#changes tr[id]" : "#changes tr[id], #changes > [id]";
  newest = Math.max(newest, version);
  for (const fresh of $$(wanted, page)) {
    const old = document.getElementById(fresh.id);
    prepare(fresh);
    if (old) patch(old, document.adoptNode(fresh), placed);
  }
  for (const node of placed) htmx.process(node);
  if (!late) known.add(version);
  late ||= waited;
  return version;
}

/** Counts on from the version of the live part over all whose changes are shown. */
export function countOn(part = $("[data-changes]")) {
  let version = Number(part.dataset.version);
  while (known.delete(version + 1)) version += 1;
  for (const old of known) if (old <= version) known.delete(old);
  if (version === Number(part.dataset.version)) return;
  part.dataset.version = version;
  for (const input of $$("input[name=version]", part)) input.setAttribute("value", version);
}

let looking = false;

/** Fetches what is new in a live part since the version that it shows. */
async function look(part) {
  if (looking) return refresh();
  looking = true;
  try {
    const url = new URL(part.dataset.changes, location.href);
    url.searchParams.set("since", part.dataset.version);
    const answer = await fetch(url, { headers: { "Podium-Rows": "news" } });
    if (answer.status === 404) return loadAnew(); // what it shows was undone
    if (!answer.ok) return;
    const version = show(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
    if (version && !late) {
      for (let each = Number(part.dataset.version) + 1; each <= version; each += 1) known.add(each);
    }
    countOn(part);
  } catch {
    // no network: the stream says so, and when it is back
  } finally {
    looking = false;
  }
}

let late = false; // a part in use was left as it was, and must catch up

for (const moment of ["focusout", "toggle", "close"]) {
  document.addEventListener(moment, () => late && refresh(), true);
}

let waiting = null;
let since = 0; // when the first of what waits was heard of
const changed = new Set();
const versions = new Set(); // those heard of; empty where all may have changed

/** Reloads the live parts that show one of `parts` (all of them without an argument), unless they show `version` already. */
function refresh(parts, version) {
  for (const part of parts ?? ["*"]) changed.add(part);
  if (version) versions.add(version);
  since ||= Date.now();
  waiting ??= setTimeout(reload, SETTLE_MS);
}

function reload() {
  waiting = null;
  if ($("[data-busy]") && Date.now() - since < PATIENCE_MS) {
    waiting = setTimeout(reload, SETTLE_MS); // what was heard of may be what was sent here
    return;
  }
  since = 0;
  const all = changed.has("*");
  if (all) late = false;
  for (const element of $$("[data-live]")) {
    const shows = element.dataset.live.split(/\s+/);
    if (!all && !shows.some((part) => changed.has(part))) continue;
    if (!element.dataset.changes) htmx.trigger(element, "podium:live");
    else if (all || [...versions].some((one) => one > Number(element.dataset.version) && !known.has(one))) look(element);
  }
  changed.clear();
  versions.clear();
}

// One connection per tab in view: browsers allow six per server, and a hidden tab needs none.

let source = null;
let opened = false;

htmx.createEventSource = (url) => {
  source = new EventSource(url, { withCredentials: true });
  source.addEventListener("message", ({ data }) => {
    let news = {}; // a message we cannot read still says that something changed
    try {
      news = JSON.parse(data);
    } catch {}
    refresh(news.parts, news.version);
  });
  source.addEventListener("call", () => document.dispatchEvent(new CustomEvent("podium:call")));
  return source;
};

// ---- A player calls the arbiter: the line says where, and it is heard ----

let wanting = $$("#attention a").length;
document.addEventListener("htmx:afterSettle", () => {
  const now = $$("#attention a").length;
  if (now > wanting) void import("./game/sounds.js").then(({ Sounds }) => new Sounds(true).play("offer"));
  wanting = now;
});

function showLive(state, word) {
  const dot = $("#live");
  if (!dot) return;
  dot.hidden = false;
  dot.dataset.state = state;
  dot.textContent = word;
}

document.addEventListener("htmx:sseOpen", () => {
  showLive("connected", words("live"));
  if (opened) refresh(); // something may have happened while we were away
  opened = true;
});
document.addEventListener("htmx:sseError", () => showLive("reconnecting", words("reconnecting")));
document.addEventListener("visibilitychange", () => {
  const dot = $("#live");
  if (!dot || !source) return;
  source.close();
  if (document.hidden) return;
  const next = dot.cloneNode(true); // the extension connects once per element
  dot.replaceWith(next);
  htmx.process(next);
});
addEventListener("pagehide", () => source?.close());

// ---- The sheet of a round paired by hand: who is written already ----

function strike(sheet) {
  const written = $$("input[list]", sheet).map((input) => input.value.trim().toLowerCase());
  for (const player of $$("[data-label]", sheet)) {
    const names = [player.dataset.number, player.dataset.label, player.dataset.label.replace(/^\d+ /, "")];
    player.classList.toggle("taken", names.some((name) => written.includes(name.toLowerCase())));
  }
}

for (const sheet of $$("[data-sheet]")) {
  strike(sheet);
  sheet.addEventListener("input", () => strike(sheet));
}

// ---- Answers to live forms ----

// Fingers are faster than the hall's network: what is pressed on a board whose answer is still on its way waits for it,
// since the row that comes with the answer says what the result was.

const waits = []; // buttons pressed meanwhile, in order: the address of their form, their id, their value

document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter: button } = event;
    const first = [...underway].find((one) => one.action === form.action);
    if (!first || !form.hasAttribute("hx-post")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const last = waits.findLast((one) => one.action === form.action)?.value ?? first.dataset.pressed;
    if (button.hasAttribute("aria-pressed") && last === button.value) return; // a double click
    waits.push({ action: form.action, id: button.id, value: button.value });
  },
  true,
);

/** Presses the next button that waited for the answer to a form sent to `action`, where it now is. */
function pressNext(action) {
  const at = waits.findIndex((one) => one.action === action);
  if (at < 0) return;
  const [{ id, value }] = waits.splice(at, 1);
  const buttons = $$("form[hx-post] button").filter((one) => one.form.action === action);
  const button = buttons.find((one) => (id ? one.id === id : one.value === value));
  if (button && !button.disabled) button.click();
  else pressNext(action);
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const form = detail.elt;
  if (!form.matches("form")) return;
  underway.add(form);
  forgive(form);
  form.dataset.pressed = detail.requestConfig.triggeringEvent?.submitter?.value ?? "";
  touched.delete(form);
  closeMenus();
  form.closest("details")?.removeAttribute("open");
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  answered = detail.requestConfig.elt;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.elt; // its row may just have been replaced
  answered = null;
  if (underway.delete(form)) setTimeout(pressNext, 0, form.action); // htmx still holds the form
});
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (!detail.elt.matches("form")) {
    if (detail.xhr.status === 404 && !$("#game")) loadAnew(); // what it shows was undone, which a game says itself
    return;
  }
  const page = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const asks = $("dialog[data-asks]", page);
  if (asks) return ask(document.importNode(asks, true));
  refuse(detail.elt, refusal(page, detail.xhr.status));
  refresh();
});
document.addEventListener("htmx:sendError", ({ detail }) => {
  if (detail.elt.matches("form")) refuse(detail.elt, words("unreachable"));
});

// ---- Keys ----

const rows = () => $$("[data-board]");
const row = () => document.activeElement.closest("[data-board]");

function go(board) {
  if (!board) return;
  board.focus({ preventScroll: true });
  board.scrollIntoView({ block: "center" });
}

let last = null; // the id of the board that was left when there was none to go on to

function step(by) {
  const all = rows();
  const here = row();
  if (!all.length) return false;
  const open = all.find((one) => one.classList.contains("open")) ?? all[0];
  go(here ? all[all.indexOf(here) + by] : by < 0 && last ? document.getElementById(last) : open);
  return true;
}

/** The form for the result of a board; a match of a knockout may have tie-break games inside, with forms of their own. */
function entry(board) {
  return $$("form.results", board).find((form) => form.closest("[data-board]") === board);
}

/** True if a board has a result, or will have one once the answers that are on their way are here. */
function hasResult(board) {
  const { action } = entry(board) ?? {};
  const last = waits.findLast((one) => one.action === action) ?? [...underway].find((one) => one.action === action);
  if (last === undefined) return "result" in board.dataset;
  return !["", "clear"].includes(last.value ?? last.dataset.pressed);
}

const isOpen = (board) => entry(board) !== undefined && !hasResult(board);

let jump = null; // what the status line shows of the digits typed after g

function endJump() {
  jump?.remove();
  jump = null;
}

function jumpKey(key) {
  const typed = jump.dataset.digits;
  if (key === "Enter") {
    const board = document.getElementById(`board-${typed}`);
    endJump();
    if (board) go(board);
    else if (typed) say(words("noBoard", { board: typed }));
    return;
  }
  if (key === "Backspace") jump.dataset.digits = typed.slice(0, -1);
  else if (/^\d$/.test(key)) jump.dataset.digits = typed + key;
  else return endJump();
  $("p", jump).textContent = words("go", { board: jump.dataset.digits });
}

/** True if the key meant something. */
function press(key) {
  if (jump) {
    jumpKey(key);
    return true;
  }
  switch (key) {
    case "?":
      open("keys");
      return true;
    case "/":
      $("[data-search]")?.focus();
      $("[data-search]")?.select();
      return $("[data-search]") !== null;
    case "ArrowDown":
      return step(1);
    case "ArrowUp":
      return step(-1);
    case "g":
      if (!rows().length) return false;
      jump = say(words("go", { board: "" }));
      jump.dataset.digits = "";
      return true;
    case "m": {
      const menu = row() && $("details.more", row());
      if (!menu) return false;
      fill(menu);
      menu.open = !menu.open;
      menu.lastElementChild.scrollIntoView({ block: "nearest" });
      return true;
    }
    case "Enter": {
      const button = $("#finish :is(button, a)");
      const at = document.activeElement; // what mouse or finger pressed last: pressed again, it would do nothing
      const isDone = at.matches("button[aria-pressed=true], .decided button.sets");
      if (!button || (!isDone && at.closest("a, button, summary, label, form"))) return false;
      button.click();
      return true;
    }
    case "Escape":
      if ($("details.more[open]")) closeMenus();
      else document.activeElement.blur();
      return true;
  }
  return enter(row() ?? (key !== "0" && rows().find(isOpen)), key);
}

/** Presses the button of a board that has this key; those among more results have one only while these are open. */
function enter(board, key) {
  const menu = key === "0" && board && $("details.more", board);
  if (menu) fill(menu);
  const buttons = board ? $$("button[data-key]", board).filter((one) => one.dataset.key === key) : [];
  const button = buttons.find((one) => key === "0" || !one.closest("details.more:not([open])"));
  if (!button) return false;
  const corrects = key === "0" || hasResult(board);
  button.click(); // not requestSubmit: htmx learns from the click which button it was
  if (corrects) return true;
  const next = rows().slice(rows().indexOf(board) + 1).find(isOpen);
  if (next) go(next);
  else {
    last = board.id; // one key too many must not correct the last board
    document.activeElement.blur();
  }
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if ($("dialog[open]")) return; // the browser closes it on Esc
  if (event.key === "Enter" && event.repeat) return; // held down, it would publish the draft before anybody saw it
  if (isTyping(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (press(event.key)) event.preventDefault();
});

// The picture of a bracket is as wide as it must be: what is meant for paper is a page of its own.
document.addEventListener("keydown", (event) => {
  const paper = $("[data-paper] a");
  if (!paper || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "p") return;
  event.preventDefault();
  location.assign(paper.href);
});

// ---- Settings: those of the format and the profile, or what is looked for; only the rules that work together ----

const search = $("#find-setting");
search?.form.addEventListener("submit", (event) => event.preventDefault()); // what was changed meanwhile would be lost

function fit(form) {
  const { format } = form.elements;
  const wanted = search?.value.trim().toLocaleLowerCase() || "";
  for (const part of $$(".setting", form)) {
    const { onlyFor, needs, folded } = part.dataset;
    const [name, value] = (needs || "").split("=");
    const fits = !onlyFor || !format || onlyFor.split(" ").includes(format.value);
    const held = form.elements[name]; // where nobody is asked for it, it is as usual, as the page was made for
    const first = form.dataset.all || (folded === undefined && (!held || held.value === value));
    const found = wanted ? $("label", part).textContent.toLocaleLowerCase().includes(wanted) : first;
    part.hidden = !(fits && found) && !$(".wrong", part);
  }
  const nothing = $(".nothing-found", form);
  if (nothing) nothing.hidden = Boolean($(".setting:not([hidden])", form));
  const { tieBreakPolicy: policy, drawRuleMode: draws, requiresDecisiveResult: decisive } = form.elements;
  if (!policy || !draws || !decisive) return;
  const none = policy.value === "NONE";
  for (const option of draws.options) option.disabled = none && option.value === "NO_DRAW" && !option.selected;
  decisive.disabled = none && !decisive.checked;
}

for (const form of new Set($$(".setting").map((part) => part.closest("form")))) {
  search?.addEventListener("input", () => fit(form));
  form.addEventListener("change", (event) => {
    if (event.target.name === "tieBreakPolicy" && event.target.value === "NONE") {
      form.elements.requiresDecisiveResult.checked = false;
      if (form.elements.drawRuleMode.value === "NO_DRAW") form.elements.drawRuleMode.value = "ALLOW_ALL";
    }
    fit(form);
  });
  fit(form);
}

// ---- Tabs that scroll; the bracket: the way of the player one points at ----

for (const tab of $$(".subsections [aria-current]")) {
  const tabs = tab.closest("ul"); // on phones they scroll: so far that the current one and a bit of the next are seen
  tabs.scrollLeft = tab.offsetLeft + tab.offsetWidth + 48 - tabs.offsetLeft - tabs.clientWidth;
}

for (const tab of $$(".matchlist .tabs [aria-current]")) {
  const tabs = tab.closest("ul"); // on phones they scroll
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - 16;
}

for (const picture of $$(".bracketview .picture")) {
  const due = $(".due rect", picture); // what is played now, and the end of the ways to it
  if (due) picture.scrollLeft = due.x.baseVal.value - 64;
}

for (const moment of ["pointerover", "focusin"]) {
  document.addEventListener(moment, ({ target }) => {
    const id = target.closest?.("svg.bracket [data-player]")?.dataset.player;
    for (const line of $$("svg.bracket .path")) if (line.dataset.player !== id) line.classList.remove("path");
    if (id) for (const line of $$(`svg.bracket [data-player="${CSS.escape(id)}"]`)) line.classList.add("path");
  });
}
