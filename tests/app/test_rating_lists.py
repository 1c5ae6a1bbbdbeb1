"""Which rating an event asks for."""

from podium.core.ratings.rating_kind import RatingKind
from podium.flow.event.rating_method import kind_for
from podium.flow.event.setting_values import Settings
from podium.knockout import Rules
from tests.kit.loops import every


@every(
    ("rate", "kind"),
    [
        (None, RatingKind.STANDARD),
        ("90 minutes for 40 moves, then 30 minutes, 30 seconds a move", RatingKind.STANDARD),
        ("15+10", RatingKind.RAPID),
        ("15 min + 10 s", RatingKind.RAPID),
        ("25' + 10''", RatingKind.RAPID),
        ("3+2", RatingKind.BLITZ),
        ("5 min", RatingKind.BLITZ),
        ("Rapid, see the rules", RatingKind.RAPID),
        ("blitz", RatingKind.BLITZ),
        ("as announced", RatingKind.STANDARD),
    ],
)
def test_is_told_by_the_rate_of_play_in_words(rate: str | None, kind: RatingKind) -> None:
    assert kind_for(Settings("Open", "swiss", rate_of_play=rate)) is kind


def test_is_told_by_the_clocks_of_live_games() -> None:
    assert kind_for(Settings("Open", "swiss", live=True, time_control="15+10")) is RatingKind.RAPID
    cup = Settings("Cup", "knockout", live=True, knockout=Rules(time_control="3+0"))
    assert kind_for(cup) is RatingKind.BLITZ
