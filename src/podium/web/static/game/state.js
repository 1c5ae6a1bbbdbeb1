// Where a game stands, what it waits for, and which position is on show: in sentences.

import { colourWord, moveText, resultSentence, words } from "./words.js";

/** Where a game stands at a time, as `you` (null: anybody who does not play it) needs to know it. */
export function stateSentence(game, you, now) {
  switch (game.status) {
    case "WAITING":
      if (you && !game[you].ready) return words(awaited(game, now)?.[0] === "starts" ? "startsTimed" : "pressReady");
      return words(you ? "waitingForOpponent" : "waiting");
    case "PAUSED":
      return words(game.pause?.cause === "interruption" ? "interrupted" : game.pause?.cause === "dropped" ? "dropped" : "paused");
    case "FINISHED":
      return resultSentence(game);
    default:
      if (game.turn === you) return words("yourMove");
      return words(you ? "theirMove" : "toMove", { colour: colourWord(game.turn) });
  }
}

/** What will happen by itself, and when; nothing while the game runs. */
export function awaited(game, now) {
  if (game.attention) return ["bothAbsent", null];
  if (game.status === "PAUSED" && game.pause?.until) return ["goesOn", game.pause.until];
  if (game.status !== "WAITING") return null;
  if (game.startsAt && Date.parse(game.startsAt) > now) return ["starts", game.startsAt];
  if (game.pauseUntil && Date.parse(game.pauseUntil) > now) return ["pauseEnds", game.pauseUntil];
  return game.noShowAt ? ["noShow", game.noShowAt] : null;
}

/** The time until a moment, in milliseconds or as ISO: `4:59`, `26:04:59`. */
export function timeLeft(until, now) {
  const moment = typeof until === "number" ? until : Date.parse(until);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, String(left % 60).padStart(2, "0")];
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/** Which half-move one looks at; `first` is the colour that moved first. */
export function lookingSentence(game, ply, first) {
  return ply ? words("lookingBack", { move: numberedMove(game, ply, first, game.moves[ply - 1].san) }) : words("lookingFirst");
}

/** A move of a game, or of what was tried from it, with its number: the one after which `ply` half-moves are made. */
export function numberedMove(game, ply, first, san) {
  const at = ply - (first === "white" ? 1 : 0);
  const number = Number(game.initialFen?.split(" ")[5] ?? 1) + Math.floor(at / 2);
  return `${number}${at % 2 ? "… " : ". "}${moveText(san)}`;
}
