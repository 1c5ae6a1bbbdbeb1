// Pieces on squares, as FEN and moves by coordinates tell them. What is legal is decided by the server alone.

const FILES = "abcdefgh";
export const FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/** Every square, a8 first, as White sees them from left to right and from above. */
export const SQUARES = [..."87654321"].flatMap((rank) => [...FILES].map((file) => file + rank));

/** The letters of the pieces by their squares. */
export function read(fen) {
  const pieces = {};
  fen.split(" ")[0].split("/").forEach((row, at) => {
    let file = 0;
    for (const mark of row) {
      if (/\d/.test(mark)) file += Number(mark);
      else pieces[FILES[file++] + (8 - at)] = mark;
    }
  });
  return pieces;
}

/** The first field of FEN. */
export function write(pieces) {
  const marks = SQUARES.map((square) => pieces[square] ?? "1").join("");
  return marks.match(/.{8}/g).join("/").replace(/1+/g, (empty) => empty.length);
}

/**
 * The pieces after a move that was judged before: king and rook, a pawn taken in passing, a new piece. In Chess960 a king
 * castles by going onto its own rook, and both come to where they do in usual chess.
 */
export function after(pieces, uci) {
  const next = { ...pieces };
  const [from, to, becomes] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]];
  const piece = next[from];
  if (!piece) return next;
  const kind = piece.toLowerCase();
  if (kind === "p" && from[0] !== to[0] && !next[to]) delete next[to[0] + from[1]];
  if (kind === "k" && next[to] && isWhite(next[to]) === isWhite(piece)) {
    const [rook, rank, short] = [next[to], from[1], to > from];
    delete next[from];
    delete next[to];
    return { ...next, [(short ? "g" : "c") + rank]: piece, [(short ? "f" : "d") + rank]: rook };
  }
  if (kind === "k" && from[0] === "e" && (to[0] === "g" || to[0] === "c")) {
    const [corner, beside] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    next[beside + from[1]] = next[corner + from[1]];
    delete next[corner + from[1]];
  }
  delete next[from];
  next[to] = becomes ? (isWhite(piece) ? becomes.toUpperCase() : becomes) : piece;
  return next;
}

/** The squares that a piece is dropped on for a move: its goal; in Chess960 also where castling brings the king. */
export function goals(pieces, uci) {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const castles = pieces[to] && pieces[from]?.toLowerCase() === "k" && isWhite(pieces[to]) === isWhite(pieces[from]);
  return castles ? [to, (to > from ? "g" : "c") + to[1]] : [to];
}

/** Whether a piece could go to a square that an own piece holds: to take what took that one, or to castle (Chess960). */
export function couldRetake(pieces, from, to) {
  const across = FILES.indexOf(to[0]) - FILES.indexOf(from[0]);
  const up = Number(to[1]) - Number(from[1]);
  const [files, ranks] = [Math.abs(across), Math.abs(up)];
  const straight = files === 0 || ranks === 0;
  const slanted = files === ranks;
  switch (pieces[from]?.toLowerCase()) {
    case "p":
      return files === 1 && up === (isWhite(pieces[from]) ? 1 : -1);
    case "n":
      return files * ranks === 2;
    case "k":
      return Math.max(files, ranks) === 1 || (ranks === 0 && pieces[to]?.toLowerCase() === "r");
    case "b":
      return slanted && isOpen();
    case "r":
      return straight && isOpen();
    case "q":
      return (straight || slanted) && isOpen();
    default:
      return false;
  }

  /** Whether no own piece stands between; those of the opponent may go away. */
  function isOpen() {
    for (let step = 1; step < Math.max(files, ranks); step++) {
      const square = FILES[FILES.indexOf(from[0]) + step * Math.sign(across)] + (Number(from[1]) + step * Math.sign(up));
      if (pieces[square] && isWhite(pieces[square]) === isWhite(pieces[from])) return false;
    }
    return true;
  }
}

export function isWhite(piece) {
  return piece === piece.toUpperCase();
}

/** What a piece belongs to: "white" or "black". */
export function colourOf(piece) {
  return isWhite(piece) ? "white" : "black";
}

export function other(colour) {
  return colour === "white" ? "black" : "white";
}

/** Where the king of a colour stands. */
export function kingOf(pieces, colour) {
  return SQUARES.find((square) => pieces[square] === (colour === "white" ? "K" : "k"));
}
