// Sentences about a game, in the language of the page: its template brings them.

const dataset = document.getElementById("game-words").dataset;

/** A sentence of the page's words; `{name}` in it becomes the fact of that name. */
export function words(key, facts = {}) {
  return dataset[key].replace(/\{(\w+)\}/g, (_whole, name) => facts[name]);
}

/** The word of a code in capitals: `coded("reason", "CHECKMATE")` is `data-reason-checkmate`. */
export function coded(kind, code) {
  const parts = code.toLowerCase().split("_").map((part) => part[0].toUpperCase() + part.slice(1));
  return dataset[kind + parts.join("")];
}

const KINDS = { k: "King", q: "Queen", r: "Rook", b: "Bishop", n: "Knight", p: "Pawn" };

/** What a piece is called, by its letter. */
export function pieceWord(letter) {
  return words(`piece${KINDS[letter.toLowerCase()]}`);
}

/** A move as people write it in the language of the page. */
export function moveText(san) {
  return san.replace(/[KQRBN]/g, (letter) => words("letters")["KQRBN".indexOf(letter)]);
}

export function colourWord(colour) {
  return words(colour);
}

/** A move as a sentence: `White: knight g1 to f3, check`. `pieces` stood so before it. */
export function moveSentence(pieces, uci, san) {
  const [from, to, becomes] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]];
  const letter = pieces[from] ?? "P";
  const colour = colourWord(letter === letter.toUpperCase() ? "white" : "black");
  const facts = { piece: pieceWord(letter), start: from, end: to, taken: pieceWord(pieces[to] ?? "p") };
  let text = words(san.includes("x") ? "takes" : "moves", facts);
  if (san.startsWith("O-O")) text = words(san.startsWith("O-O-O") ? "castlesLong" : "castlesShort");
  if (becomes) text = words("becomes", { move: text, piece: pieceWord(becomes) });
  if (san.includes("+")) text = words("withCheck", { move: text });
  if (san.includes("#")) text = words("withMate", { move: text });
  return words("said", { colour, move: text });
}

/** How a game ended: `White wins: checkmate`. */
export function resultSentence(game) {
  if (!game.result) return words("annulled");
  const result = coded("result", game.result);
  return game.resultReason ? words("ended", { result, reason: coded("reason", game.resultReason) }) : words("endedBare", { result });
}
