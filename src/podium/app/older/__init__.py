"""Tournaments of older databases: rows as they were found, and the commands that bring them over whole.

    file -> storage.legacy -> OlderRecords -> adoptions -> AdoptRecords, one commit a tournament

Nothing is guessed. A bye whose type was not recorded stays *unspecified*; it keeps the points that a `results` table
paid for it, and scores 0 otherwise. Every row of `pairings` comes over; what could not be understood is a note.
"""
