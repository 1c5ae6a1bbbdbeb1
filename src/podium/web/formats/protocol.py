"""What the pages ask of a format, all in one place; what they ask about one game has a class of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from podium.app.desk import Seen
from podium.app.event.progress import Progress, Step, current_round, left_open, planned_rounds
from podium.app.formats.registry import views_of
from podium.app.hall.screens import Content
from podium.app.players.card import Card
from podium.app.queries import progress
from podium.app.rounds.round_words import adjourned_games, with_not_final
from podium.app.standings.final_ranking import ranking_note
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import separated
from podium.core.ids import PairingId
from podium.flow.rounds.open_games import open_games
from podium.flow.rounds.statements import Score, written_score
from podium.flow.state import Game, Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Entry:
    """A form that enters a result: where it is sent, and what it says."""

    action: str
    fields: dict[str, str]


class GamePages(ABC):
    """What the pages ask about a game. A format that says nothing for itself is played round by round."""

    @abstractmethod
    def round_name(self, state: Tournament, number: int) -> str:
        """What a round is called."""

    def open_game(self, seen: Seen) -> PairingId | None:
        """The game of the player who looks that waits for its result: of the round being played, or one put off."""
        now = current_round(seen.state)
        for here in reversed(seen.state.rounds[: now.number if now else 0]):
            pairing = here.pairing_of(seen.player) if seen.player is not None else None
            if pairing is not None and pairing.problem and here.stage is Stage.PUBLISHED:
                return pairing.id
        return None

    def game_words(self, state: Tournament, here: Round, pairing: Game | Match) -> tuple[str, str]:
        """Where a game is played, as `Round 3, board 12`, and a sentence on what its result means, if that is not
        plain: what a draw would, or how the match was decided to which it belongs."""
        place = {"round": self.round_name(state, here.number), "board": pairing.board}
        return _("%(round)s, {board||table} %(board)s", **place), ""

    def entry(self, pairing: Game | Match, score: Score, url: str) -> Entry:
        """The form by which an official decides that a game ended so, below the tournament at `url`."""
        game = f"{url}/games/{pairing.id}"
        if isinstance(pairing, Match):
            return Entry(f"{game}/sets/score", {"score": written_score(score)})
        was = pairing.result.value if pairing.result is not None else ""
        return Entry(f"{game}/result", {"result": written_score(score), "was": was})


Facts = tuple[tuple[str, str], ...]
MOST_BY_ONE_TAP = 5
"""Sets to win up to which every score has a button: ten buttons; beyond, sets are counted or written."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next: a sentence and a button, which is a link or, where `posts`, a form.

    `on_closing` is on the button that closes the round before on the way.
    """

    title: str
    note: str
    url: str
    label: str
    posts: bool = False
    on_closing: str = ""


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """How far the round being played is: what it is called, and how many of its results are in."""

    name: str
    url: str
    results: int
    games: int


@dataclass(frozen=True, slots=True)
class Words:
    """What the pages call things in a format.

    `short` is its name, `label` that in a rated event, where it differs, `as_stage` in a sentence, as what follows on
    groups. `rounds_if_open` stands for the number of rounds while that is open, `over` says how an event ends where no
    round is closed. `points` and `details` head two columns of the standings, `meanings` are those of tie-breaks that
    the format counts in a way of its own.
    """

    short: str
    rounds_if_open: str
    label: str = ""
    over: str = ""
    as_stage: str = N_("the next stage")
    own_card: str = N_("Your opponents, colours and results, and the buttons for your own game.")
    ranking: str = N_("Standings")
    whole_ranking: str = N_("All standings")
    points: str = N_("Points")
    details: str = N_("Details")
    crosstable_note: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A template, what it reads, and a sentence beside it; `reader` is what those see besides who only read it."""

    template: str
    context: object = None
    note: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True)
class WallPart:
    """What an event can show on a wall, and what its director calls that.

    `usual` if it is on the screen that nobody has composed. `make` is the format's own way to it; it may have nothing
    to show yet.
    """

    content: Content
    label: str
    usual: bool = False
    make: Callable[[Tournament], Part | None] | None = None


ON_WALL = (
    WallPart(Content.PAIRINGS, N_("Pairings by board"), usual=True),
    WallPart(Content.NAMES, N_("Pairings by name")),
    WallPart(Content.STANDINGS, N_("Standings"), usual=True),
    WallPart(Content.RESULTS, N_("Results as they come")),
)


@dataclass(frozen=True, slots=True)
class Traits:
    """How the events of a format are played, as far as pages depend on it."""

    counts_points: bool = True  # where nobody does, the ranking tells how far everybody came
    plays_in_teams: bool = False
    builds_on_results: bool = True  # or by tables that are known before
    pairs_ahead: bool = True  # the next round while this one is being played
    takes_bye_requests: bool = True
    closes_entry: bool = False  # nobody can enter any more once it has begun
    goes_on_as_another: bool = False  # its rounds can be those of a format that takes them over
    takes_over: bool = False  # rounds that were paired by hand
    on_wall: tuple[WallPart, ...] = ON_WALL


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the pages of a tournament are, below its own address; `label` is what the navigation calls the rounds.

    `before` is how many rounds were played before the first that `round` counts; `beside` are the pages of their tab,
    where it has several.
    """

    rounds: str = "rounds"
    label: str = N_("Rounds")
    round: str = "rounds/{number}"
    hand_sheet: str = "rounds/pair"
    before: int = 0
    beside: tuple[tuple[str, str], ...] = ()

    def of_round(self, url: str, number: int) -> str:
        """The page of a round of the tournament at `url`."""
        return f"{url}/{self.round.format(number=number - self.before)}"


USUAL = Addresses()


@dataclass(frozen=True, slots=True)
class OverviewParts:
    """What the overview says in a format; `put_off` are past rounds that lack results: name, address and what lacks."""

    facts: Facts = ()
    put_off: tuple[tuple[str, str, str], ...] = ()
    champions: tuple[str, ...] = ()
    progress: RoundProgress | None = None


class FormatPages(GamePages):
    """What the pages ask of a format. One module of `web.formats` holds one value of this.

    Whatever a format does not say for itself is as in an event that is paired round by round.
    """

    name: str
    words: Words
    traits: Traits = Traits()
    addresses: Addresses = USUAL

    @abstractmethod
    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        """The way to round `number`: one click, or the sheet where the director writes it."""

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        """Another way to what comes next, if there is one."""
        return None

    def results_step(self, state: Tournament, now: Progress, url: str) -> NextStep:
        """The way to the results that are missing; where none is, to those of games that are adjourned."""
        if not state.rounds[now.round - 1].pending:
            note = ngettext(
                "%(num)s game of round %(round)s is adjourned: enter its result when it is over.",
                "%(num)s games of round %(round)s are adjourned: enter their results when they are over.",
                now.missing,
                round=now.round,
            )
            return NextStep(_("The standings are not final"), note, f"{url}/rounds/{now.round}", _("Enter results"))
        note = ngettext(
            "%(num)s game is without a result in round %(round)s.",
            "%(num)s games are without a result in round %(round)s.",
            now.missing,
            round=now.round,
        )
        if self.traits.plays_in_teams:
            note = _("Still without a result: %(matches)s.", matches=counts.matches(now.missing))
        return NextStep(
            _("Round %(round)s is being played", round=now.round), note, f"{url}/rounds/{now.round}", _("Enter results")
        )

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        """What the overview says beyond what it says of every tournament."""
        now, due = current_round(state), progress(state).round
        return OverviewParts(
            put_off=tuple(
                (self.round_name(state, here.number), f"{url}/rounds/{here.number}", _left_open(here))
                for here in left_open(state)
                if here.pending and here.number != due
            ),
            progress=self._round_progress(state, now, url) if now is not None else None,
        )

    def round_name(self, state: Tournament, number: int) -> str:
        """What a round is called."""
        return views_of(state).traits.documents.round_name(state, number)

    def _round_progress(self, state: Tournament, here: Round, url: str) -> RoundProgress:
        games, planned = len(here.meetings), planned_rounds(state)
        name = self.round_name(state, here.number)
        if planned is not None and planned >= here.number and not here.automatic:  # a semi-final has no number
            name = _("%(round)s of %(rounds)s", round=name, rounds=planned)
        return RoundProgress(name, f"{url}/rounds/{here.number}", games - len(open_games([here])), games)

    def round_part(self, seen: Seen, here: Round, url: str) -> Part:
        """The page of a round, which reads what every round has and this besides."""
        return Part("round.html")

    def standings_note(self, state: Tournament, after: int | None) -> str:
        """What the standings are: final, after a round, or before the first."""
        if after is not None and state.rounds:
            return _("After round %(round)s", round=after)
        last = current_round(state)
        if last is None:
            return ranking_note(state) or _("Before the first round")
        if progress(state).step is Step.LOOK:
            return _("Final standings after %(rounds)s", rounds=counts.rounds(len(state.rounds)))
        missing = len(last.pending)
        if not missing:
            return with_not_final(_("After round %(round)s", round=last.number), state)
        text = N_("After round %(round)s, %(count)s of its results still missing")
        return with_not_final(_(text, round=last.number, count=missing), state)

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        """The rounds on the card of a player."""
        return Part("player_rounds.html")


def _left_open(here: Round) -> str:
    """What a past round lacks."""
    missing = _("%(results)s missing", results=counts.results(len(here.pending)))
    return _("%(note)s, still open", note=separated([each for each in (missing, adjourned_games(here)) if each]))
