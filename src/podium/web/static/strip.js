// The strip below the navigation: the clock of the event and the messages of its director, as the page's stream tells them.

/* global htmx */

import { EventClock } from "./event_clock.js";

const strip = document.getElementById("strip");
const clock = new EventClock();
let messages = [];
let announced = [];
let displayed = null; // the version that is on show

function show() {
  const list = strip.querySelector("[data-messages]");
  const texts = [...announced, ...messages.filter(({ expires }) => clock.isBefore(expires)).map(({ text }) => text)];
  if (texts.join("\n") !== [...list.children].map((item) => item.textContent).join("\n")) {
    list.replaceChildren(
      ...texts.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }),
    );
  }
  strip.hidden = clock.text === "" && !texts.length;
}

function hear(display) {
  clock.hear(display.clock);
  ({ messages, announced } = display);
  const isNews = displayed !== null && displayed !== display.display;
  displayed = display.display;
  for (const part of isNews ? document.querySelectorAll("[data-live~=display]") : []) htmx.trigger(part, "podium:live");
  show();
  document.dispatchEvent(new CustomEvent("podium:display", { detail: display }));
}

hear(JSON.parse(strip.dataset.display));
setInterval(show, 1000);

// The page has one stream, which podium.js opens: a message of the type `display` is for this strip.
const open = htmx.createEventSource;
htmx.createEventSource = (url) => {
  const source = open(url);
  source.addEventListener("display", ({ data }) => hear(JSON.parse(data)));
  return source;
};
