"""What a format is: all that differs between a Swiss, a round robin, doubles, a knockout and pairing by hand.

Its `Engine` says of rounds, beside pairing them, how one made by hand differs. A `Playable` game can be played on the
server, by its terms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType
from podium.core.timecontrol import TimeControls
from podium.flow.commands import Act, PairRound
from podium.flow.event.declaration import Options, read_options
from podium.flow.event.knockout_options import RULES
from podium.flow.event.live_options import DRAW_CONFIG, DRAW_RULE_MODE, LIVE, LIVE_GAME_OPTIONS, TIME_CONTROL
from podium.flow.event.setting_values import Acceleration, Settings
from podium.flow.events import Events, RoundPaired
from podium.flow.fide.breaches import Pairings
from podium.flow.formats.concerns import HandConcern, swiss_concerns
from podium.flow.formats.swiss_field import SectionToCome
from podium.flow.rounds.kept_values import Seats
from podium.flow.state import Game, Round, Stage, Tournament
from podium.games.terms import GameTerms
from podium.knockout import DrawConfig, DrawRuleMode
from podium.swiss import Field

Deviation = tuple[Pairings, Pairings]
"""The pairings that the engine would make and those that were made."""


class Engine:
    """The engine of a format that pairs nothing by rules of its own: whatever is written by hand is right.

    Where an engine `can_be_compared`, a change by hand of what it paired opens a session that is to be ended.
    """

    can_be_compared = False
    follows_results = False
    """Whether what was played decides who meets whom."""
    fewest_players = 2
    """Of how many a round is paired at least."""
    requested_byes: tuple[ByeType, ...] = (ByeType.HALF, ByeType.ZERO)
    """What can be noted beforehand for a player, for given rounds."""
    given_byes: tuple[ByeType, ...] = (ByeType.BYE, ByeType.UNPAIRED, ByeType.HALF, ByeType.ZERO, ByeType.ABSENT)
    """What a director can give in a round."""
    built_at_once = False
    """Whether all rounds come about with the first one, as a bracket does."""
    pairs_checked_in = False
    """Whether those are absent who are not checked in, while a check-in is under way."""

    def bye_worth(self, settings: Settings, kind: ByeType) -> Points | None:
        """What a bye is worth; None where the standings alone know."""
        return settings.scoring.points(kind.worth)

    def suggested_rounds(self, players: int) -> int | None:
        """How many rounds to offer for a field of that size; None where the format decides, or anything goes."""
        return None

    def boards(self, players: int) -> int:
        """How many games or matches so many players make in their next round."""
        return players // self.fewest_players

    def differences(self, state: Tournament, here: Round) -> int | None:
        """How many pairings of a round are not those of the engine; None where there is nothing to compare with."""
        return None

    def deviations(self, state: Tournament, here: Round) -> Mapping[str, Deviation]:
        """Where a round is not that of the engine, by section; nothing where it is, or there is nothing to compare."""
        return {}

    def concerns(self, state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
        """What speaks against a round made by hand; `waiting` have neither game nor bye in it."""
        return swiss_concerns(state, here, waiting)

    def board_order(self, state: Tournament, here: Round) -> list[Game]:
        """The games of a round in the order in which boards are numbered."""
        return here.boards

    def slow_fields(self, state: Tournament) -> Mapping[str, Field]:
        """What is to be paired in the next round, by section, where that can take seconds; raises Refused."""
        return {}

    def sections_to_come(self, state: Tournament) -> Mapping[str, SectionToCome] | None:
        """All that is known of the rounds to come, where these follow from results by the Dutch system alone; None:
        each is paired by itself."""
        return None


NO_ENGINE = Engine()


@dataclass(frozen=True, slots=True)
class Playable:
    """A game whose players can begin, with the number of its round."""

    game: Game
    round: int
    terms: GameTerms


def terms_of(state: Tournament, here: Round) -> GameTerms:
    """What the games of a round are played by; a tie-break game differs in clock and wait."""
    settings, position = state.settings, state.start_positions.get(here.number)
    draws = DRAW_CONFIG.value_in(settings) or DrawConfig()
    return GameTerms(
        time=TimeControls.parse(TIME_CONTROL.value_in(settings)),
        draw_rule_mode=DRAW_RULE_MODE.value_in(settings),
        min_move=draws.min_move,
        max_offers=draws.max_offers,
        claims=draws.claims,
        claim_penalty=draws.claim_penalty,
        wait=settings.no_show_wait,
        starts_at=here.starts_at,
        start_position=position.number if position is not None else None,
    )


@dataclass(frozen=True)
class Format(ABC):
    """How the rounds of a tournament come about. One module of `flow.formats` holds one value of this.

    `name` is what JSON and the journal call it, `label` what people choose. `options` are what there is to decide
    beside the name, the place and the dates of any event. `default_tiebreaks` is the list that a new event gets where
    none is chosen. Whatever a format does not decide for itself is as in an event that is paired round by round.
    """

    name: str
    label: str
    options: Options
    default_tiebreaks: tuple[str, ...] = ()
    engine: Engine = NO_ENGINE

    @abstractmethod
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        """The next round, `round`, as the engine of the format makes it; raises Refused where it cannot."""

    def decide(self, state: Tournament, command: Act, now: str, dice: Dice) -> Events | None:
        """What a command leads to where the format has a way of its own; None: what it leads to in every format."""
        return None

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        """`settings` as the format keeps them; raises Invalid for what it cannot have.

        `given` are the values that the client named, `before` the settings until now, None for a new event.
        """
        for option in (*RULES, *LIVE_GAME_OPTIONS):
            if option.json in given and option not in self.options and option is not LIVE:
                code = "setting-of-live-games" if option in LIVE_GAME_OPTIONS else "setting-of-knockout"
                raise Invalid(code, field=option.json, value=given[option.json], format=self.name)
        settings = replace(settings, **read_options(given, (rule for rule in RULES if rule.shared)))
        if settings.draw_rule_mode is DrawRuleMode.NO_DRAW:
            raise Invalid("no-draw-outside-knockout", field=DRAW_RULE_MODE.json, value=DrawRuleMode.NO_DRAW.value)
        if settings.acceleration is Acceleration.BAKU and settings.rounds is None:
            raise Invalid("acceleration-needs-rounds", field="rounds", value=settings.rounds)
        return replace(settings, knockout=None)

    def check_change(self, state: Tournament, after: Settings, *, confirmed: bool) -> Seats:
        """The seats there are once the settings, of this format from then on, have become `after`.

        Raises Refused where what was played relies on other settings, or cannot be what this format plays. What makes a
        round wrong that stands may be `confirmed`.
        """
        if state.rounds and state.settings.format != self.name:
            raise Refused("rounds-exist", field="format", value=self.name)
        return state.seats

    def rounds_expected(self, state: Tournament) -> int | None:
        """How many rounds there will be if everybody who is entered plays: as decided, or as the field needs."""
        return state.settings.rounds

    def expects(self, state: Tournament, player: Player, round: int) -> bool:
        """Whether a player who takes part should have a game or a bye in a paired round."""
        return True

    def playable(self, state: Tournament, here: Round) -> list[Playable]:
        """The games of a round that can be played now, by board, in an event whose games are live.

        A round is played while it is published and nobody changes its pairings.
        """
        if here.stage is not Stage.PUBLISHED or here.editing:
            return []
        terms = terms_of(state, here)
        return [Playable(game, here.number, terms) for game in here.boards if not game.entered]
