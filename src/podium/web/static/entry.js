// Results of a round, shown at once and confirmed by the server: what is pressed stands in the row before any answer,
// and an answer that refuses brings the stored result back, with the reason in the row. What cannot be sent is kept in the
// browser, across pages, until it can.

import { freshKey, Kept, PATIENCE_MS, Retry, takesLonger } from "./outbox.js";
import { $, $$, ask, closeMenus, countOn, fill, forgive, markChosen, refusal, refuse, say, show, words } from "./podium.js";

const MOST_AT_ONCE = 4; // browsers allow six connections to a server, and the stream of news has one
const atOnce = $("#second-heading") ? 1 : MOST_AT_ONCE; // no version puts the answers of a second entry in order
const place = $("#unsent");
const kept = new Kept("podium-results", "action");
const entries = new Map(); // boards that wait for an answer, by the address of their form
const queue = []; // addresses whose result is still to be sent
const underway = new Set(); // addresses whose answer is on its way
const unsent = new Set(); // addresses that the server could not be told of
const retry = new Retry(sendAgain);

/** Makes a row look as it does with a result; empty for none. */
function display(row, value) {
  if (value) row.dataset.result = value;
  else delete row.dataset.result;
  row.classList.toggle("done", value !== "");
  row.classList.toggle("open", value === "");
  markChosen(row, value);
  const menu = $("details.more", row);
  if (!menu) return;
  const usual = value === "" || $(".segments button[aria-pressed=true]", row) !== null;
  if (!usual) fill(menu);
  const summary = $("summary", menu);
  const odd = usual ? undefined : $$("button[aria-pressed=true]", menu)[0];
  summary.classList.toggle("chosen", odd !== undefined);
  summary.textContent = odd ? $("b", odd).textContent : words("more");
}

const formOf = (action) => $(`form[data-entry][action="${CSS.escape(action)}"]`);
const rowOf = (action) => formOf(action)?.closest("[data-board]") ?? null;

/** Keeps an entry for the next page of this browser too. */
function keep(known) {
  try {
    kept.put(known);
  } catch {
    // a browser that keeps nothing: this page still has it
  }
}

function forget(action) {
  entries.delete(action);
  if (kept.entries.length) kept.drop(action);
  markUnsent(action, false);
}

/** Marks a board whose result the server could not be told, or no more, and says how many there are. */
function markUnsent(action, isUnsent) {
  if (isUnsent) unsent.add(action);
  else unsent.delete(action);
  const row = rowOf(action);
  if (row) {
    $(".chip.unsent", row)?.remove();
    if (isUnsent) $("td.acts", row).prepend(chip());
  }
  place.hidden = unsent.size === 0;
  place.textContent = unsent.size === 1 ? place.dataset.one : place.dataset.many.replace("{count}", unsent.size);
}

function chip() {
  const mark = document.createElement("span");
  mark.className = "chip unsent";
  mark.textContent = place.dataset.row;
  return mark;
}

function enter(form, value) {
  const action = form.getAttribute("action");
  const row = form.closest("[data-board]");
  const { who } = place.dataset;
  const known = entries.get(action) ?? { action, who, stored: form.elements.was.value, sent: null, key: null, wanted: null };
  if (value === (known.wanted ?? known.sent ?? known.stored)) return; // a double click
  known.wanted = value;
  entries.set(action, known);
  row.dataset.busy = "";
  forgive(form);
  display(row, value);
  keep(known);
  if (known.sent === null && !queue.includes(action)) queue.push(action);
  sendNext();
}

function sendNext() {
  while (underway.size < atOnce && queue.length) send(queue.shift());
}

/** Sends what the server could not be told, with the keys it had: what did arrive is not recorded again. */
function sendAgain() {
  for (const action of unsent) if (!underway.has(action) && !queue.includes(action)) queue.push(action);
  sendNext();
}

async function send(action) {
  const known = entries.get(action);
  underway.add(action);
  if (known.sent === null) {
    known.sent = known.wanted;
    known.wanted = null;
    known.key = freshKey();
    keep(known);
  }
  const fields = { csrf: place.dataset.csrf, result: known.sent, was: known.stored, once: known.key };
  const { answer, page } = await posted(action, fields);
  underway.delete(action);
  if (!answer || takesLonger(answer.status)) {
    markUnsent(action, true);
    retry.later();
  } else {
    retry.tries = 0;
    if (answer.ok) confirm(known, answer, page);
    else reject(known, answer, page);
  }
  sendNext();
}

/** The answer to fields that are posted, and its page; nothing where the server cannot be reached. */
async function posted(action, fields) {
  const headers = { "Podium-Rows": "sent" };
  try {
    const answer = await fetch(action, { method: "POST", body: new URLSearchParams(fields), headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { answer, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
  } catch {
    return {};
  }
}

function confirm(known, answer, page) {
  const { action } = known;
  const row = rowOf(action);
  known.stored = known.sent;
  known.sent = null;
  if (known.wanted === null || known.wanted === known.stored) {
    forget(action);
    if (row) delete row.dataset.busy;
  } else {
    markUnsent(action, false);
    keep(known);
    queue.push(action);
  }
  if (!row) return; // of another page of this browser
  show(page, answer.url);
  countOn();
}

function reject(known, answer, page) {
  const { action } = known;
  const row = rowOf(action);
  forget(action);
  const sentence = refusal(page, answer.status);
  if (!row) return say(sentence, "error");
  delete row.dataset.busy;
  display(row, known.stored);
  const dialog = $("dialog[data-asks]", page);
  if (dialog) return ask(document.importNode(dialog, true));
  if ($("#changes", page)) show(page, answer.url);
  refuse(formOf(action) ?? $("td.middle", document.getElementById(row.id)), sentence);
}

document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    const undo = form.closest("#status-line") !== null && $("[data-changes]") !== null;
    if (!undo && !form.matches("form[data-entry]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    closeMenus();
    if (undo) takeBack(form);
    else enter(form, submitter?.value ?? "");
  },
  true,
);

/** Sends what the status line offers, and shows what came of it. */
async function takeBack(form) {
  if (form.dataset.busy !== undefined) return;
  form.dataset.busy = "";
  const { answer, page } = await posted(form.action, new FormData(form));
  delete form.dataset.busy;
  const dialog = page && $("dialog[data-asks]", page);
  if (dialog) return ask(document.importNode(dialog, true));
  if (!answer?.ok) return refuse(form, answer ? refusal(page, answer.status) : words("unreachable"));
  show(page, answer.url);
  countOn();
}

for (const known of kept.entries) {
  if (known.who !== place.dataset.who || entries.has(known.action)) continue;
  entries.set(known.action, known);
  markUnsent(known.action, true);
  const row = rowOf(known.action);
  if (!row) continue;
  row.dataset.busy = "";
  display(row, known.wanted ?? known.sent);
}
sendAgain();
