// Rating lists: a name is looked up as one types, and a large file shows how much of it is sent.
// Without this file a field and a button look up, and the form sends the file.

import { $, $$, say } from "./podium.js";

const PAUSE_MS = 150; // after the last key before the list is asked
const LEAST = 2; // letters
const FILLED = { name: "name", rating: "rating", fide_id: "fide_id", national_id: "national_id", federation: "federation", title: "title", gender: "gender", birth: "birth", club: "club" };

for (const form of $$("[data-without-scripts]")) form.hidden = true;
for (const source of $$("[data-look-up]")) enhance(source, source.closest("form"));
for (const form of $$("[data-uploads]")) form.addEventListener("submit", upload);

/** Makes the name of a form a combobox over the rating list. */
function enhance(source, form) {
  const input = $("[name=name]", form);
  const list = document.createElement("ul");
  const status = document.createElement("p");
  source.hidden = false;
  list.id = `${input.id}-listed`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", source.dataset.label);
  status.className = "unseen";
  status.setAttribute("role", "status");
  input.parentElement.classList.add("combobox");
  input.after(list);
  form.append(status);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id })) input.setAttribute(name, value);

  let timer, asked, found = [], at = -1;

  function close() {
    list.hidden = true;
    at = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark(to) {
    at = to;
    [...list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === at)));
    if (at < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", list.children[at].id);
    list.children[at].scrollIntoView({ block: "nearest" });
  }

  function show(players) {
    found = players;
    list.replaceChildren(...players.map(option));
    list.hidden = players.length === 0;
    input.setAttribute("aria-expanded", String(players.length > 0));
    mark(-1);
    const { none, one, many } = source.dataset;
    status.textContent = players.length === 0 ? none : players.length === 1 ? one : many.replace("{count}", players.length);
  }

  function option(player, index) {
    const line = document.createElement("li");
    const note = document.createElement("small");
    line.id = `${list.id}-${index}`;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", "false");
    line.append([player.title, player.name].filter(Boolean).join(" "), note);
    note.className = "soft";
    note.textContent = [player.federation, player.rating, player.birth, player.club, player.id].filter(Boolean).join(" · ");
    line.addEventListener("mousedown", (event) => { event.preventDefault(); choose(index); });
    return line;
  }

  function choose(index) {
    const player = found[index];
    for (const [name, from] of Object.entries(FILLED)) {
      const field = $(`[name=${name}]`, form);
      if (field && player[from] !== null) field.value = player[from];
    }
    const folded = $("details.fold", form);
    if (folded) folded.open = true;
    status.textContent = source.dataset.filled.replace("{name}", player.name);
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function ask() {
    asked?.abort();
    const typed = input.value.trim();
    if (typed.length < LEAST) return close();
    asked = new AbortController();
    const query = new URLSearchParams({ q: typed, list: $("[data-look-up-list]", source).value, kind: $("[data-look-up-kind]", source).value });
    try {
      const answer = await fetch(`${source.dataset.lookUp}?${query}`, { signal: asked.signal, headers: { Accept: "application/json" } });
      if (answer.ok && document.activeElement === input) show((await answer.json()).players);
      else close();
    } catch (problem) {
      if (problem.name !== "AbortError") close(); // a name can be typed without the list
    }
  }

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE_MS); });
  input.addEventListener("blur", () => { clearTimeout(timer); close(); });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === "Enter" && at >= 0) choose(at);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Sends a form with a file, and shows how much of it is on its way. */
function upload(event) {
  event.preventDefault();
  const form = event.target;
  const shown = $(".uploading", form);
  const button = $("button[type=submit]", form);
  const request = new XMLHttpRequest();
  shown.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    const percent = total ? Math.floor((100 * loaded) / total) : 0;
    $("progress", shown).value = percent;
    $("span", shown).textContent = shown.dataset.text.replace("{percent}", percent);
  });
  request.addEventListener("load", () => {
    if (request.status < 400) location.assign(request.responseURL);
    else refuse(request.responseText); // what is wrong with it is said on the page
  });
  request.addEventListener("error", () => { shown.hidden = true; button.disabled = false; say(document.querySelector("#words").dataset.unreachable, "error"); });
  request.open("POST", form.action);
  request.send(new FormData(form));
}

/** Puts the page in place that says what is wrong. */
function refuse(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  $("#main").replaceChildren(...$("#main", page).childNodes);
  for (const form of $$("[data-uploads]")) form.addEventListener("submit", upload);
  $("#main").focus();
}
