"""The sentence for every error: short, with the value that is wrong and the way on.

Errors carry a code and facts; here they become text, once for every edge. A test reads the sources and
proves that each code that can be raised has its sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.knockout_errors import SENTENCES as OF_KNOCKOUT
from podium.app.words.phrases import filled, quoted
from podium.app.words.prizes import SENTENCES as OF_PRIZES
from podium.core.errors import (
    Forbidden,
    FormatError,
    Invalid,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
    Unpairable,
)
from podium.files.sentences import SENTENCES as OF_LISTS
from podium.files.trf.sentences import SENTENCES as OF_REPORTS

# `podium.app.words.phrases` says what may stand in braces.
SENTENCES: Mapping[str, str] = {
    # Values that are not allowed.
    "bye-type-unknown": "Invalid {field:bare} {value}: use {allowed:or}",
    "result-unknown": "Invalid result {value}: use {allowed:or}",
    "name-missing": "A name is needed.",
    "format-missing": "A format is needed, for example round-robin or doubles.",
    "format-unknown": "There is no format {value}: use {allowed:or}.",
    "setting-unknown": "A tournament has no setting {field}: use {allowed:or}.",
    "field-unknown": "A player has no field {field}: use {allowed:or}.",
    "field-malformed": "{value} cannot be the {field:bare} of a player.",
    "text-too-long": "The {field:bare} {value} is too long: at most {longest} characters.",
    "text-malformed": "The {field:bare} {value} is not text that can be shown.",
    "list-malformed": "The {field:bare} must be a list, not {value}.",
    "name-twice": "{value} is named twice among the {field:bare}: once is enough.",
    "count-out-of-range": "The {field:bare} cannot be {value}: use {least} to {most}.",
    "date-malformed": "{value} is not a date: write it as 2026-08-31.",
    "date-past": "{value} is in the past: choose a later time.",
    "dates-reversed": "The end {value} is before the start {start}.",
    "scoring-unknown": "There is no scoring {value}: use {allowed:or}.",
    "points-malformed": "{value} is not a number of points: use steps of 0.01, for example 0.5.",
    "points-out-of-range": "{value} points are not possible: use 0 to 100.",
    "rating-out-of-range": "The rating {value} is not possible: use 0 to 4000.",
    "federation-malformed": "{value} is not a federation: use three letters, for example ENG.",
    "gender-unknown": "{value} is not a gender Podium knows: use {allowed:or}.",
    "fide-id-malformed": "{value} is not a FIDE id: use digits only.",
    "birth-malformed": "{value} is not a date of birth: write 1990 or 1990-05-31.",
    "section-unknown": "There is no section {value}. Sections: {allowed:and}.",
    "round-out-of-range": "There is no round {value} to ask a bye for: choose one from 1 to the last one planned.",
    "board-out-of-range": "There is no board {value}: use {least} to {most}.",
    "player-twice": "{name:bare} is paired twice: one game or bye a round.",
    "player-against-self": "{name:bare} cannot play against themselves.",
    "password-length": "The password has {value} characters: use {least} to {most}.",
    "database-malformed": "{value} is not a database Podium can use: name a SQLite file or a postgresql:// address.",
    "swap-needs-two-cycles": "The last two rounds can be exchanged only with two cycles, not {value}.",
    "cycles-out-of-range": "{value} cycles are not possible: use 1 to {most}.",
    "several-match": "{value} may be any {kind:bare} of {allowed:or}: say more of the name, or the id.",
    # Swiss pairings and random tournaments.
    "pairing-number-duplicate": "The pairing number {value} is there twice: everybody needs their own.",
    "pairing-number-malformed": "{value} cannot be a pairing number: use 1 and up.",
    "pairing-number-unknown": "There is no player with the pairing number {value}.",
    "history-incomplete": "Player {value} has a record of {rounds} rounds, which is not how many were played.",
    "meeting-unknown": "Player {player} cannot have met {value} in round {round}: there is no such player.",
    "game-incomplete": "The game of player {value} in round {round} lacks an opponent or a colour.",
    "ranks-incomplete": "The file asks to be paired by rank, but the rank {value} is missing or there twice.",
    "rounds-not-planned": "The file does not say how many rounds there will be: name them with --rounds.",
    "results-missing": "Round {value} cannot be paired: results of round {round} are missing{boards:boards}.",
    "round-impossible": "No legal pairing of round {value} exists (C.04.3, article 1.9.3): without {without:and} "
    "the others fall into groups that may not meet one another again, and {groups} of these are odd: "
    "{left_over} would be left over. A field this small allows no more rounds, or too many may not meet.",
    "round-impossible-at-all": "No legal pairing of round {value} exists (C.04.3, article 1.9.3): the players fall "
    "into groups that may not meet one another again, and {groups} of these are odd: {left_over} would be left over. "
    "A field this small allows no more rounds, or too many may not meet.",
    "section-not-named": "The event has several sections, and a report file holds one: name it, {allowed:or}.",
    "report-empty": "The report file names no players, so there is no tournament in it.",
    "report-of-format": "There is no report file of {value}: such files know rounds in which a player has "
    "one game against one other.",
    "report-too-large": "A report file holds at most {most} players, not {value}.",
    "result-unusual": "The result {value} of player {player} in round {round} is none that Podium knows.",
    "round-being-edited": "Round {value} is being edited by hand: end that first.",
    "pairing-overtaken": "While round {value} was being computed, {name:bare} changed: pair it again.",
    "acceleration-needs-rounds": "Acceleration needs the number of rounds: say how many are planned.",
    "choice-unknown": "{field:bare} cannot be {value}: use {allowed:or}.",
    "group-malformed": "A group of players who may not meet needs at least two of them by id, not {value}.",
    "players-out-of-range": "{value} players are not possible: use {least} to {most}.",
    "no-first-round": "No first round of {value} players can be paired: too few are there, or they may not meet.",
    "rounds-out-of-range": "{value} rounds are not possible: use 1 to {most}.",
    "rate-out-of-range": "{field} cannot be {value} per cent: use 0 to 100.",
    "no-legal-round": "No legal pairing of round {round} exists (article 1.9.3): without {barrier:and} (0 is the bye) "
    "the others fall into groups that may not meet one another, and {groups} of these are odd: "
    "{left_over} would be left over.",
    "no-legal-round-at-all": "No legal pairing of round {round} exists (article 1.9.3): the players fall into groups "
    "that may not meet one another, and {groups} of these are odd: {left_over} would be left over.",
    # Tie-breaks.
    "tiebreak-unknown": "There is no tie-break {value}: use {allowed:or}.",
    "tiebreak-preset-unknown": "There is no list of tie-breaks {value}: use {allowed:or}.",
    "tiebreak-modifier-unknown": "The tie-break {value} cannot be read: there is no modifier {modifier}.",
    "tiebreak-modifier-not-applicable": "The modifier {modifier} of {value} does not apply to that tie-break.",
    "tiebreak-modifier-twice": "The tie-break {value} is modified twice in the same way, last by {modifier}.",
    "tiebreak-not-in-round-robin": "{value} must not be used in a round robin (C.07, article {article:bare}).",
    "tiebreak-unrated-players": "{value} needs a rating of everybody, and there is none for {players:some}. "
    "Name a rating that stands for unrated players, or choose another tie-break.",
    "edition-unknown": "There is no edition {value} of the tie-break regulations: use {allowed:or}.",
    "round-unknown": "There is no round {value}: the last one is {last}.",
    "entrant-twice": "{value} is in the list of players twice.",
    "player-twice-in-round": "{value} is in round {round} twice: one game or bye a round.",
    "kind-unknown": "There is no kind of unplayed game {value}: use {allowed:or}.",
    "forfeit-drawn": "A game won or lost by forfeit cannot have the result {value}.",
    "setting-of-knockout": "{field} is a rule of knockouts: this tournament is {format}.",
    "knockout-in-sections": "A knockout has one bracket, so it cannot have the sections {value:and}.",
    "bye-has-opponent": "This is a bye, so there can be no opponent {value}.",
    # Databases, files and the machine.
    "database-is-older": "{value} is an older database: `podium serve` or `podium migrate` converts it, "
    "`podium import` brings its tournaments into another.",
    "database-is-podium": "{value} is a database of Podium already: open it with --db.",
    "database-is-foreign": "{value} is a database of another program: name a file of Podium's own.",
    "database-newer": "{value} was used by a newer Podium: install that one.",
    "database-unfinished": "{value} was not closed by the program that wrote it: open and close it there once.",
    "database-damaged": "{value} is damaged or cut short: nothing was taken from it.",
    "not-a-database": "{value} is not a SQLite database.",
    "no-pairings-table": "{value} has no table of pairings: it is no tournament database.",
    "columns-missing": "The table of pairings lacks {value:and}.",
    "file-unwritable": "{value} cannot be written: {reason:bare}.",
    "file-forbidden": "Podium may not read or write {value}.",
    # Prizes.
    "prizes-changed": "The prizes were changed while the allocation ran: look at them, then run it again.",
    "prizes-not-allocated": "There is nothing to show yet: allocate the prizes first.",
    "player-has-prize": "{name:bare} has won a prize: allocate the prizes anew first.",
    "prizes-too-slow": "The allocation took longer than {value} seconds and was given up. Nothing was changed.",
    # Doubles.
    "rounds-impossible": "{value} rounds are not possible with {players} players: at most {most}.",
    "partners-exhausted": "Round {value} cannot be drawn: the {players} players have no new partners left for it. "
    "Somebody must join or return, or the tournament ends here.",
    "tiebreak-not-in-doubles": "{value} is no tie-break of doubles: they go by points, then their own Buchholz, "
    "which the player's card explains.",
    "not-in-doubles": "Doubles have no {field:bare}, so {value} cannot be set: leave them empty.",
    "sets-malformed": "{value} is no score in sets: write it as 3:1, with ? for a side that is not entered.",
    "doubles-are-drawn": "Partners and free games of doubles are drawn: unpair the round and draw it again, make a "
    "whole round by hand with two teams a match, or let a player leave and return.",
    "teams-outside-doubles": "Only doubles have teams: this is a {value:bare} event, pair White and Black.",
    "matches-missing": "A round of doubles needs a match: two teams of two players.",
    "partner-repeated": "{names:and} have been partners before: nobody has the same partner twice.",
    "sets-on-free-game": "This is a free game: it is worth a point, and there are no sets to enter.",
    "game-without-sets": "This is a game of two players: record its result, not sets.",
    "match-has-sets": "This is a match of two teams: enter the sets of each, not a result.",
    # What the state of the event forbids.
    "tournament-exists": "There is a tournament {value} already.",
    "tournament-archived": "{name:bare} is archived: take it out of the archive to change it.",
    "rounds-exist": "The {field:bare} cannot become {value}: rounds are paired already. Unpair them first.",
    "section-in-use": "The section {value} cannot go: {name:bare} is in it. Move its players first.",
    "too-many-players": "{value} players are too many: at most {most}.",
    "too-few-players": "Too few players: {value} can play, at least {least} must.",
    "too-few-seats": "Too few players: {seats} can play, at least {fewest} must.",
    "no-such-round": "There is no round {round}: the schedule has {rounds}.",
    "round-robin-started": "The round robin has begun, and its tables have no place for {value:entry}.",
    "player-has-games": "{name:bare} was paired in round {round}: withdraw the player instead.",
    "player-has-game": "{name:bare} has a game in round {round}: forfeit that game instead.",
    "player-has-bye": "{name:bare} has a bye in round {round}: change that bye instead.",
    "player-withdrawn": "{name:bare} has withdrawn: bring the player back first.",
    "sections-differ": "{names:and} are in different sections: {sections:and}.",
    "round-paired": "Round {value} is paired already, so the byes of {name:bare} in it stand. "
    "Change the pairing instead.",
    "round-exists": "Round {value} is paired already.",
    "round-not-next": "Round {value} cannot be paired yet: round {next} is next.",
    "rounds-exhausted": "There is no round {value}: the tournament has {most}.",
    "rounds-follow-results": "Only a round robin is paired whole: "
    "the rounds of this {value:bare} event are paired one by one.",
    "too-many-at-once": "{value} games are too many for one step (at most {most}): pair the rounds one by one.",
    "paired-by-hand": "Round {value} cannot follow the tables: round 1 was paired by hand. Pair it by hand too.",
    "knockout-rounds": "The rounds of a knockout come by themselves: build the bracket, then report results.",
    "knockout-byes": "Nobody can ask for a bye in a knockout: byes go to the top seeds.",
    "bracket-has-no-room": "The bracket is built and has no place for more players: take it back first.",
    "later-round-exists": "Round {value} cannot be unpaired: round {later} was paired after it. Unpair that first.",
    "round-closed": "Round {value} is closed: reopen it first.",
    "round-open": "Round {value} is not closed.",
    "round-not-complete": "Round {value} cannot be closed: {matches:open}.",
    "result-on-bye": "This is a bye, there is no game to change: record a bye type, or remove the bye.",
    "reason-not-kept": "Only a match of a knockout keeps why it ended: leave out {value}.",
    "result-differs": "The result is {stored:result}, not {value:result}: somebody changed it meanwhile.",
    "pairing-has-two-players": "This pairing has two players, so it is no bye: record a result.",
    "pairing-has-result": "Board {board} has a result: clear it first.",
    "pairing-undone": "The pairing {value} was undone: look at the round again.",
    "nothing-to-undo": "There is nothing to undo.",
    "nothing-to-redo": "There is nothing to redo.",
    "not-standing": "Version {value} cannot be undone: it is undone already, or was dropped.",
    "forgotten-for-good": "Version {value} cannot be undone: the data that were removed then are nowhere any more.",
    "traces-left": "The data are removed, but something else is reading the database or its disk is full, so that "
    "traces of them may be left in the file: do it again in a moment.",
    "change-depended-on": "Version {value} cannot be undone: {obstacle:bare}.",
    "idempotency-key-reused": "The Idempotency-Key {value} was used for another request: use a new one.",
    "workers-need-postgresql": "{value} processes cannot share a SQLite file: use one, or a PostgreSQL database.",
    "address-taken": "Podium cannot listen at {value}: {reason:bare}. Choose another host or port.",
    "user-exists": "There is a user {value} already.",
    "owner-missing": "A tournament needs an owner: keep at least one.",
    # Somebody was faster; things that are not yours to do; what is wrong outside the event.
    "stale": "The tournament has moved on to version {actual} since version {expected}: look again, then repeat.",
    "role-unknown": "There is no role {value}: use {allowed:or}.",
    "login-failed": "That name and password do not belong together.",
    "too-many-attempts": "Too many attempts: wait {seconds} seconds, then try again.",
    "csrf-missing": "This form is from another session or too old: load the page again, then repeat.",
    "file-unreadable": "The file {value} cannot be read: {reason:bare}.",
    "forbidden": "You may not {act:bare}: ask the owner of the tournament.",
    "database-away": "The database cannot be reached, and nothing was written: try again in a moment.",
    "stream-damaged": "The journal of this tournament is damaged: it begins with {event}.",
    **OF_PRIZES,
    **OF_KNOCKOUT,
}

ACTS: Mapping[str, str] = {
    "CreateTournament": "create a tournament",
    "ChangeSettings": "change the settings",
    "PublishTournament": "publish or hide the tournament",
    "ArchiveTournament": "archive the tournament",
    "DeleteTournament": "delete the tournament",
    "AddPlayers": "add players",
    "EditRound": "edit the round by hand",
    "EditPlayer": "edit players",
    "ImportPlayers": "import players",
    "RemovePlayer": "remove players",
    "WithdrawPlayer": "withdraw players",
    "RequestByes": "ask for byes",
    "PairRound": "pair rounds",
    "PairAllRounds": "pair rounds",
    "PairByHand": "pair rounds",
    "PairTeams": "pair rounds",
    "UnpairRound": "unpair rounds",
    "PublishRound": "publish rounds",
    "CloseRound": "close rounds",
    "ReopenRound": "reopen rounds",
    "AddPairing": "add pairings",
    "GiveBye": "give byes",
    "RearrangePairing": "rearrange pairings",
    "RemovePairing": "remove pairings",
    "RecordResult": "record this result",
    "CorrectResult": "correct this result",
    "RecordBye": "record byes",
    "SetPrizes": "change the prizes",
    "AllocatePrizes": "decide the prizes",
    "PublishPrizes": "publish or hide the prizes",
    "RecordSets": "enter these sets",
    "ClickSets": "enter these sets",
    "AnotherRound": "order another round",
    "AdoptRecords": "bring over a tournament",
    "ForgetPlayer": "remove a player's personal data",
    "Revert": "undo this",
    "Rewind": "go back to an earlier version",
    "Redo": "redo this",
}

OBSTACLES: Mapping[str, str] = {
    "settings": "the settings were changed again since",
    "visibility": "the tournament was published, hidden or archived since",
    "player": "{name:bare} was changed since",
    "round": "round {round} was paired or unpaired since",
    "results": "round {round} has results or was changed since",
    "result": "the result in round {round} was changed since",
    "stage": "round {round} was closed, reopened or published since",
    "pairing": "board {board} of round {round} was changed since",
    "prizes": "the prizes were changed again since",
    "prize-list": "the prizes were allocated, shown or hidden since",
    "match": "the match on board {board} of round {round} was changed since",
}

_TITLES: tuple[tuple[type[PodiumError], str], ...] = (
    (Invalid, "That value is not allowed"),
    (Unpairable, "No legal pairing exists"),
    (Refused, "Not possible as things stand"),
    (Stale, "Somebody was faster"),
    (Unknown, "No such thing"),
    (Forbidden, "Not yours to do"),
    (FormatError, "The file cannot be read"),
    (Unavailable, "The database is away"),
    (TooSlow, "It took too long"),
)


def sentence(error: PodiumError) -> str:
    """What went wrong, for the person it happened to.

    >>> sentence(Invalid("bye-type-unknown", field="byeType", value="xyz", allowed=["bye", "unpaired"]))
    'Invalid byeType "xyz": use "bye" or "unpaired"'
    """
    facts = dict(error.facts)
    if isinstance(error, Unknown):
        return _unknown(str(facts["kind"]), facts["value"])
    if isinstance(error, Forbidden):
        facts["act"] = ACTS.get(str(facts["action"]), str(facts["action"]))
    if "tables" in facts:  # what keeps a round open, by the number of the table instead of the id
        facts["matches"] = facts["tables"]
    if error.code == "change-depended-on":
        facts["obstacle"] = filled(OBSTACLES.get(str(facts.get("what")), "something later depends on it"), facts)
    template = _template(error)
    return filled(template, facts) if template else f"{title(error)}: {error}"


def _template(error: PodiumError) -> str | None:
    """The sentence of a code; a report file and a list of players may use one code each in its own way."""
    if "tag" in error.facts:
        return OF_REPORTS.get(error.code)
    return SENTENCES.get(error.code) or OF_LISTS.get(error.code)


def _unknown(kind: str, value: object) -> str:
    thing = "version" if kind == "commit" else kind
    return f"There is no such {thing}." if value is None else f"There is no {thing} {quoted(value)}."


def title(error: PodiumError) -> str:
    """The kind of thing that went wrong, in a few words that are the same every time."""
    return next((words for kind, words in _TITLES if isinstance(error, kind)), "Something is wrong")
