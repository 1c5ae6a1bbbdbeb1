"""What speaks against the planned rounds while nothing is paired yet."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.rounds.hand_pairing import Warning
from podium.app.words import counts
from podium.app.words.language import _
from podium.flow.players.seats import FEWEST, table_sizes
from podium.flow.state import Tournament
from podium.roundrobin import rounds_needed


def too_many_rounds(state: Tournament) -> tuple[Warning, ...]:
    """More rounds than a Swiss of those entered has new opponents for, the bye counted as one."""
    return tuple(_too_many(state)) if state.settings.rounds is not None and not state.rounds else ()


def _too_many(state: Tournament) -> Iterator[Warning]:
    rounds = state.settings.rounds or 0
    for section in state.sections:
        playing = [player for player in state.in_section(section) if not player.withdrawn]
        most = len(playing) - 1 + len(playing) % 2
        if len(playing) > 1 and rounds > most:
            text = _(
                "%(players)s can play %(most)s without meeting twice; %(rounds)s planned: plan fewer, or add players.",
                players=_in_section(counts.players(len(playing)), section),
                most=counts.rounds(most),
                rounds=rounds,
            )
            yield Warning("too-many-rounds", (), text)


def rounds_not_of_table(state: Tournament) -> tuple[Warning, ...]:
    """More rounds than the longest table of a round robin has; in FIDE mode fewer too, since all have to meet."""
    rounds, sizes = state.settings.rounds, [size for size in table_sizes(state) if size >= FEWEST]
    if rounds is None or state.rounds or not sizes:
        return ()
    needed = max(rounds_needed(size, state.settings.cycles) for size in sizes)
    if rounds > needed:
        text = _(
            "The table of %(players)s has %(needed)s; %(rounds)s planned: the others are not played.",
            players=counts.players(max(sizes)),
            needed=counts.rounds(needed),
            rounds=rounds,
        )
        return (Warning("too-many-rounds", (), text),)
    if rounds < needed and state.in_fide_mode:
        text = _(
            "The table of %(players)s has %(needed)s; %(rounds)s planned: not everybody meets everybody.",
            players=counts.players(max(sizes)),
            needed=counts.rounds(needed),
            rounds=rounds,
        )
        return (Warning("too-few-rounds", (), text),)
    return ()


def _in_section(text: str, section: str) -> str:
    return _("%(players)s of %(section)s", players=text, section=section) if section else text
