"""What each code that is about a live game means, as a sentence for a player or an arbiter."""

from collections.abc import Mapping

from podium.app.live import chess_words as chess
from podium.app.words.language import N_
from podium.games.commands import ARBITER_ACTS, PLAYER_ACTS

SENTENCES: Mapping[str, str] = {
    "game-running": N_("The game is being played in Podium: a result by hand would end it."),
    "game-not-running": N_("The game is not being played (%(status:bare)s)."),
    "not-your-turn": N_("It is not your turn: %(turn:bare)s is to move."),
    "flag-fallen": N_("The time of %(colour:bare)s is over."),
    "draw-refused": N_("A draw cannot be offered or accepted now (%(rule:bare)s: %(value:bare)s)."),
    "time-out-of-range": N_("%(value)s seconds cannot be added: use %(least)s to %(most)s."),
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
    "claim": chess.SENTENCES["claim-not-true"],
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
