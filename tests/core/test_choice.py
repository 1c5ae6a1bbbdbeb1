"""Values of closed sets, as clients write them."""

import pytest

from podium.core.choice import one_of, result, truth
from podium.core.errors import Invalid
from podium.core.result import ByeType, Result
from tests.kit.loops import every


def test_a_member_is_found_by_its_value() -> None:
    assert one_of(ByeType)("kind", "half") is ByeType.HALF
    assert truth("swapped", False) is False
    assert result("was", "1-0") is Result.WHITE_WINS
    assert result("was", None) is None


@every("value", ["Half", "HALF", "", None, 1, True, ["half"], {}])
def test_what_is_no_member_is_refused_with_those_there_are(value: object) -> None:
    with pytest.raises(Invalid) as caught:
        one_of(ByeType)("kind", value)
    assert caught.value.code == "choice-unknown"
    assert caught.value.facts["allowed"] == [each.value for each in ByeType]
    assert (caught.value.facts["field"], caught.value.facts["value"]) == ("kind", value)


@every("value", [0, 1, "true", None, []])
def test_only_true_and_false_are_true_and_false(value: object) -> None:
    with pytest.raises(Invalid) as caught:
        truth("swapped", value)
    assert caught.value.facts["allowed"] == [True, False]


def test_a_result_that_is_none_is_refused_by_its_own_name() -> None:
    with pytest.raises(Invalid) as caught:
        result("was", "2-0")
    assert (caught.value.code, caught.value.facts["field"]) == ("result-unknown", "was")
