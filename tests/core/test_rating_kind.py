"""Which of the three ratings a time control asks for."""

from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind, rating_kind
from podium.core.timecontrol import TimeControl
from tests.kit.loops import every


@every(
    ("time", "kind"),
    [
        ("10+0", RatingKind.BLITZ),
        ("3+2", RatingKind.BLITZ),
        ("5+5", RatingKind.BLITZ),
        ("11+0", RatingKind.RAPID),
        ("15+10", RatingKind.RAPID),
        ("59+0", RatingKind.RAPID),
        ("60+0", RatingKind.STANDARD),
        ("30+30", RatingKind.STANDARD),
        ("90+30", RatingKind.STANDARD),
    ],
)
def test_by_the_length_of_sixty_moves(time: str, kind: RatingKind) -> None:
    assert rating_kind(TimeControl.parse(time)) is kind


def test_the_standard_rating_stands_in_for_one_that_is_missing() -> None:
    player = RatedPlayer("1", "Ann", standard=1800, blitz=1700)
    assert [player.rating(kind) for kind in RatingKind] == [1800, 1800, 1700]
    assert RatedPlayer("1", "Ann", rapid=1700).rating(RatingKind.STANDARD) is None
