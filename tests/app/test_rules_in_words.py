"""The rules of an event in words, as its settings say."""

from __future__ import annotations

from podium.app.queries import rules_in_words
from podium.core.ids import TournamentId
from podium.flow.event.settings import merge_settings
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Tournament
from tests.kit.loops import every
from tests.kit.options import STAGES


def said(format: str, **given: object) -> tuple[str, ...]:
    planned = {"stages": STAGES} if format == "stages" else {}
    settings = merge_settings(None, {"name": "Open", "format": format, **planned, **given})
    return rules_in_words(Tournament(TournamentId("t"), settings))


@every("format", FORMAT_NAMES)
def test_every_format_says_how_it_is_played_in_whole_sentences(format: str) -> None:
    sentences = said(format)
    assert len(sentences) > 2
    assert all(each[0].isupper() and each.endswith(".") and "%" not in each for each in sentences)


def test_a_swiss_says_points_byes_and_tiebreaks_by_name_in_order() -> None:
    assert said("swiss", rounds=7, scoring="3-1-0", tiebreaks=["BH/C1", "SB"], apart=["club"]) == (
        "Swiss system: in every round players with equal or similar points meet, and nobody meets anybody twice.",
        "Players of the same club are not paired with one another.",
        "There are 7 rounds.",
        "A win counts 3, a draw 1, a loss 0.",
        "Whoever has no opponent in a round gets 3.",
        "Who asks before the pairing can sit a round out: a half-point bye counts 1, a zero-point bye 0.",
        "Where points are equal, these decide in this order: Buchholz Cut-1, Sonneborn-Berger.",
        "Late entry is possible. The rounds missed count 0, unless the director gives a bye for them.",
    )


@every(
    ("format", "given", "sentence"),
    [
        ("swiss", {"tiebreaks": []}, "Players with equal points share their place."),
        ("swiss", {"tiebreaks": ["PTS"]}, "Players with equal points share their place."),
        ("swiss", {"tiebreaks": ["PTS", "BH"]}, "Where points are equal, these decide in this order: Buchholz."),
        ("swiss", {"rules": "fide"}, "The event is played by FIDE’s rules."),
        ("swiss", {"rate_of_play": "90 min + 30 s"}, "Rate of play: 90 min + 30 s."),
        (
            "swiss",
            {"live": True, "timeControl": "10+5"},
            "Each player has 10 minutes, 5 seconds a move.",
        ),
        (
            "swiss",
            {"live": True, "timeControl": "5+0/4+0"},
            "White has 5 minutes, Black 4 minutes.",
        ),
        (
            "swiss",
            {"live": True, "timeControl": "40/90+30 : 30+30"},
            "Each player has 90 minutes for 40 moves, then 30 minutes, 30 seconds a move.",
        ),
        (
            "swiss",
            {"live": True, "timeControl": "1/1:30+0 : 0:30d5"},
            "Each player has 1 minute 30 seconds for 1 move, then 30 seconds, a delay of 5 seconds before each move.",
        ),
        (
            "swiss",
            {"live": True, "timeControl": "90b5"},
            "Each player has 90 minutes, up to 5 seconds of each move given back.",
        ),
        (
            "swiss",
            {"live": True, "drawConfig": {"minMove": 30, "maxOffers": 1}},
            "No draw may be offered before move 30.",
        ),
        (
            "swiss",
            {"drawRuleMode": "NO_DRAW_OFFER"},
            "Players may not agree a draw: a game is drawn only by the rules, as by stalemate.",
        ),
        ("swiss", {"sections": ["A", "B"]}, "These sections are paired and ranked separately: A and B."),
        (
            "round-robin",
            {"cycles": 2},
            "Double round robin: everybody meets everybody twice, with the other colour the second time.",
        ),
        (
            "round-robin",
            {"free_day": "half"},
            "With an odd number of players everybody has a round without a game, a half-point bye.",
        ),
        ("knockout", {"thirdPlaceMatch": True}, "The losers of the semi-finals play for third place."),
        (
            "knockout",
            {"tieBreakPolicy": "ARMAGEDDON"},
            "When a match is drawn: one Armageddon game: colours swapped, Black wins a draw.",
        ),
        ("knockout", {}, "Nobody can enter once it has begun."),
        ("doubles", {"setsToWin": 2}, "A match is won by the team that has 2 sets first."),
        ("doubles", {"setDifference": True}, "If that is equal too, the difference of sets decides."),
    ],
)
def test_what_was_decided_is_said(format: str, given: dict[str, object], sentence: str) -> None:
    assert sentence in said(format, **given)
    usual = "Nobody can enter once it has begun."
    assert sentence == usual or sentence not in said(format)
