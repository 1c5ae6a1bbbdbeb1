"""Every refusal of a live game is a sentence that names the rule and the number, and has its HTTP status."""

from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.core.errors import Invalid, PodiumError, Refused, Stale, Unknown
from tests.kit.loops import every


@every(
    ("error", "status", "text"),
    [
        (Refused("game-not-running", status="WAITING"), 409, "The game has not started: it waits for its players."),
        (Refused("game-not-running", status="RUNNING"), 409, "The game is still being played."),
        (
            Refused("game-not-running", status="PAUSED"),
            409,
            "The game is paused: nothing can be done until it goes on.",
        ),
        (Refused("game-not-running", status="FINISHED"), 409, "The game has ended."),
        (Refused("not-your-turn", turn="white"), 409, "It is not your turn: White is to move."),
        (Refused("not-your-turn", turn="black"), 409, "It is not your turn: Black is to move."),
        (Refused("flag-fallen", colour="white"), 409, "White’s time is over."),
        (Refused("flag-fallen", colour="black"), 409, "Black’s time is over."),
        (
            Refused("stale", value=3, ply=5),
            409,
            "The move was meant after 3 half-moves, but 5 have been played: look at the board again.",
        ),
        (
            Stale(3, 5),
            409,
            "The tournament has moved on to version 5 since version 3: look again, then repeat.",
        ),
        (
            Refused("draw-refused", rule="drawRuleMode", value="NO_DRAW"),
            409,
            "Draws cannot be offered in this event (NO_DRAW).",
        ),
        (
            Refused("draw-refused", rule="both-moved", value=1),
            409,
            "A draw can be offered only after both players have moved.",
        ),
        (
            Refused("draw-refused", rule="minMove", value=30, move=12),
            409,
            "A draw can be offered from move 30 on: this is move 12.",
        ),
        (
            Refused("draw-refused", rule="maxOffers", value=3, made=3),
            409,
            "You have made 3 of the 3 draw offers that are allowed.",
        ),
        (Refused("draw-refused", rule="no-offer", value=None), 409, "There is no draw offer to answer."),
        (
            Refused("draw-refused", rule="own-offer", value="white"),
            409,
            "The draw offer is your own: your opponent can accept or decline it, you can withdraw it.",
        ),
        (
            Refused("draw-refused", rule="opponent-offer", value="white"),
            409,
            "The draw offer is your opponent’s: you can accept or decline it.",
        ),
        (
            Invalid("time-out-of-range", value=-1, least=1, most=3600),
            400,
            "-1 seconds cannot be given: use 1 to 3600.",
        ),
        (
            Refused("game-exists", value="t1-p1", status="RUNNING"),
            409,
            'The game "t1-p1" is played on the server, so that no record can take its place.',
        ),
        (Unknown("game", None), 404, "There is no such game."),
    ],
)
def test_a_refusal_is_a_sentence(error: PodiumError, status: int, text: str) -> None:
    assert (status_of(error), sentence(error)) == (status, text)
