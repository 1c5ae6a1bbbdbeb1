"""The settings of a tournament, as a client sends them: made from the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from podium.api.bodies import Body
from podium.app.event.settings_schema import settings_struct

if TYPE_CHECKING:  # the fields of both are made from the options, which no type checker can follow

    class SettingsBody(Body):
        """Settings to change."""

    class NewTournamentBody(Body):
        """A tournament to create."""

    class ContinuationBody(SettingsBody):
        """A format to go on as."""

else:
    SettingsBody = settings_struct(
        "SettingsBody",
        Body,
        "Settings to change; what is not named stays as it is, null clears.",
        create=False,
    )
    ContinuationBody = settings_struct(
        "ContinuationBody",
        Body,
        "The format to go on as, and what else is to be decided with it.",
        create=False,
    )
    NewTournamentBody = settings_struct("NewTournamentBody", Body, "A tournament to create.", create=True)


class ChangeBody(SettingsBody):
    """Settings to change; what makes rounds wrong that stand is done only if confirmed."""

    confirm: bool = False
