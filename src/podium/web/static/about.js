// What a reader is told of an event. Whose clock shows the same time as the hall's needs no second time beside it.

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time of `moment` by the clocks of a zone. */
const clock = (moment, timeZone) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }).format(moment);

function hideEqualTimes(root) {
  for (const part of root.querySelectorAll(".own-time[data-zone]")) {
    const moment = new Date(part.querySelector("time")?.dateTime ?? Date.now());
    part.hidden = clock(moment, part.dataset.zone) === clock(moment, own);
  }
}

hideEqualTimes(document);
document.addEventListener("htmx:load", (event) => hideEqualTimes(event.target));
