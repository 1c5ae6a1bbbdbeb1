// A screen on the wall: slides take turns, in the largest letters that fit; what does not fit in letters that can be
// read from afar takes turns page by page. News come by the stream of the event; the server makes every slide.

import { EventClock } from "./event_clock.js";

const LEGIBLE = 1 / 44.9; // of the height of the screen, a forty-fifth and a little more: capitals read from ten metres
const LARGEST = 1 / 9; // of the height of the screen: letters need not be larger
const COLUMNS = 6;
const GAP = 1; // em between columns
const SPACE = 0.5; // em between the parts of a line
const LINE = 1.1; // em, as in wall.css
const AIR = 0.18; // em above and below a line together
const OUTLIERS = 0.72; // how small a name may be beside the others, rather than make all of them small
const SETTLE_MS = 200;
const AGAIN_MS = 5000; // after the server was away
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const wall = $("#wall");
const clock = new EventClock({ always: true });
let shown = null; // the id of the slide on show
let page = 0; // of it
let timer = null;

// ---- How large letters can be ----

/** The height of a capital in em, in the letters of an element. */
function capital(element) {
  const context = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontFamily } = getComputedStyle(element);
  context.font = `${fontWeight} 100px ${fontFamily}`;
  return context.measureText("H").actualBoundingBoxAscent / 100;
}

const widest = (widths) => widths.reduce((most, width) => Math.max(most, width), 0);

/** The rooms that names may have, in em: for all of them, or for all but a few, which are written a little smaller. */
function rooms(widths) {
  const sorted = widths.toSorted((a, b) => a - b);
  const most = sorted.at(-1) ?? 0;
  return [most, Math.max(sorted[Math.floor(sorted.length * 0.9)] ?? 0, most * OUTLIERS)];
}

/** What the parts of a list need, in em: once with whole names, once with initials. */
function measure(list) {
  list.classList.remove("fitted", "stacked", "initials");
  for (const name of $$(".wall-name", list)) name.style.fontSize = "";
  list.classList.add("measured");
  const em = (element) => element.getBoundingClientRect().width / 100;
  const of = (selector) => $$(selector, list).map(em);
  const [at, score, note] = [widest(of(".wall-at")), widest(of(".wall-score")), widest(of(".wall-note"))];
  const names = [of(".wall-name")];
  list.classList.add("initials");
  names.push(of(".wall-name"));
  list.classList.remove("measured", "initials");
  return { at, score, note, names };
}

/** The ways to write a list, each with what a line needs in em. */
function ways(list, { at, score, note, names }) {
  return names.flatMap((widths, initials) => rooms(widths).flatMap((name) => {
    const way = { initials: initials === 1, name, widths, smallest: Math.min(1, name / widest(widths)) };
    if (list.matches(".wall-entries")) {
      const spaces = [at, name, score, note].filter((width) => width > 0).length * SPACE;
      return [{ ...way, stacked: false, width: at + name + score + note + spaces, height: LINE + AIR }];
    }
    return [
      { ...way, stacked: false, width: at + score + 2 * Math.max(name, note / 2) + 4 * SPACE, height: LINE + AIR },
      { ...way, stacked: true, width: at + score + Math.max(name, note) + 3 * SPACE, height: 2 * LINE + AIR },
    ];
  }));
}

/** The largest letters in which `count` lines fit, with how they do; if there is a way in which all of them are legible. */
function best(candidates, count, { width, height, least, most }) {
  let found = null;
  for (const way of candidates) {
    for (let columns = 1; columns <= Math.min(COLUMNS, count); columns += 1) {
      const rows = Math.ceil(count / columns);
      const size = Math.min(most, height / rows / way.height, width / (columns * way.width + (columns - 1) * GAP));
      const legible = size * way.smallest >= least;
      const better = !found || (legible === found.legible ? size > found.size + 0.01 : legible);
      if (better) found = { ...way, columns, rows, size, legible };
    }
  }
  return found;
}

/** Writes a list as large as it fits, on as few pages as are legible; returns how many those are. */
function fitList(list) {
  const box = list.parentElement;
  const { paddingLeft, paddingTop } = getComputedStyle(box);
  const room = {
    width: box.clientWidth - 2 * parseFloat(paddingLeft) - 1,
    height: box.clientHeight - 2 * parseFloat(paddingTop) - 1,
    least: (innerHeight * LEGIBLE) / capital(list),
    most: innerHeight * LARGEST,
  };
  const lines = list.children.length;
  const measured = measure(list);
  const [whole, initials] = [false, true].map((short) => ways(list, measured).filter((way) => way.initials === short));
  let fit = null;
  let pages = 0;
  do {
    pages += 1;
    const count = Math.ceil(lines / pages);
    fit = best(whole, count, room);
    if (!fit.legible) fit = best(initials, count, room);
  } while (!fit.legible && pages < lines);
  apply(list, fit, measured);
  return { pages, each: Math.ceil(lines / pages) };
}

function apply(list, fit, { at, score, note }) {
  list.classList.add("fitted");
  list.classList.toggle("stacked", fit.stacked);
  list.classList.toggle("initials", fit.initials);
  const values = { size: `${fit.size}px`, rows: fit.rows, columns: fit.columns, at: `${at}em`, score: `${score}em`, note: `${note}em`, need: `${fit.width}em` };
  for (const [name, value] of Object.entries(values)) list.style.setProperty(`--${name}`, value);
  $$(".wall-name", list).forEach((name, index) => {
    const width = fit.widths[index];
    name.style.fontSize = width > fit.name ? `${fit.name / width}em` : "";
  });
}

/** Makes words as large as they fit; those of a clock may be larger than those of a message. */
function fitWords(words, most) {
  const box = words.parentElement;
  let [small, large] = [8, innerHeight * most];
  const fits = (size) => {
    words.style.fontSize = `${size}px`;
    return words.scrollHeight <= box.clientHeight && words.scrollWidth <= box.clientWidth;
  };
  while (large - small > 1) {
    const middle = (small + large) / 2;
    if (fits(middle)) small = middle;
    else large = middle;
  }
  fits(small);
}

// ---- Slides that take turns ----

const slides = () => $$(".slide", wall);

/** Shows a page of a slide, and goes on after its time. */
function show(id, at) {
  const all = slides();
  const slide = all.find((each) => each.id === id) ?? all[0];
  for (const each of all) each.classList.toggle("shown", each === slide);
  const list = $(".wall-lines", slide);
  const { pages, each } = list ? fitList(list) : { pages: 1, each: 0 };
  clock.draw();
  for (const words of $$(".reading", slide)) fitWords(words, 1 / 4);
  for (const words of $$(".eventclock.whole", slide)) fitWords(words, 1);
  page = Math.min(at, pages - 1);
  shown = slide.id;
  if (list) {
    [...list.children].forEach((line, index) => line.classList.toggle("away", Math.floor(index / each) !== page));
  }
  const turn = pages > 1 ? $("#wall-words").dataset.turn.replace("{page}", page + 1).replace("{pages}", pages) : "";
  $("[data-turn]", slide).textContent = turn;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (page + 1 < pages) show(shown, page + 1);
    else show(all[(all.indexOf(slide) + 1) % all.length].id, 0);
  }, slide.dataset.seconds * 1000);
  wall.dataset.shown = `${slide.id} ${page + 1}/${pages}`; // what is on show now, for whoever looks from outside
}

const again = () => show(shown, page);

// ---- News ----

let due = null;

/** Fetches the screen anew soon; what is equal stays, and the slide on show stays on show. */
function refresh(wait = SETTLE_MS) {
  due ??= setTimeout(async () => {
    due = null;
    try {
      const answer = await fetch(wall.dataset.refresh);
      if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
      else if (answer.status !== 404) refresh(AGAIN_MS);
    } catch {
      refresh(AGAIN_MS); // no server, or no network: what hangs there stays
    }
  }, wait);
}

const served = new Map(slides().map((slide) => [slide.id, slide.outerHTML])); // as the server made them

function take(fresh) {
  document.body.dataset.wall = fresh.body.dataset.wall;
  const made = $$("#wall .slide", fresh);
  const kept = made.map((slide) => {
    const before = document.getElementById(slide.id);
    const same = before && served.get(slide.id) === slide.outerHTML;
    served.set(slide.id, slide.outerHTML);
    return same ? before : document.importNode(slide, true);
  });
  wall.replaceChildren($("h1", wall), ...kept);
  $("#wall-messages").replaceWith(document.importNode($("#wall-messages", fresh), true));
  hearDisplay(JSON.parse($("#wall", fresh).dataset.display));
  const needsBoards = $("[data-games]") && !globalThis.htmx; // another kind of slide came: its scripts come with the page
  if (needsBoards) location.reload();
  document.dispatchEvent(new CustomEvent("htmx:afterRequest")); // for live.js, which draws boards that moved meanwhile
  again();
}

let displayed = null; // the version of clock, messages and screens that is on show
let messages = [];

function hearDisplay(display) {
  clock.hear(display.clock);
  messages = display.messages;
  displayed = display.display;
}

hearDisplay(JSON.parse(wall.dataset.display));

let source = null;

function listen() {
  source?.close();
  source = new EventSource(wall.dataset.events);
  source.addEventListener("message", ({ data }) => {
    const parts = wall.dataset.parts.split(" ");
    if (JSON.parse(data).parts.some((part) => parts.includes(part))) refresh();
  });
  source.addEventListener("display", ({ data }) => {
    const display = JSON.parse(data);
    if (display.display !== displayed) refresh(0);
    hearDisplay(display);
  });
}

listen();
document.addEventListener("podium:live", () => refresh()); // live.js has a board that the server must put into words
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => persisted && listen());
let digits = null;

setInterval(() => {
  if (clock.text?.length !== digits && $(".shown .eventclock.whole")) again(); // an hour less: there is room for larger ones
  digits = clock.text?.length;
}, 1000);
setInterval(() => {
  if (messages.some(({ expires }) => !clock.isBefore(expires))) refresh();
  if (source.readyState === EventSource.CLOSED) listen();
}, AGAIN_MS);

// ---- Start, and whenever the screen has another size ----

wall.classList.add("taking-turns");
addEventListener("resize", again);
document.fonts.ready.then(again);
show(slides()[0].id, 0);
