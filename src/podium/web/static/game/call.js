// The answer to a player's call: the tab that listens to the game tells all tabs, and the line that says it is fetched.

import { Sounds } from "./sounds.js";

const part = document.getElementById("call");
const game = JSON.parse(document.getElementById("game").dataset.game);
let known = JSON.stringify(game.call);

if (part && "BroadcastChannel" in window) {
  new BroadcastChannel(`podium-game-${game.id}-${game.you}`).addEventListener("message", ({ data: { kind, data } }) => {
    if (kind !== "game" || JSON.stringify(data.call) === known) return;
    known = JSON.stringify(data.call);
    part.dispatchEvent(new Event("podium:live"));
    if (data.call?.answer) new Sounds(true).play("offer");
  });
}
