// Makes Podium installable and public pages readable without a network; says so on a page that is not fresh.

import { locale } from "./locale.js";

const words = document.querySelector("#words").dataset;

if ("serviceWorker" in navigator) {
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {}); // private windows have none
  if (first) {
    navigator.serviceWorker.ready.then((registration) => registration.active.postMessage({ keep: location.href.split("#")[0] }));
  }
}

const keptAt = document.documentElement.dataset.keptAt;
if (keptAt) {
  const at = new Date(keptAt);
  const today = at.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  const time = new Intl.DateTimeFormat(locale, style).format(at);
  const note = document.createElement("p");
  note.className = "offline sheet";
  note.setAttribute("role", "status");
  note.textContent = words.offline.replace("{time}", time);
  document.querySelector("#main").prepend(note);
  window.addEventListener("online", () => location.reload());
}
