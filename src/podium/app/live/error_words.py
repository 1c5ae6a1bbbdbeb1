"""What each code about the laws of chess or a live game means, as a sentence for a player or an arbiter."""

from collections.abc import Mapping

from podium.app.words.language import N_
from podium.games.commands import ARBITER_ACTS, PLAYER_ACTS

CHESS_SENTENCES: Mapping[str, str] = {
    "illegal-move": N_("%(value)s is not a legal move here."),
    "game-over": N_("The game has ended (%(reason:bare)s): there is nothing more to play or to claim."),
    "claim-not-true": N_(
        "There is no draw to claim: the position has occurred %(repetitions)s of 3 times, and %(moves)s of 50 moves "
        "have gone by without a capture or a move of a pawn."
    ),
    "ply-unknown": N_("The game has no position after %(value)s half-moves: there are %(most)s so far."),
    "no-analysis-while-playing": N_("While your own game is played you cannot try moves."),
    "fen-fields": N_("%(value)s is not a position in FEN: it has four or six parts with a blank between them."),
    "fen-malformed": N_("%(value)s is not a position in FEN: its part %(part)s cannot be read."),
    "fen-kings": N_("The position %(value)s is not possible: each side has one king."),
    "fen-pieces": N_("The position %(value)s is not possible: a side has more than 16 pieces or 8 pawns."),
    "fen-pawns": N_("The position %(value)s is not possible: a pawn is on the first or last rank."),
    "fen-castling": N_("The position %(value)s is not possible: a right to castle lacks its king or rook."),
    "fen-en-passant": N_("The position %(value)s is not possible: no pawn can just have passed that square."),
    "fen-check": N_("The position %(value)s is not possible: the side that has just moved is in check."),
    "pgn-malformed": N_("%(value)s cannot be read in a PGN file: a mark is missing before it, or one is too many."),
    "pgn-too-long": N_("%(value)s comes after %(most)s half-moves: no game can be longer by the laws."),
    "pgn-variant": N_(
        "The game is %(value)s, which has rules of its own: only standard chess and Chess960 can be read."
    ),
    "pgn-file-too-large": N_("The file has %(value)s bytes; a PGN file may have %(most)s at most. Send it in parts."),
    "pgn-file-empty": N_("There is no game in the file: it is empty."),
    "pgn-file-without-games": N_(
        "This is not a PGN file: it begins with %(value)s, and neither tags like [White] nor moves can be found in it."
    ),
    "pgn-other-round": N_("The game is of round %(value)s by its tag, not of round %(round)s."),
    "pgn-no-players": N_("The tag Round, %(value)s, names no board of the event, and a player is not named."),
    "pgn-player-unknown": N_("Nobody in the event is called %(value:and)s."),
    "pgn-not-paired": N_("%(value:and)s do not play each other there."),
    "pgn-colours-exchanged": N_("%(value:and)s meet on board %(tags:and)s with the colours the other way round."),
    "pgn-several-boards": N_("%(value:and)s meet more than once: name the board in the tag Round, %(tags:or)s."),
    "pgn-board-again": N_("Another game of the file is for board %(value)s too."),
    "pgn-played-here": N_("The game on board %(value)s is played online: a file does not replace it."),
    "pgn-other-name": N_("The file writes %(value)s for %(name)s."),
    "pgn-without-moves": N_(
        "The game has no move, so nothing is taken from it: who wins by forfeit (%(value:bare)s) is entered by hand."
    ),
    "pgn-other-result": N_("The file says %(value)s, the event has %(stored)s: that stays."),
    "boards-file-malformed": N_(
        "%(value)s cannot be read as a file of LiveChess: %(part)s is missing or not as it should be."
    ),
}

# What is wrong with a move, by the reason that the error names.
OBJECTIONS: Mapping[str, str] = {
    "missing": N_("A move is needed, for example e4 or e2e4."),
    "malformed": N_("%(value)s cannot be read as a move: write it like e4, Nf3, O-O or e2e4."),
    "nothing-there": N_("%(value)s is not a legal move here: nothing stands on %(start:bare)s."),
    "not-on-turn": N_("%(value)s is not a legal move here: the piece on %(start:bare)s is the opponent’s."),
    "unreachable": N_("%(value)s is not a legal move here: the piece on %(start:bare)s cannot go to %(end:bare)s."),
    "no-piece-reaches": N_("%(value)s is not a legal move here: no such piece can go there."),
    "king-attacked": N_("%(value)s is not a legal move here: the king would be in check."),
    "ambiguous": N_("%(value)s may be more than one move: write %(allowed:or)s."),
    "nothing-to-take": N_("%(value)s is not a legal move here: there is nothing to take."),
    "castling-not-possible": N_(
        "Castling by %(value)s is not possible here: king or rook has moved, a piece stands between them, or the king "
        "is in check, passes an attacked square or comes to stand on one."
    ),
    "castling-onto-rook": N_(
        "%(value)s is not a legal move here: castling is written as the king’s move, e1g1 or O-O."
    ),
    "promotion-missing": N_("%(value)s lacks the new piece: write the pawn’s move like e7e8q or e8=Q."),
    "promotion-piece": N_("%(value)s is not a legal move here: a pawn becomes a queen, rook, bishop or knight."),
    "promotion-elsewhere": N_("%(value)s is not a legal move here: it promotes nothing."),
}


GAME_SENTENCES: Mapping[str, str] = {
    "game-running": N_("The game is being played in Podium: a result by hand would end it."),
    "game-not-running": N_("The game is not being played (%(status:bare)s)."),
    "not-your-turn": N_("It is not your turn: %(turn:bare)s is to move."),
    "flag-fallen": N_("The time of %(colour:bare)s is over."),
    "draw-refused": N_("A draw cannot be offered or accepted now (%(rule:bare)s: %(value:bare)s)."),
    "time-out-of-range": N_("%(value)s seconds cannot be given: use %(least)s to %(most)s."),
    "nobody-awaited": N_("No wait for an absent player is counted in the game %(value)s: there is none to extend."),
    "no-boards-chosen": N_("Choose the boards first, or all of them."),
    "no-such-act": N_("%(value)s is nothing that can be done to live games."),
    "call-open": N_("You have called the arbiter already: wait for the answer."),
    "calls-too-often": N_("You called the arbiter a moment ago: wait %(value)s seconds between calls."),
    "no-call": N_("Nobody waits for the arbiter in the game %(value)s."),
    "answer-missing": N_("Write an answer, or say that the call is done."),
    "time-used": N_("The time that was given in the game %(value)s has been used: set the clock instead."),
    "no-such-ply": N_("Moves cannot be taken back to half-move %(value)s: use 0 to %(most)s."),
    "second-device": N_(
        "This link is open on another device already, and in this event each player has one. Ask the arbiter to let "
        "another device in."
    ),
    "game-exists": N_("The game %(value)s is played on the server, so that no record can take its place."),
    "game-damaged": N_("The journal of this game is damaged: it begins with %(event)s."),
}

# Where a code has more than one sentence: the fact that tells them apart, and the sentences by its value.
_STATUSES: Mapping[str, str] = {
    "WAITING": N_("The game has not started: it waits for its players."),
    "RUNNING": N_("The game is still being played."),
    "PAUSED": N_("The game is paused: nothing can be done until it goes on."),
    "FINISHED": N_("The game has ended."),
}
_TURNS: Mapping[str, str] = {
    "white": N_("It is not your turn: White is to move."),
    "black": N_("It is not your turn: Black is to move."),
}
PLAY = N_("play this game")
DECIDE = N_("decide about live games")
ACTS: Mapping[str, str] = {
    **{act.__name__: PLAY for act in PLAYER_ACTS},
    **{act.__name__: DECIDE for act in ARBITER_ACTS},
}
"""What is forbidden to whom does not play the game, or is no arbiter, by the name of the command."""
_FLAGS: Mapping[str, str] = {
    "white": N_("White’s time is over."),
    "black": N_("Black’s time is over."),
}
_DRAW_RULES: Mapping[str, str] = {
    "drawRuleMode": N_("Draws cannot be offered in this event (%(value:bare)s)."),
    "both-moved": N_("A draw can be offered only after both players have moved."),
    "minMove": N_("A draw can be offered from move %(value)s on: this is move %(move)s."),
    "maxOffers": N_("You have made %(made)s of the %(value)s draw offers that are allowed."),
    "no-offer": N_("There is no draw offer to answer."),
    "own-offer": N_("The draw offer is your own: your opponent can accept or decline it, you can withdraw it."),
    "claim": CHESS_SENTENCES["claim-not-true"],
    "opponent-offer": N_("The draw offer is your opponent’s: you can accept or decline it."),
}
_BY_FACT: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "game-not-running": ("status", _STATUSES),
    "not-your-turn": ("turn", _TURNS),
    "flag-fallen": ("colour", _FLAGS),
    "draw-refused": ("rule", _DRAW_RULES),
}
_STALE_MOVE = N_(
    "The move was meant after %(value)s half-moves, but %(ply)s have been played: look at the board again."
)


def sentence_of(code: str, facts: Mapping[str, object]) -> str | None:
    """The sentence for this very case of an error, None where its code has one alone."""
    if code == "stale" and "ply" in facts:
        return _STALE_MOVE
    fact, sentences = _BY_FACT.get(code, ("", {}))
    return sentences.get(str(facts.get(fact)))
