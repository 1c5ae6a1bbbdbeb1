"""Names with initials for where there is no room for all of them."""

from __future__ import annotations


def short_name(name: str) -> str:
    """The name with its first names as initials.

    >>> short_name("Vachier-Lagrave, Maxime"), short_name("Ann-Kathrin Lee"), short_name("Pelé")
    ('Vachier-Lagrave, M.', 'A. Lee', 'Pelé')
    """
    surname, comma, first = name.partition(",")
    if comma and first.strip():
        return f"{surname}, {' '.join(f'{each[0]}.' for each in first.split())}"
    first, space, surname = name.partition(" ")
    return f"{first[0]}. {surname}" if space else name
