// The director's page of screens: the zone in which "until 14:30" is meant, and the page anew once somebody else has used the clock.

import { loadAnew } from "./podium.js";

for (const field of document.querySelectorAll("[data-zone]")) field.value = String(new Date().getTimezoneOffset());

let displayed = null;

document.addEventListener("podium:display", ({ detail }) => {
  const before = displayed;
  displayed = detail.display;
  const typing = document.activeElement?.matches("input, select, textarea");
  if (before !== null && before !== displayed && !typing) loadAnew();
});
