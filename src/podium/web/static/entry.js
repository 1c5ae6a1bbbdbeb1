// Results of a round, shown at once and confirmed by the server: what is pressed stands in the row before any answer,
// and an answer that refuses brings the stored result back, with the reason in the row.

import { $, $$, ask, closeMenus, countOn, fill, forgive, markChosen, refusal, refuse, show, words } from "./podium.js";

const MOST_AT_ONCE = 4; // browsers allow six connections to a server, and the stream of news has one
const entries = new Map(); // boards that wait for an answer, by the address of their form
const queue = []; // addresses whose result is still to be sent
let underway = 0;

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

function enter(form, value) {
  const row = form.closest("[data-board]");
  const known = entries.get(form.action) ?? { row: row.id, stored: form.elements.was.value, sent: null, wanted: null };
  if (value === (known.wanted ?? known.sent ?? known.stored)) return; // a double click
  known.wanted = value;
  entries.set(form.action, known);
  row.dataset.busy = "";
  forgive(form);
  display(row, value);
  if (known.sent === null && !queue.includes(form.action)) queue.push(form.action);
  sendNext();
}

function sendNext() {
  while (underway < MOST_AT_ONCE && queue.length) send(queue.shift());
}

async function send(action) {
  const known = entries.get(action);
  underway += 1;
  known.sent = known.wanted;
  known.wanted = null;
  const { answer, page } = await posted(action, new FormData(formOf(known)), { result: known.sent, was: known.stored });
  underway -= 1;
  if (answer?.ok) confirm(action, known, answer, page);
  else reject(action, known, answer, page);
  sendNext();
}

/** The answer to fields that are posted, and its page; nothing where the server cannot be reached. */
async function posted(action, form, fields = {}) {
  const body = new URLSearchParams(form);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const answer = await fetch(action, { method: "POST", body, headers: { "Podium-Rows": "sent" } });
    return { answer, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
  } catch {
    return {};
  }
}

const rowOf = (known) => document.getElementById(known.row);
const formOf = (known) => $("form[data-entry]", rowOf(known));

function confirm(action, known, answer, page) {
  known.stored = known.sent;
  known.sent = null;
  if (known.wanted === null || known.wanted === known.stored) {
    entries.delete(action);
    delete rowOf(known).dataset.busy;
  } else queue.push(action);
  show(page, answer.url);
  countOn();
}

function reject(action, known, answer, page) {
  entries.delete(action);
  const row = rowOf(known);
  delete row.dataset.busy;
  display(row, known.stored);
  const dialog = page && $("dialog[data-asks]", page);
  if (dialog) return ask(document.importNode(dialog, true));
  const sentence = answer ? refusal(page, answer.status) : words("unreachable");
  if (page && $("#changes", page)) show(page, answer.url);
  refuse(formOf(known) ?? $("td.middle", rowOf(known)), sentence);
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
  if (!answer?.ok) return refuse(form, answer ? refusal(page, answer.status) : words("unreachable"));
  show(page, answer.url);
  countOn();
}
