"""What becomes of the games of somebody who leaves a round robin (C.05, article 6.6)."""


def counts_after(completed: int, games: int) -> bool:
    """Whether the results of a player who left count: half of the games must have been completed.

    With fewer, what was played stays in the table, for rating and for the record, and counts for nobody; with half or
    more everything counts, and the games that are left are lost by forfeit.

    >>> counts_after(2, 5), counts_after(2, 4)
    (False, True)
    """
    return 2 * completed >= games
