// What the pages for players and visitors do beyond links and forms: a player one follows, and lists that find, sort
// and go on by themselves. Without this file there are pages, a form for each, and a cookie.

/* global htmx */

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const TYPING_MS = 150; // between the last letter and the question to the server
const AHEAD = "1600px 0px"; // how far below the screen the next rows are fetched
const PAGE = 100; // rows of a page, as in frame/long_list.py
const event = location.pathname.match(/^\/t\/[^/]+/)?.[0];
const phone = matchMedia("(max-width: 719.98px)");

/** The page at `address` as a document; null where there is none. */
async function fetched(address, how = {}) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...how });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** `text` in small letters without accents, as the server compares it. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// ---- My player: kept by this browser, one for each event ----

const KEY = `podium:me:${event}`;
const mark = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, mark];

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null; // no storage, or something else in it
  }
}

function remember(mine) {
  try {
    if (mine) localStorage.setItem(KEY, JSON.stringify(mine));
    else localStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing: the choice lasts as long as the page
  }
}

/** Lets every row of the player stand out, now and after every change of the page. */
function markRows(id) {
  const row = `tr[data-player~="${CSS.escape(id ?? "")}"]`;
  mark.replaceSync(id ? `${row}, ${row} > :is(td, th) { background: var(--mine) !important; }` : "");
}

/** Shows the line of the player one follows: what was last known at once, then what is so now. */
async function follow(mine = remembered()) {
  const bar = $("#me");
  if (!bar) return;
  if (bar.dataset.player) return markRows(bar.dataset.player); // the server knows, by a link or a cookie
  if (!mine) return;
  markRows(mine.id);
  const name = document.createElement("b");
  name.textContent = mine.name;
  const width = document.createElement("div");
  width.className = "width";
  width.append(name);
  bar.replaceChildren(width);
  bar.hidden = false;
  const page = await fetched(`${event}/me/line?player=${encodeURIComponent(mine.id)}`);
  const fresh = page && $("#me", page);
  if (!fresh) {
    remember(null); // removed from the event
    bar.hidden = true;
    return;
  }
  $("#me").replaceWith(fresh);
  htmx.process(fresh);
}

if (event) follow();

let typed = null;

/** Offers those whom the words in a search for oneself may mean. */
function lookUp(box, q) {
  clearTimeout(typed);
  typed = setTimeout(async () => {
    const asks = `${box.dataset.finds}?q=${encodeURIComponent(q)}`;
    const page = q.trim() ? await fetched(asks, { credentials: "omit" }) : null; // its cookie is for those without scripts
    const found = page && $("#candidates", page);
    $("#candidates", box).replaceChildren(...(found ? found.childNodes : []));
  }, TYPING_MS);
}

/** On a player's own page: the button to follow this one from now on, unless one does. */
function offerToFollow() {
  for (const button of $$("[data-follows]")) button.hidden = remembered()?.id === button.dataset.follows;
}

offerToFollow();
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-follows]");
  if (!button) return;
  remember({ id: button.dataset.follows, name: button.dataset.name });
  delete $("#me").dataset.player; // another one, so far
  follow();
  offerToFollow();
});

for (const form of $$("[data-finds] .forget")) if (remembered()) form.hidden = false;
for (const box of $$("section[data-finds]")) if (remembered()) box.hidden = true;

document.addEventListener("submit", (sent) => {
  const { target: form, submitter } = sent;
  const box = form.closest("[data-finds]");
  if (!box) return;
  if (form.method === "get") return sent.preventDefault(); // they are listed already
  if (submitter?.hasAttribute("data-forgets")) {
    remember(null);
    if ($("#me")?.dataset.player && form.closest(".forget").dataset.cookie !== undefined) return; // the cookie goes too
  } else {
    remember({ id: form.elements.player.value, name: submitter.dataset.name });
  }
  sent.preventDefault();
  location.assign(event);
});

// ---- Long lists: the first screen first, the rest as one scrolls or searches ----

const list = () => $(".longlist");
const isWhole = (shown) => shown.hasAttribute("data-whole") && !new URL(shown.dataset.list, location).searchParams.has("q");

/** The address of a list with these fields otherwise; an empty one is left out. */
function address(shown, changes = {}) {
  const url = new URL(shown.dataset.list, location);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.pathname + url.search;
}

let asked = 0; // an answer that comes after a later question is not shown

/** Puts the list at `url` in place of the one on show. */
async function show(url) {
  const turn = ++asked;
  const page = await fetched(url);
  if (turn !== asked || !page) return;
  list().replaceWith($(".longlist", page));
  exchangePager(page);
  history.replaceState(history.state, "", address(list()));
  afterChange();
}

function exchangePager(page) {
  const fresh = $(".pager", page);
  const old = $(".longlist ~ .pager");
  if (old && fresh) old.replaceWith(fresh);
  else if (old) old.remove();
  else if (fresh) list().after(fresh);
}

let adding = false;

/** Adds the next page to the rows there are. */
async function goOn() {
  const shown = list();
  if (adding || !shown || Number(shown.dataset.last) >= Number(shown.dataset.pages)) return;
  adding = true;
  const turn = asked;
  try {
    const page = await fetched(address(shown, { page: Number(shown.dataset.last) + 1 }));
    if (page && turn === asked && shown.isConnected) {
      append(shown, $(".longlist", page));
      if (shown.dataset.last === shown.dataset.pages) $(".pager", page)?.remove();
      exchangePager(page);
    }
  } finally {
    adding = false;
  }
  afterChange();
}

/** Adds the rows of `more`, each to the table of its section; a row that has moved there meanwhile is shown once. */
function append(shown, more) {
  for (const table of $$("table", more)) {
    const mine = $$("table", shown).find((one) => one.dataset.part === table.dataset.part);
    for (const row of $$("tbody tr", table)) if (row.id) document.getElementById(row.id)?.remove();
    if (mine) mine.tBodies[0].append(...table.tBodies[0].rows);
    else $(".nothing", shown).before(...(table.previousElementSibling?.matches("h2") ? [table.previousElementSibling] : []), table);
  }
  shown.dataset.last = more.dataset.last;
  if (shown.dataset.first === "1" && more.dataset.last === more.dataset.pages) shown.setAttribute("data-whole", "");
}

/** Loads all rows: a browser finds and prints only what is on the page. */
async function loadAll() {
  if (list() && !list().hasAttribute("data-whole")) await show(address(list(), { all: "yes" }));
}

const near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && goOn(), { rootMargin: AHEAD });

/** After rows came or went: what is typed holds for them, open ones stay open, and the end of the list is watched. */
function afterChange() {
  if (!list()) return;
  filterRows();
  for (const [id, rounds] of opened) openRow(document.getElementById(id), rounds);
  near.disconnect();
  const end = $(".longlist ~ .pager");
  if (end) near.observe(end);
}

/** Hides the loaded rows without the words that are typed. */
function filterRows() {
  const words = folded($("[data-filters]")?.value ?? "").split(/\s+/).filter(Boolean);
  let left = 0;
  for (const row of $$(":is(tbody tr, .arrivals li)", list())) {
    const text = words.length ? folded((row.matches("li") ? row.firstElementChild : row).textContent) : "";
    row.hidden = !words.every((word) => text.includes(word));
    left += !row.hidden;
  }
  $(".nothing", list()).hidden = left > 0 || !list().hasAttribute("data-whole");
}

let searching = null;

document.addEventListener(
  "input",
  (typing) => {
    const field = typing.target;
    const box = field.closest?.("[data-finds]");
    if (!box && !field.matches("[data-filters]")) return;
    typing.stopPropagation(); // no form that waits to be sent: live parts go on around it
    if (box) return lookUp(box, field.value);
    clearTimeout(searching);
    if (isWhole(list())) return filterRows();
    searching = setTimeout(() => show(address(list(), { q: field.value.trim() })), TYPING_MS);
  },
  true,
);
document.addEventListener("submit", (sent) => $("[data-filters]", sent.target) && sent.preventDefault());

// Sorting: the rows on the page at once where all are there, else by the server.

document.addEventListener("click", (click) => {
  const link = click.target.closest(".longlist [data-sort]");
  if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  const heading = link.closest("th");
  const falls = "falls" in link.dataset;
  const usual = falls ? "descending" : "ascending";
  const turned = heading.getAttribute("aria-sort") === usual;
  const sort = (turned ? "-" : "") + link.dataset.sort;
  if (!isWhole(list())) return show(address(list(), { sort }));
  for (const table of $$("table", list())) sortRows(table, heading.cellIndex, falls !== turned);
  for (const one of $$("th[aria-sort]", list())) one.removeAttribute("aria-sort");
  for (const table of $$("table", list())) {
    table.tHead.rows[0].cells[heading.cellIndex].setAttribute("aria-sort", falls !== turned ? "descending" : "ascending");
  }
  list().dataset.list = address(list(), { sort });
  history.replaceState(history.state, "", list().dataset.list);
});

const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

/** Sorts the rows of a table by a column; those without a value come last either way. */
function sortRows(table, column, down) {
  const rows = [...table.tBodies[0].rows].map((row) => {
    const cell = row.cells[column];
    const text = ($("a", cell) ?? cell).textContent.trim();
    return { row, text, number: text === "" ? NaN : Number(text.replace(",", ".").replace("½", ".5")) };
  });
  const figures = rows.every((one) => one.text === "" || !Number.isNaN(one.number));
  rows.sort((one, other) => {
    if (!one.text || !other.text) return (one.text === "") - (other.text === "");
    const order = figures ? one.number - other.number : collator.compare(one.text, other.text);
    return down ? -order : order;
  });
  table.tBodies[0].append(...rows.map((one) => one.row));
}

// ---- A tap on a row opens the rest of it ----

const opened = new Map(); // by the id of the row: its rounds, once they were fetched

function openRow(row, rounds) {
  if (!row) return;
  row.classList.add("expanded");
  $(".tap a", row)?.setAttribute("aria-expanded", "true");
  if (rounds && !$(".rounds", row)) {
    const cell = row.insertCell();
    cell.className = "x rounds";
    cell.append(rounds);
  }
}

async function toggle(row) {
  if (row.classList.contains("expanded")) {
    opened.delete(row.id);
    row.classList.remove("expanded");
    $(".tap a", row)?.setAttribute("aria-expanded", "false");
    $(".rounds", row)?.remove();
    return;
  }
  opened.set(row.id, null);
  openRow(row, null);
  if (!row.matches(`#standings tr`)) return;
  const page = await fetched(`${event}/players/${row.dataset.player}/rounds`);
  if (!page || !opened.has(row.id)) return;
  opened.set(row.id, $("ul", page));
  openRow(document.getElementById(row.id), opened.get(row.id));
}

document.addEventListener("click", (click) => {
  const row = click.target.closest(".lines tbody tr");
  if (!row || !phone.matches) return;
  const link = click.target.closest("a, button, select, input, label");
  if (link && !link.getAttribute("href")?.startsWith("#")) return;
  if (link) click.preventDefault();
  toggle(row);
});

// ---- Live parts ask for what is on show, and the row of one's own is one tap away ----

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const shown = list();
  if (!shown || !detail.elt.contains(shown) || detail.verb !== "get") return;
  const { first, last } = shown.dataset;
  const whole = shown.hasAttribute("data-whole") && Number(shown.dataset.total) > PAGE;
  detail.path = address(shown, whole ? { all: "yes" } : { page: first, rows: (last - first + 1) * PAGE });
});
document.addEventListener("htmx:afterSwap", () => {
  afterChange();
  offerToFollow();
});

document.addEventListener("click", (click) => {
  const link = click.target.closest("#me a[href*='#']");
  const row = link && link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
  if (!row || row.hidden) return;
  click.preventDefault();
  row.scrollIntoView({ block: "center" });
});

// ---- Menus, tabs, paper ----

document.addEventListener("click", ({ target }) => {
  for (const menu of $$("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", async (press) => {
  if (press.key === "Escape") for (const menu of $$("details.menu[open]")) menu.open = false;
  if (!(press.ctrlKey || press.metaKey) || press.altKey || press.shiftKey || !list()) return;
  if (press.key === "f") loadAll();
  if (press.key !== "p" || list().hasAttribute("data-whole")) return;
  press.preventDefault();
  await loadAll();
  print();
});

/** Opens the fold that the address leads to. */
function unfold() {
  const fold = document.getElementById(location.hash.slice(1))?.closest("details:not(.menu)");
  if (fold) fold.open = true;
}

unfold();
addEventListener("hashchange", unfold);

for (const tab of $$("nav.tabs [aria-current]")) {
  const tabs = tab.closest("ul"); // on phones they scroll
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - tabs.clientWidth / 2;
}

afterChange();
if (list()?.hasAttribute("data-prints-itself")) print();
