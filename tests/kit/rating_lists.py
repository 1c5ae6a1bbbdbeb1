"""Rating lists as files, in the layouts that FIDE has used."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from podium.app.ratings.rating_lists import ListStatus, ListToLoad, RatingList
from podium.core.ratings.list_sequence import FIDE
from podium.core.ratings.rated_player import RatedPlayer

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA NOV26 Gms K  B-day Flag"
)
MAGNUS = RatedPlayer("1503014", "Carlsen, Magnus", "NOR", "m", "GM", 2839, 2824, 2886, "1990")
PLAYERS = (
    MAGNUS,
    RatedPlayer("4600001", "Mueller, Hans", "GER", "m", None, 1900, 1850, None, "1980"),
    RatedPlayer("4600002", "Müller, Hanna", "GER", "f", "WFM", 2050, None, None, "1995"),
    RatedPlayer("4600003", "Muller, Jean", "FRA", "m", None, None, None, None, None, active=False),
    RatedPlayer("2200001", "Garcia Marquez, Gabriel", "ESP", "m", None, 1700, None, None, "1970"),
    RatedPlayer("2200002", "Garcia, Gabriela", "ESP", "f", None, 1600, None, None, "2001"),
)


def combined_line(player: RatedPlayer) -> str:
    """A player as the combined list has them."""
    sex = (player.gender or "").upper()
    flag = ("w" if player.gender == "f" else "") + ("" if player.active else "i")
    ratings = "".join(f"{each or 0:<6}{0:<4}{20:<3}" for each in (player.standard, player.rapid, player.blitz))
    titles = f"{player.title or '':<5}{'':<5}{'':<15}{'':<4}"
    about = f"{player.id:<15}{player.name:<61}{player.federation or '':<4}{sex:<4}"
    return f"{about}{titles}{ratings}{player.birth or '0000':<6}{flag:<4}"


def combined_list(players: Iterable[RatedPlayer] = PLAYERS) -> bytes:
    """FIDE's list with all three ratings, as text."""
    return "\r\n".join((COMBINED, *map(combined_line, players), "")).encode()


def many(count: int, first: int = 9_000_000) -> list[RatedPlayer]:
    """So many players nobody looks for."""
    return [RatedPlayer(str(first + at), f"Nobody{at}, Known", "GER", standard=1500) for at in range(count)]


def zipped(content: bytes, name: str = "players_list_foa.txt") -> bytes:
    """An archive with one file."""
    with io.BytesIO() as archive:
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packing:
            packing.writestr(name, content)
        return archive.getvalue()


def to_load(folder: Path, players: Iterable[RatedPlayer] = PLAYERS, name: str = FIDE) -> ListToLoad:
    """A file with these players, to be loaded as the list of that name."""
    file = folder / f"{name}.txt"
    file.write_bytes(combined_list(players))
    return ListToLoad(file, file.name, name, "Ana")


class KeptLists:
    """Rating lists in memory: the players of each, by name and month."""

    def __init__(self, **lists: Iterable[RatedPlayer]) -> None:
        self._players: dict[tuple[str, str], tuple[RatedPlayer, ...]] = {}
        for name, players in lists.items():
            self.keep(name, "2026-11", players)

    def keep(self, name: str, month: str, players: Iterable[RatedPlayer]) -> None:
        self._players[name, month] = tuple(players)

    def ready(self) -> list[RatingList]:
        names = dict.fromkeys(name for name, _ in self._players)
        return [self.months(name)[0] for name in names]

    def months(self, name: str) -> list[RatingList]:
        months = sorted((month for each, month in self._players if each == name), reverse=True)
        return [
            RatingList(1, name, "list.txt", ListStatus.READY, f"{month}-03", "Ana", edition=month) for month in months
        ]

    def by_fide_ids(self, ids: Sequence[str], name: str, month: str) -> dict[str, RatedPlayer]:
        listed = self._players[name, month]
        return {key: each for each in listed if (key := each.fide_id or each.id) in ids}
