"""What a format is: all that differs between a Swiss, a round robin, doubles, a knockout and pairing by hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.player import Player
from podium.flow.commands import Act, PairRound
from podium.flow.event.declaration import Options, read_options
from podium.flow.event.knockout_options import RULES
from podium.flow.event.live_options import DRAW_RULE_MODE, LIVE, OF_LIVE_GAMES
from podium.flow.events import Events, RoundPaired
from podium.flow.formats.engine import NO_ENGINE, Engine
from podium.flow.live.playable_game import Playable, terms_of
from podium.flow.state import Acceleration, Round, Seats, Settings, Stage, Tournament
from podium.knockout import DrawRuleMode


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
        for option in (*RULES, *OF_LIVE_GAMES):
            if option.json in given and option not in self.options and option is not LIVE:
                code = "setting-of-live-games" if option in OF_LIVE_GAMES else "setting-of-knockout"
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
        terms = terms_of(state.settings, here.starts_at)
        return [Playable(game, here.number, terms) for game in here.boards if not game.entered]
