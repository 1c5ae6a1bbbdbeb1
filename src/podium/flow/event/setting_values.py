"""What a director decides about a tournament: the settings, and the values that they can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from podium.core.collation import Language
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import CLUB, ByeType, Scoring
from podium.doubles import FreeGames, Setting
from podium.flow.rounds.statements import PlayerReports
from podium.games.terms import USUAL_WAIT
from podium.keizer import USUAL as USUAL_KEIZER
from podium.keizer import Rules as KeizerRules
from podium.knockout import DrawConfig, DrawRuleMode, Rules
from podium.knockout.rules import USUAL_TIME_CONTROL
from podium.stages import Carry, Qualify
from podium.tiebreaks import UnratedMethod


class InitialColour(Enum):
    """The colour of the first player of a Swiss in round 1: decided, or drawn from a seed that is kept."""

    WHITE = "white"
    BLACK = "black"
    DRAWN = "drawn"


class Acceleration(Enum):
    """Whether the first rounds of a Swiss are accelerated."""

    NONE = "none"
    BAKU = "baku"


class Numbering(Enum):
    """How the players of a Swiss get their pairing numbers."""

    RATING = "rating"
    LIST = "list"


class EqualOrder(Enum):
    """What decides between players of the same rating and title when numbers are given: C.04.2 leaves it open."""

    NAME = "name"
    FIDE_ID = "fide_id"
    AGE = "age"
    LOTS = "lots"


class StartingRank(Enum):
    """By which ratings the starting order was made, as FIDE's report file names the methods (record 172)."""

    UNSTATED = "unstated"
    FIDE = "FIDE"
    NATIONAL = "NRO"
    FIDE_OR_NATIONAL = "FIDON"
    NATIONAL_OR_FIDE = "NIDOF"
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"


class TiebreakRatings(Enum):
    """Which ratings count in tie-breaks on ratings, where an event is so long that players have several."""

    FIRST = "first"
    OF_THE_ROUND = "round"


class Apart(Enum):
    """What players must not share to be paired with one another in a Swiss."""

    CLUB = "club"
    FEDERATION = "federation"

    def own(self, player: Player) -> str:
        """The club or the federation by which a player is kept apart from others; empty for none."""
        return (player.fields.club if self is Apart.CLUB else player.fields.federation) or ""


class TableNumbers(Enum):
    """How the players of a round robin get their numbers in the table."""

    LIST = "list"
    RATING = "rating"
    DRAWN = "drawn"


class FreeDay(Enum):
    """What the free day is worth that everybody has in a round robin of an odd number."""

    ZERO = "zero"
    HALF = "half"
    FULL = "full"
    BYE = "bye"

    @property
    def kind(self) -> ByeType:
        """The bye that it is written down as."""
        return ByeType.UNPAIRED if self is FreeDay.FULL else ByeType(self.value)


class RuleSet(Enum):
    """Whose rules an event obeys beside those of its engine."""

    CLUB = "club"
    FIDE = "fide"


class ProfileName(Enum):
    """Which trade an event is of: whose words, fields and papers its pages have (`app.profiles`); no rule asks it."""

    FITTING = "fitting"
    CLUB = "club"
    RATED = "rated"
    DOUBLES = "doubles"
    CUP = "cup"
    ONLINE = "online"
    SCHOOL = "school"


class ShownForecasts(Enum):
    """Whether an event shows what is likely to become of it; as usual is yes, but for events of children."""

    USUAL = "usual"
    SHOWN = "shown"
    OFF = "off"


class GroupDraw(Enum):
    """How the players of an event of stages are divided among the groups of the first stage."""

    RATING = "rating"
    LOT = "lot"


class TeamsOf(Enum):
    """How those who go on make fixed pairs: the first with the last, or with the second."""

    CROSSWISE = "crosswise"
    NEIGHBOURS = "neighbours"


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage of an event: `settings` are whole ones of its own format, with what the event decides for all stages.

    `given` are the options of the format as they were named for this stage, in JSON. The first stage has nobody to
    `qualify`; `draw` is for its groups alone. In a bracket of `teams` two who go on play together to the end.
    """

    settings: Settings
    given: Mapping[str, object] = field(default_factory=dict, hash=False)
    groups: int = 1
    draw: GroupDraw = GroupDraw.RATING
    qualify: Qualify | None = None
    carry: Carry = Carry.NONE
    teams: TeamsOf | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the director decided about the tournament; dates are ISO, `rounds` None is open-ended.

    `rules` are whose the event obeys: what is declared before round 1 stays so by FIDE's.

    `format` is the name of one of `flow.formats.registry.FORMATS`.
    `edition` is the year of the tie-break regulations; `unrated` the rating that stands for players without one in
    tie-breaks on ratings, unless `unrated_method` is another; they are refused without one. `knockout` are the rules
    of a knockout, and of that alone. `language` is that by whose alphabet names are sorted.

    From `free_games` to `set_difference` it is about doubles. For a Swiss: `lot` is the seed that a drawn initial
    colour comes from; `forbidden` lists groups of players who may not meet one another, `apart` what else keeps two
    apart.

    From `federation` on it is what FIDE's report file asks for besides: `rate_of_play` in words, `round_dates` from
    round 1, `national_ratings` the federation whose ratings `starting_rank` means. `rating_lists` are where ratings are
    looked for, as `fide/rapid`, the main one first; none are those that the rate of play proposes. With `check_ratings`
    whatever the lists say otherwise is shown by itself. `equal_order` decides among players of the same rating and
    title; `equal_lot` is the seed of their lots.

    For a round robin: `swap_last_two` exchanges the last two rounds of the first of two cycles, `free_day` is what
    sitting out an odd table is worth, `annul_early` leaves out the games of a player who withdraws before half of them.
    `table_order` are the players whose numbers were set by hand, from number 1; the others follow as `table_numbers`
    says.

    From `live` on it is about games that are played in Podium. A knockout has `time_control`, `draw_rule_mode` and
    `draw_config` among its rules instead. Who is not there `no_show_wait` seconds after a game was opened loses it
    (None: never); the public sees games `public_delay` minutes late. With `one_device` a player's link lets one browser
    in. `player_reports` is when a result counts that players report.

    From `description` on it is what is announced: paragraphs of text, who to ask, and when rounds are planned to begin
    (`round_times`, by the clock of `time_zone`, or of a place that is not said).

    A `long_event` lasts longer than 30 days: players may have several ratings, each from a round on, and
    `tiebreak_ratings` says which of them count in tie-breaks. In `chess960` each round has a start position that is
    drawn when it is paired. The `profile` decides nothing about the event, only what its pages show.
    `forecasts` is whether odds are shown.
    So many `tables` play at once, and other matches wait for one; None: all at once. `keizer` is about a Keizer,
    `stages` are those of an event that has some.
    """

    name: str
    format: str
    rounds: int | None = None
    place: str | None = None
    start: str | None = None
    end: str | None = None
    sections: tuple[str, ...] = ()
    scoring: Scoring = CLUB
    tiebreaks: tuple[str, ...] = ()
    cycles: int = 1
    edition: int = 2026
    unrated: int | None = None
    unrated_method: UnratedMethod = UnratedMethod.FIXED
    free_games: FreeGames = FreeGames.BOTTOM_RANKING
    setting: Setting = Setting.POWER_PAIRING
    sets_to_win: int = 3
    avoid_opponents: bool = False
    set_difference: bool = False
    initial_colour: InitialColour = InitialColour.WHITE
    lot: str | None = None
    acceleration: Acceleration = Acceleration.NONE
    numbering: Numbering = Numbering.RATING
    forbidden: tuple[tuple[PlayerId, ...], ...] = ()
    apart: tuple[Apart, ...] = ()
    knockout: Rules | None = None
    rules: RuleSet = RuleSet.CLUB
    language: Language = Language.ANY
    swap_last_two: bool = False
    free_day: FreeDay = FreeDay.BYE
    annul_early: bool = False
    table_numbers: TableNumbers = TableNumbers.LIST
    table_order: tuple[PlayerId, ...] = ()
    federation: str | None = None
    chief_arbiter: str | None = None
    deputy_arbiters: tuple[str, ...] = ()
    rate_of_play: str | None = None
    round_dates: tuple[str, ...] = ()
    starting_rank: StartingRank = StartingRank.UNSTATED
    national_ratings: str | None = None
    rating_lists: tuple[str, ...] = ()
    check_ratings: bool = False
    equal_order: EqualOrder = EqualOrder.NAME
    equal_lot: str | None = None
    live: bool = False
    time_control: str = USUAL_TIME_CONTROL
    draw_rule_mode: DrawRuleMode = DrawRuleMode.ALLOW_ALL
    draw_config: DrawConfig | None = None
    no_show_wait: int | None = USUAL_WAIT
    public_delay: int = 0
    one_device: bool = False
    player_reports: PlayerReports = PlayerReports.AT_ONCE
    description: str | None = None
    organiser: str | None = None
    contact: str | None = None
    time_zone: str | None = None
    round_times: tuple[str, ...] = ()
    long_event: bool = False
    tiebreak_ratings: TiebreakRatings = TiebreakRatings.FIRST
    chess960: bool = False
    profile: ProfileName = ProfileName.FITTING
    tables: int | None = None
    keizer: KeizerRules = USUAL_KEIZER
    forecasts: ShownForecasts = ShownForecasts.USUAL
    stages: tuple[StagePlan, ...] = ()
