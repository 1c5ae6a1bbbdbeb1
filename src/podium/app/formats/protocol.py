"""What differs between formats in what is read: standings, cards, crosstables, reasons, the next step."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from podium.app.event.progress import Progress, round_by_round
from podium.app.event.rules_words import RulesInWords, format_rules, manual_rules
from podium.app.formats.documents import USUAL_DOCUMENTS, FormatDocuments
from podium.app.formats.story import USUAL_STORY, FormatStory
from podium.app.players.card import CardLine, card_lines
from podium.app.players.participation import SWISS_ACTS, Act, Sentences
from podium.app.rounds.hand_pairing import Contrast, Warning, hand_warnings
from podium.app.rounds.why import Part, Why, plain_reason, reason_of_bye
from podium.app.standings.crosstable import Crosstable, section_crosstables
from podium.app.standings.standings import StandingRow, Standings, section_standings
from podium.app.words.language import USUAL_WORDS, EventWords, _
from podium.core.ids import PlayerId
from podium.flow.event.setting_values import Settings
from podium.flow.formats.registry import format_of
from podium.flow.rounds.pairing import BY_HAND
from podium.flow.state import Pairing, Round, Tournament


class RatedSystem(Enum):
    """The systems that title norms tell apart (B.01, 1.4.1 and 1.4.3)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Traits:
    """How tournaments of a format are ranked and written down.

    `uses_tiebreaks` is whether the tie-breaks of C.07 rank the players, `all_play_all` whether those are counted by
    the rules for round robins; `tiebreaks_missing` is the code of the refusal to a caller who asks for them anyway.
    `report_kind` is the type of the tournament in a report file, in words and as a code; None where a report file
    cannot tell of it. `lists_matches` is whether its pairings are matches of a bracket besides. `participation` is
    what each change of how somebody takes part means; one that is not there cannot be made. `rules` says in words how
    its events are played, `story` is what can be told of one when it is over, `documents` what can be printed of it.
    `rated_as` is what its games are to FIDE's regulations on ratings and titles; None where they are not rated.
    `words` are those in which its events are spoken of, where a text has two for one.
    """

    uses_tiebreaks: bool = True
    all_play_all: bool = False
    tiebreaks_missing: str = ""
    report_kind: tuple[str, str] | None = None
    lists_matches: bool = False
    participation: Mapping[Act, Sentences] = field(default_factory=lambda: SWISS_ACTS)
    rules: RulesInWords = manual_rules
    story: FormatStory = USUAL_STORY
    documents: FormatDocuments = USUAL_DOCUMENTS
    rated_as: RatedSystem | None = None
    words: EventWords = USUAL_WORDS

    def rules_of(self, settings: Settings) -> list[str]:
        """The rules of an event with these settings in words, but for what every event has."""
        byes = Act.BYE_REQUEST in self.participation
        options = format_of(settings).options
        return format_rules(settings, options, self.rules, asked_byes=byes, tiebreaks=self.uses_tiebreaks)


class FormatViews(ABC):
    """How a tournament of one format is read; what a format has no way of its own for is as in most of them.

    `name` is that of the format in `flow`.
    """

    name: str
    traits: Traits = Traits()

    def tournament_fields(self, state: Tournament) -> Mapping[str, object]:
        """What the answer about a tournament says beyond its options, by name in JSON."""
        return {}

    def report_kind(self, state: Tournament) -> tuple[str, str] | None:
        """The type of the tournament in a report file, as `Traits.report_kind` has it."""
        return self.traits.report_kind

    def standings(self, state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
        """The standings after a round, or after all, by the event's own tie-breaks or by `codes`."""
        return section_standings(state, after, codes, all_play_all=self.traits.all_play_all)

    def card_lines(self, state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
        """What each of `rounds` was for a player."""
        return card_lines(state, player, rounds)

    def crosstables(
        self, state: Tournament, rounds: tuple[Round, ...], rows: Sequence[StandingRow]
    ) -> tuple[Crosstable, ...]:
        """The crosstables of all sections after `rounds`, whose standings are `rows`."""
        return section_crosstables(state, rounds, rows)

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        """The reasons for a pairing of round `here`; none are made up where the engine has none written."""
        reason = reason_of_bye(state, pairing)
        if reason is None and here.engine == BY_HAND:
            reason = Part(_("By hand"), (_("The director paired this round by hand."),))
        return plain_reason(state, here, pairing, reason)

    def progress(self, state: Tournament) -> Progress:
        """Where the tournament stands, and what its director does next."""
        return round_by_round(state)

    def warnings(self, state: Tournament, here: Round) -> tuple[Warning, ...]:
        """Everything to be warned of in a round made by hand; nothing of it forbids."""
        return hand_warnings(state, here)

    def plan_warnings(self, state: Tournament) -> tuple[Warning, ...]:
        """What speaks against the plan before round 1: more rounds than those entered can play."""
        return ()

    def contrast(self, state: Tournament, here: Round) -> Contrast | None:
        """How a round differs from what the engine makes of the same players; None where no engine can be asked."""
        return None
