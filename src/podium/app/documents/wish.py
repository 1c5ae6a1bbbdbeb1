"""What of a document is wished: the round, the player, who gets a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from podium.app.documents.document import Paper
from podium.app.event.attachments import UploadedPicture
from podium.app.event.progress import current_round
from podium.app.prizes.certificates import Recipients
from podium.app.queries import progress
from podium.app.words.language import available
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player, find_round
from podium.flow.state import Round, Tournament


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants printed. A `round` is the one that a list is of, or after which a ranking is.

    `wording` is what stands on every certificate in place of what the event knows, by name. Without a `language` the
    document is in that of the event. The `background` is what certificates are printed on.
    """

    round: int | None = None
    player: PlayerId | None = None
    recipients: Recipients | None = None
    wording: Mapping[str, str] = field(default_factory=dict)
    paper: Paper = Paper.A4
    language: str | None = None
    background: UploadedPicture | None = None

    def round_of(self, state: Tournament) -> Round:
        """The round that is wished, else the one being played; raises Unknown where there is none."""
        if self.round is not None:
            return find_round(state, self.round)
        return current_round(state) or find_round(state, progress(state).round)

    def player_of(self, state: Tournament) -> PlayerId | None:
        """The one player who is wished; raises Unknown where there is no such player."""
        return None if self.player is None else find_player(state, self.player).id


PAPERS = [each.value for each in Paper]
RECIPIENTS = [each.value for each in Recipients]


def read_wish(
    round: int | None,
    player: str | None,
    recipients: str | None,
    wording: Mapping[str, str],
    paper: str,
    language: str | None = None,
    background: UploadedPicture | None = None,
) -> Wish:
    """A wish as an address has it; raises Invalid for a paper, recipients or a language that there are not."""
    if paper not in PAPERS:
        raise Invalid("choice-unknown", field="paper", value=paper[:40], allowed=PAPERS)
    if recipients is not None and recipients not in RECIPIENTS:
        raise Invalid("choice-unknown", field="for", value=recipients[:40], allowed=RECIPIENTS)
    if language is not None and language not in available():
        raise Invalid("choice-unknown", field="language", value=language[:40], allowed=list(available()))
    return Wish(
        round=round,
        player=PlayerId(player) if player else None,
        recipients=Recipients(recipients) if recipients else None,
        wording=wording,
        paper=Paper(paper),
        language=language,
        background=background,
    )
