"""gacrux, FIDE's own reference checker, as an independent judge of tie-breaks and pairings."""

from decimal import Decimal
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

STARTS = {2024: "2025-01-01", 2026: "2026-06-01"}  # a date in the force of each edition


def loaded(text: str) -> dict[str, Any]:
    """A report file as the judge reads it."""
    reader = trf2json()
    reader.parse_file(text, False)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament: dict[str, Any] = reader.get_tournament(1)
    return tournament


def judged(
    tournament: dict[str, Any],
    code: str,
    *,
    edition: int,
    rounds: int,
    round_robin: bool = False,
    unrated: int | None = None,
) -> dict[int, Decimal | int | None]:
    """The judge's value of each player after `rounds`.

    One engine for each code, because in this release a Fore Buchholz changes what is computed
    after it; and always a finished number of rounds, because it takes later ones for byes.
    """
    tournament.setdefault("tournamentInfo", {})["startDate"] = STARTS[edition]
    tournament["rankOrder"] = []
    settings = {
        "tiebreak": [code],
        "check": False,
        "pre_determined": round_robin,
        "swiss": not round_robin,
        "unrated": unrated,
    }
    result = tiebreak(tournament, rounds, settings).compute_tiebreaks(tournament, settings)
    return {player["cid"]: player["tiebreakScore"][0] for player in result["competitors"]}


def judged_ranks(
    tournament: dict[str, Any], codes: list[str], *, edition: int, rounds: int, round_robin: bool = False
) -> dict[int, int]:
    """The judge's ranking by a list of codes."""
    tournament.setdefault("tournamentInfo", {})["startDate"] = STARTS[edition]
    tournament["rankOrder"] = []
    settings = {
        "tiebreak": list(codes),
        "check": False,
        "pre_determined": round_robin,
        "swiss": not round_robin,
        "unrated": None,
    }
    result = tiebreak(tournament, rounds, settings).compute_tiebreaks(tournament, settings)
    return {player["cid"]: player["rank"] for player in result["competitors"]}


def judged_round(tournament: dict[str, Any], round_number: int) -> set[tuple[int, int]] | None:
    """The judge's pairs of a round, White first, the bye as a pair with 0; None if it finds no legal round."""
    pairs = _pairs(tournament, round_number)
    return None if pairs is None else {(pair["w"], pair["b"]) for pair in pairs}


def judged_boards(tournament: dict[str, Any], round_number: int) -> list[tuple[int, int]] | None:
    """The judge's games of a round in the order of the boards, White first; None if it finds no legal round."""
    pairs = _pairs(tournament, round_number)
    if pairs is None:
        return None
    return [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: pair["board"]) if pair["w"] and pair["b"]]


def _pairs(tournament: dict[str, Any], round_number: int) -> list[dict[str, int]] | None:
    engine = pairing_dutch(tournament, round_number, {"experimental": [], "verbose": 0, "top_color": ""})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        return None
    return [pair for bracket in brackets for pair in bracket["pairs"]]
