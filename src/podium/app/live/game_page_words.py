"""What the page of a live game says: by the server when it is made, by its scripts from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from podium.app.formats.knockout.words import REASONS
from podium.app.live.position_words import COLOURS, LETTERS, PIECES
from podium.app.words.language import N_, _
from podium.chess import Colour
from podium.games.due import start
from podium.games.state import FalseClaim, GameEnd, LiveGame, PauseCause, Status
from podium.knockout import Outcome, Reason

SENTENCES: Mapping[str, str] = {
    # a move, read aloud
    "said": N_("%(colour)s: %(move)s."),
    "moves": N_("%(piece)s %(start)s to %(end)s"),
    "takes": N_("%(piece)s %(start)s takes %(taken)s on %(end)s"),
    "castles-short": N_("castles short"),
    "castles-long": N_("castles long"),
    "becomes": N_("%(move)s and becomes a %(piece)s"),
    "with-check": N_("%(move)s, check"),
    "with-mate": N_("%(move)s, checkmate"),
    # a square
    "square-with": N_("%(square)s, %(colour)s %(piece)s"),
    "square-empty": N_("%(square)s, empty"),
    "square-picked": N_("%(square)s, picked"),
    "square-target": N_("%(square)s, can be reached"),
    # where the game stands
    "your-move": N_("Your move"),
    "your-move-title": N_("● Your move ·"),
    "their-move": N_("Your opponent is to move"),
    "to-move": N_("%(colour)s to move"),
    "press-ready": N_("The clock starts when both players are ready."),
    "starts-timed": N_("The clock starts at the announced time."),
    "waiting-for-opponent": N_("You are ready. Waiting for your opponent."),
    "waiting": N_("Waiting for the players"),
    "paused": N_("The arbiter has paused the game: both clocks stand."),
    "interrupted": N_("The server was away. No time was lost: the game goes on when both players are back."),
    "dropped": N_("This pairing was taken back: the game stands still."),
    "goes-on": N_("It goes on in %(time)s."),
    "starts": N_("It starts in %(time)s."),
    "no-show": N_("Who is not there in %(time)s loses."),
    "both-absent": N_("Neither player came in time: the arbiter decides."),
    # who is there
    "here": N_("here"),
    "not-here": N_("not here yet"),
    "gone": N_("not connected"),
    "absent": N_("not here: %(time)s left"),
    "tested": N_("Two tones? The server answers in %(ms)s ms. Its clock counts; yours is %(seconds)s s off."),
    "follows": N_("The page goes there in %(time)s."),
    "pause-ends": N_("Pause: %(time)s left. Two who are ready begin at once."),
    "ended": N_("%(result)s: %(reason)s."),
    "ended-bare": N_("%(result)s."),
    "annulled": N_("The game was annulled."),
    "looking-back": N_("You look at move %(move)s."),
    "looking-first": N_("You look at the first position."),
    "trying": N_("You try %(move)s."),
    "arrow": N_("Arrow from %(start)s to %(end)s"),
    "first-position": N_("First position"),
    # moves on their way
    "sending": N_("Sending your move…"),
    "move-waits": N_("No connection: your move is kept, and sent as soon as there is one."),
    "not-your-turn": N_("It is not your turn."),
    "premove-kept": N_("Premove: %(start)s to %(end)s"),
    "premoves-kept": N_("Premoves: %(moves)s"),
    "premove-gone": N_("The premove is not possible any more."),
    "to-confirm": N_("%(start)s to %(end)s?"),
    # draws and time
    "offered": N_("%(colour)s offers a draw."),
    "you-offered": N_("You have offered a draw."),
    "false-claim": N_("%(colour)s claimed a draw that is none: %(time)s more for %(opponent)s."),
    "offer-gone": N_("There is no draw offer any more."),
    "low-time": N_("%(colour)s has little time left."),
    "game-starts": N_("Your game starts."),
    # what was taken, and time used
    "taken": N_("taken: %(pieces)s"),
    "ahead": N_("%(taken)s; %(points)s ahead"),
    "times": N_("Time used by White %(white)s, by Black %(black)s"),
    # the connection
    "connected": N_("Connected"),
    "connecting": N_("Connecting…"),
    "lost": N_("Connection lost, trying again…"),
    "signed-out": N_("You are not signed in any more: open your link again, or ask the arbiter for another one."),
    "refused": N_("The server said no (%(status)s)."),
    "unreachable": N_("The server cannot be reached. Nothing was sent: try again."),
    "sound-on": N_("Sound is on"),
    "sound-off": N_("Sound is off"),
}
RESULTS: Mapping[Outcome, str] = {
    Outcome.WHITE_WIN: N_("White wins"),
    Outcome.BLACK_WIN: N_("Black wins"),
    Outcome.DRAW: N_("Draw"),
    Outcome.DOUBLE_FORFEIT: N_("Both players lose"),
}
NAMES_OF_PIECES: Mapping[str, str] = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "P": "pawn",
}
_OPEN = re.compile(r"%\((\w+)\)s")


def sentence(key: str, **facts: object) -> str:
    """A sentence of the page."""
    return _(SENTENCES[key], **facts)


def script_words() -> dict[str, str]:
    """All that the scripts of the page say, by key; what they fill in stands in braces."""
    sentences = {
        key: _(text, **{name: f"{{{name}}}" for name in _OPEN.findall(text)}) for key, text in SENTENCES.items()
    }
    colours = {colour.value: _(word) for colour, word in COLOURS.items()}
    pieces = {f"piece-{NAMES_OF_PIECES[letter]}": _(word) for letter, word in PIECES.items()}
    results = {f"result-{_key(outcome.value)}": _(word) for outcome, word in RESULTS.items()}
    reasons = {f"reason-{_key(reason.value)}": _(word) for reason, word in REASONS.items()}
    return sentences | colours | pieces | results | reasons | {"letters": _(LETTERS)}


def _key(code: str) -> str:
    return code.lower().replace("_", "-")


def state_sentence(game: LiveGame, viewer: Colour | None) -> str:
    """Where a game stands, as `viewer` (None: anybody who does not play it) needs to know it."""
    match game.status:
        case Status.WAITING:
            if viewer is None:
                return sentence("waiting")
            if viewer in game.ready:
                return sentence("waiting-for-opponent")
            return sentence("press-ready" if start(game) is None else "starts-timed")
        case Status.RUNNING:
            if viewer is None:
                return sentence("to-move", colour=_(COLOURS[game.turn]))
            return sentence("your-move" if viewer is game.turn else "their-move")
        case Status.PAUSED:
            cause = game.pause.cause if game.pause is not None else PauseCause.ARBITER
            return sentence(_PAUSES[cause])
        case Status.FINISHED:
            assert game.end is not None
            return end_sentence(game.end)


_PAUSES = {
    PauseCause.ARBITER: "paused",
    PauseCause.INTERRUPTION: "interrupted",
    PauseCause.DROPPED: "dropped",
}


def end_sentence(end: GameEnd) -> str:
    """How a game ended: `White wins: checkmate.`"""
    if end.outcome is None:
        return sentence("annulled")
    result = _(RESULTS[end.outcome])
    if end.reason is None:
        return sentence("ended-bare", result=result)
    return sentence("ended", result=result, reason=_(REASONS[end.reason]))


def offer_sentence(game: LiveGame, viewer: Colour | None) -> str:
    """Who offers a draw; nothing where nobody does."""
    if game.offer is None or game.status is not Status.RUNNING:
        return ""
    return sentence("you-offered") if game.offer is viewer else sentence("offered", colour=_(COLOURS[game.offer]))


def false_claim_sentence(claim: FalseClaim | None) -> str:
    """That a claim was not true, and what it cost; nothing without one."""
    if claim is None:
        return ""
    colour, opponent = colour_word(claim.by), colour_word(claim.by.other)
    return sentence("false-claim", colour=colour, time=clock_text(claim.given), opponent=opponent)


def clock_text(milliseconds: int) -> str:
    """Time left as people read it: `1:02:03`, `9:59`, `0:07.4`."""
    seconds, rest = divmod(max(0, milliseconds), 1000)
    if seconds < 10:
        return f"0:0{seconds}.{rest // 100}"
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def colour_word(colour: Colour) -> str:
    """`White` or `Black`."""
    return _(COLOURS[colour])


def declarations() -> tuple[tuple[str, str], ...]:
    """The results that an arbiter can declare."""
    return tuple((outcome.value, _(word)) for outcome, word in RESULTS.items())


def declared_reasons() -> tuple[tuple[str, str], ...]:
    """The reasons that an arbiter can give for a result."""
    return (("", _("not said")), *((each.value, _(REASONS[each])) for each in Reason if not each.system))


def promotions() -> tuple[tuple[str, str], ...]:
    """What a pawn can become: the letter of a move by coordinates, and the word."""
    return tuple((letter.lower(), _(PIECES[letter]).capitalize()) for letter in "QRBN")
