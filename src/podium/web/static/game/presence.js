// Who is there, beside the names; and before the game the test of sound and clock.

import { words } from "./words.js";

/** Say in `element` whether the player of a colour is there; `now` is the server's time, `countdown` writes what is left. */
export function showPresence(element, game, colour, countdown) {
  const over = game.status === "FINISHED" || game.clocks === null;
  const here = game.present.includes(colour);
  const left = here || game.absent[colour] === null ? null : game.heardAt + game.absent[colour];
  let text = words(here ? "here" : game.status === "WAITING" ? "notHere" : "gone");
  if (left !== null) text = words("absent", { time: countdown(left) });
  if (element.textContent !== text) element.textContent = text;
  element.classList.toggle("here", here);
  element.hidden = over || (!here && game.status === "WAITING" && game[colour].ready);
}

/** Let the button sound and measure. */
export function offerTest(button, sounds, server, serverTime) {
  button?.addEventListener("click", async () => {
    sounds.test();
    const start = performance.now();
    const answer = await server.ask("game").catch(() => null);
    if (!answer?.ok) return;
    const ms = Math.round(performance.now() - start);
    serverTime.hear(answer.body.now);
    const seconds = Math.abs((Date.now() - serverTime.now) / 1000).toFixed(1);
    document.querySelector("#tested").textContent = words("tested", { ms, seconds });
  });
}
