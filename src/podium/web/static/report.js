// A player's report is kept on the phone until the server has answered it. Forms with `data-report` are sent to that address
// of the API.

import { freshKey, Kept, PATIENCE_MS, Retry, takesLonger } from "./outbox.js";

const STORE = "podium-reports";

const place = document.getElementById("report-queue");
const kept = new Kept(STORE, "key");
const retry = new Retry(flush);
let sending = false;

function keep(list) {
  kept.entries = list;
  show();
}

function drop(key) {
  kept.drop(key);
  show();
}

const filled = (text, values) => Object.entries(values).reduce((whole, [name, value]) => whole.replace(`{${name}}`, value), text);

function sentence(entry) {
  const words = place.dataset;
  if (entry.refused) return filled(words.refused, { what: entry.words, why: entry.refused });
  if (entry.player !== words.player) return filled(words.another, { what: entry.words });
  return filled(sending && retry.tries === 0 ? words.sending : words.waiting, { what: entry.words });
}

function line(entry) {
  const row = document.createElement("div");
  const text = document.createElement("p");
  const button = document.createElement("button");
  row.className = entry.refused ? "refused" : "waiting";
  if (entry.refused) row.setAttribute("role", "alert");
  text.textContent = sentence(entry);
  button.type = "button";
  button.className = "plain";
  button.textContent = entry.refused ? place.dataset.dismiss : place.dataset.drop;
  button.addEventListener("click", () => drop(entry.key));
  row.append(text, button);
  return row;
}

/** Says what is kept, and hides the buttons of games whose report is on its way. */
function show() {
  const list = kept.entries;
  place.replaceChildren(...list.map(line));
  const waiting = new Set(list.filter((each) => !each.refused).map((each) => each.game));
  for (const section of document.querySelectorAll(".report")) section.classList.toggle("kept", waiting.has(section.id));
}

async function answerTo(entry) {
  const response = await fetch(entry.url, {
    method: entry.method,
    headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": entry.key, "X-CSRF-Token": place.dataset.csrf },
    body: JSON.stringify(entry.body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = await response.json().catch(() => null);
  // A session of before ends with the page: the next one, with its own token, sends what is kept.
  if (takesLonger(response.status) || body?.code === "csrf") throw new Error(String(response.status));
  return { ok: response.ok, why: body?.detail ?? filled(place.dataset.status, { status: response.status }) };
}

async function sendAll() {
  for (;;) {
    const next = kept.entries.find((each) => !each.refused && each.player === place.dataset.player);
    if (!next) return;
    const answer = await answerTo(next);
    retry.tries = 0;
    if (answer.ok) drop(next.key);
    else keep(kept.entries.map((each) => (each.key === next.key ? { ...each, refused: answer.why } : each)));
    refresh();
  }
}

/** Sends what is kept, one after another; tabs of one browser take turns where they can. */
async function flush() {
  if (sending) return;
  retry.stop();
  sending = true;
  show();
  try {
    await (navigator.locks ? navigator.locks.request(STORE, sendAll) : sendAll());
    sending = false;
  } catch {
    sending = false;
    retry.later();
  }
  show();
}

/** Has the page look again how the game stands. */
function refresh() {
  document.querySelector("[data-live] .report")?.closest("[data-live]").dispatchEvent(new Event("podium:live"));
}

/** Hides what can be done for some seconds only, once they are over. */
function watchTakeBacks() {
  for (const form of document.querySelectorAll("form[data-left]:not([data-watched])")) {
    form.dataset.watched = "yes";
    setTimeout(() => (form.hidden = true), 1000 * Number(form.dataset.left));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.report) return;
  event.preventDefault();
  event.stopPropagation();
  const method = form.dataset.method ?? "POST";
  const typed = form.elements.namedItem("result");
  const result = event.submitter?.value || (typed instanceof HTMLInputElement ? typed.value : "");
  const game = form.closest(".report").id;
  const others = kept.entries.filter((each) => each.game !== game || (sending && !each.refused)); // the last word on a game counts
  const words = event.submitter?.dataset.words ?? result;
  keep([...others, { key: freshKey(), player: place.dataset.player, game, url: form.dataset.report, method, body: method === "DELETE" ? {} : { result }, words }]);
  retry.tries = 0;
  flush();
}, true);

addEventListener("storage", (event) => {
  if (event.key === STORE) show();
});
document.addEventListener("htmx:afterSettle", () => {
  show();
  watchTakeBacks();
});

watchTakeBacks();
show();
flush();
