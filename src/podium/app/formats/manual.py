"""Pairing by hand, as it is read: nothing of its own but the type in a report file."""

from __future__ import annotations

from podium.app.formats.protocol import FormatViews, RatedSystem, Traits
from podium.app.players.participation import MANUAL_ACTS
from podium.files.trf_systems import CUSTOM_SWISS
from podium.flow.formats.manual import MANUAL as FORMAT


class ManualViews(FormatViews):
    name = FORMAT.name
    traits = Traits(report_kind=("Individual", CUSTOM_SWISS), participation=MANUAL_ACTS, rated_as=RatedSystem.OTHER)


MANUAL = ManualViews()
