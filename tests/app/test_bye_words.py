"""Every kind of bye has its words wherever it is spoken of."""

from podium.app.rounds.answers import PairingRow
from podium.app.rounds.result_words import bye_message, outcome
from podium.core.points import Points
from podium.core.result import ByeType
from tests.kit.loops import every


@every("kind", ByeType)
def test_a_bye_is_named_counted_and_recorded_in_words(kind: ByeType) -> None:
    assert outcome(kind)
    assert "1.0" in bye_message(kind, Points.of(1))


@every("kind", [kind for kind in ByeType if kind is not ByeType.UNSPECIFIED])
def test_a_bye_is_among_those_the_api_tells_of(kind: ByeType) -> None:
    assert repr(kind.value) in PairingRow.__annotations__["bye_type"]
