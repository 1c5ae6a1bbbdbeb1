"""The sentence for every error: short, with the value that is wrong and the way on.

Errors carry a code and facts; here they become text, once for every edge. A test reads the sources and
proves that each code that can be raised has its sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.archives.words import SENTENCES as ARCHIVE_SENTENCES
from podium.app.event.fide_words import caution_sentences
from podium.app.exports.file_words import LIST_PROBLEMS, other_kind, report_sentence
from podium.app.forecast.error_words import SENTENCES as FORECAST_SENTENCES
from podium.app.formats.knockout.error_words import KNOCKOUT_SENTENCES
from podium.app.formats.stage_error_words import STAGE_SENTENCES
from podium.app.live.error_words import ACTS as ACTS_IN_GAMES
from podium.app.live.error_words import CHESS_SENTENCES, GAME_SENTENCES, OBJECTIONS, sentence_of
from podium.app.prizes.words import SENTENCES as PRIZE_SENTENCES
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
from podium.app.words.language import N_, _
from podium.app.words.phrases import filled, quoted
from podium.core import errors
from podium.core.arguments import guarded
from podium.games.commands import PLAYER_ACTS

# `podium.app.words.phrases` says what may stand in a placeholder.
SENTENCES: Mapping[str, str] = {
    # Values that are not allowed.
    "bye-type-unknown": N_("Invalid %(field:bare)s %(value)s: use %(allowed:or)s"),
    "result-unknown": N_("Invalid result %(value)s: use %(allowed:or)s"),
    "argument-malformed": N_("%(value)s cannot be the %(field:bare)s of %(of:bare)s."),
    "name-missing": N_("A name is needed."),
    "name-not-entered": N_("There is no player %(value)s in this event."),
    "name-not-paired": N_("%(value)s is not paired in round %(round)s."),
    "names-do-not-meet": N_("No game of this event is between %(value:and)s."),
    "round-not-paired": N_("Round %(value)s is not paired: %(most)s are."),
    "format-missing": N_("A format is needed, for example round-robin or doubles."),
    "format-unknown": N_("There is no format %(value)s: use %(allowed:or)s."),
    "setting-unknown": N_("A tournament has no setting %(field)s: use %(allowed:or)s."),
    "field-unknown": N_("A player has no field %(field)s: use %(allowed:or)s."),
    "field-malformed": N_("%(value)s cannot be the %(field:bare)s of a player."),
    "text-too-long": N_("The %(field:bare)s %(value)s is too long: at most %(longest)s characters."),
    "text-malformed": N_("The %(field:bare)s %(value)s is not text that can be shown."),
    "list-malformed": N_("The %(field:bare)s must be a list, not %(value)s."),
    "name-twice": N_("%(value)s is named twice among the %(field:bare)s: once is enough."),
    "count-out-of-range": N_("The %(field:bare)s cannot be %(value)s: use %(least)s to %(most)s."),
    "date-malformed": N_("%(value)s is not a date of the years 1900 to 2200: write it as 2026-08-31."),
    "rating-list-name-malformed": N_("%(value)s cannot name a list: use small letters, digits and hyphens."),
    "edition-malformed": N_("%(value)s is not the month of a list: write it as 2026-11."),
    "rating-kind-unknown": N_("There is no rating of the kind %(value)s: use %(allowed:or)s."),
    "rating-sequence-malformed": N_(
        "%(value)s names no rating of a list: write the list and %(allowed:or)s, as fide/rapid."
    ),
    "rating-lists-outdated": N_(
        "The list in force on %(day:bare)s is not loaded: %(lists:and)s. Update the lists first, or check all the same."
    ),
    "list-address-malformed": N_("%(value)s is no address that a list can be fetched from."),
    "list-unreachable": N_(
        "The list could not be fetched from %(address:bare)s: %(value:bare)s. The one before stays."
    ),
    "list-too-large": N_("The list is too large: more than %(most)s bytes. The one before stays."),
    "list-too-slow": N_("The list took more than %(most)s seconds to come. The one before stays."),
    "list-update-under-way": N_("The lists are being updated already."),
    "rating-list-missing": N_("Choose the file of the list."),
    "rating-list-superseded": N_("This load was given up: a later one of the same list was begun, or it was dropped."),
    "rating-list-not-written": N_("The list could not be written, so the one before stays: %(value)s"),
    "rating-list-damaged": N_("The file in which this rating list is kept cannot be read: load the list again."),
    "rating-list-stopped": N_("The load was ended before it was done. Load the file again."),
    "ratings-busy": N_("Several lists wait to be loaded already: try again when they are done."),
    "ratings-need-a-file": N_("A database in memory keeps no rating lists: use a file, or PostgreSQL."),
    "push-without-key": N_("This server cannot send push messages: it has no key for them (podium push-keys)."),
    "push-key-malformed": N_("PODIUM_PUSH_KEY is not a key: make one with podium push-keys."),
    "push-endpoint-malformed": N_("%(value)s is not the address of a push service."),
    "push-keys-malformed": N_("%(value)s is not a %(field:bare)s key of a push subscription."),
    "followers-full": N_("This event has %(value)s followers already, and takes no more."),
    "picture-too-large": N_("The picture has %(value)s bytes; at most %(most)s are taken."),
    "picture-unknown": N_("This is no picture that can be taken: choose a PNG, JPEG or WebP file."),
    "picture-broken": N_("The picture cannot be read: it is broken, or an animation. Save it anew, as PNG."),
    "picture-size": N_("The picture is %(value:bare)s pixels large: each side must be %(least)s to %(most)s."),
    "local-time-malformed": N_(
        "%(value)s is not a date of the years 1900 to 2200 with a time: write it as 2026-08-31 14:00."
    ),
    "time-zone-unknown": N_("There is no time zone %(value)s: write it as Europe/Berlin."),
    "moment-malformed": N_(
        "%(value)s is not a time of the years 1900 to 2200 with its zone: write it as 2026-08-31T16:00+02:00."
    ),
    "games-not-live": N_("The games of this event are not played on the server: round %(value)s has nothing to start."),
    "round-begun": N_("Board %(board)s of round %(value)s has begun: hold the round before you start it again."),
    "position-in-play": N_("Board %(board)s of round %(value)s has begun: its start position stays."),
    "earlier-game-first": N_("This tie-break game waits for an earlier one of the same match."),
    "date-past": N_("%(value)s is in the past: choose a later time."),
    "clock-action-unknown": N_("The clock cannot do %(value)s: use %(allowed:or)s."),
    "content-unknown": N_("A screen cannot show %(value)s: use %(allowed:or)s."),
    "time-malformed": N_("%(value)s is not a time of day: write it as 14:30."),
    "clock-not-counting": N_("No countdown is set: start one first."),
    "clock-too-far": N_("%(value)s is more than a day away: choose an earlier time."),
    "message-empty": N_("Write what everybody is to read."),
    "messages-too-many": N_("There are %(value)s messages: take one down first."),
    "screen-key-malformed": N_("%(value)s cannot be in an address: use small letters, digits and hyphens."),
    "dates-reversed": N_("The end %(value)s is before the start %(start)s."),
    "scoring-unknown": N_("There is no scoring %(value)s: use %(allowed:or)s."),
    "points-malformed": N_("%(value)s is not a number of points: use steps of 0.01, for example 0.5."),
    "points-not-halves": N_("%(part:bare)s cannot be worth %(value)s: points come in halves, such as 0, 0.5 or 1."),
    "draw-out-of-order": N_(
        "A draw cannot be worth %(value)s where a win is %(win)s and a loss %(loss)s: it lies between them."
    ),
    "draws-above-win": N_(
        "A draw cannot be worth %(value)s: two draws would be worth more than a win (%(win)s) and a loss (%(loss)s)."
    ),
    "points-above-win": N_("%(part:bare)s cannot be worth %(value)s: nothing is worth more than a win, %(win)s."),
    "points-not-of-fide": N_(
        "%(part:bare)s cannot be worth %(value)s: by FIDE’s rules it is worth %(due)s, since who is absent is not "
        "paid, and a half-point bye counts as a draw."
    ),
    "points-out-of-range": N_("%(value)s points are not possible: use 0 to 100."),
    "rating-out-of-range": N_("The rating %(value)s is not possible: use 0 to 4000."),
    "currency-malformed": N_("%(value)s is not the code of a currency: use three capital letters, for example EUR."),
    "federation-malformed": N_("%(value)s is not a federation: use three letters, for example ENG."),
    "rank-out-of-range": N_("The rank %(value)s is not between 1 and %(most)s."),
    "coefficient-out-of-range": N_("K %(value)s is not between 1 and %(most)s."),
    "gender-unknown": N_("%(value)s is not a gender Podium knows: use %(allowed:or)s."),
    "arbiter-part-unknown": N_("An arbiter has no %(value)s: use %(allowed:or)s."),
    "arbiter-title-unknown": N_("%(value)s is no title of an arbiter: use %(allowed:or)s."),
    "fide-id-malformed": N_("%(value)s is not a FIDE id: use digits only."),
    "national-id-malformed": N_(
        "%(value)s is not a national id: use at most 20 letters and digits, with dots, strokes and hyphens between "
        "them."
    ),
    "birth-malformed": N_("%(value)s is not a date of birth: write 1990 or 1990-05-31."),
    "table-not-divided": N_("The table %(table)s is of the whole event: leave %(field:bare)s out."),
    "only-in-spreadsheets": N_("%(field:bare)s is for spreadsheets only: ask for %(allowed:or)s."),
    "only-on-the-machine": N_("This works on the machine of the server alone, without --server."),
    "server-malformed": N_("%(value)s is not the address of a server."),
    "section-unknown": N_("There is no section %(value)s. Sections: %(allowed:and)s."),
    "round-out-of-range": N_(
        "There is no round %(value)s to ask a bye for: choose one from 1 to the last one planned."
    ),
    "rating-round-out-of-range": N_(
        "No rating can hold from round %(value)s on: choose a round from 2 to %(most)s; that of round 1 is the entry’s."
    ),
    "start-position-unknown": N_("There is no start position %(value)s: use 0 to %(most)s."),
    "board-out-of-range": N_("There is no board %(value)s: use %(least)s to %(most)s."),
    "player-not-entered": N_("%(value)s is at a board, and none of the players."),
    "id-malformed": N_("%(value)s is not an id that Podium gives."),
    "command-unknown": N_("There is no command %(value)s."),
    "player-twice": N_("%(name:bare)s is paired twice: one game or bye a round."),
    "player-against-self": N_("%(name:bare)s cannot play against themselves."),
    "password-length": N_("The password has %(value)s characters: use %(least)s to %(most)s."),
    "database-malformed": N_(
        "%(value)s is not a database Podium can use: name a SQLite file or a postgresql:// address."
    ),
    "swap-needs-two-cycles": N_("The last two rounds can be exchanged only with two cycles, not %(value)s."),
    "cycles-out-of-range": N_("%(value)s cycles are not possible: use 1 to %(most)s."),
    "several-match": N_("%(value)s may be any %(kind:bare)s of %(allowed:or)s: say more of the name, or the id."),
    # Swiss pairings and random tournaments.
    "pairing-number-duplicate": N_("The pairing number %(value)s is there twice: everybody needs their own."),
    "pairing-number-malformed": N_("%(value)s cannot be a pairing number: use 1 and up."),
    "pairing-number-unknown": N_("There is no player with the pairing number %(value)s."),
    "history-incomplete": N_("Player %(value)s has a record of %(rounds)s rounds, which is not how many were played."),
    "meeting-contradicted": N_(
        "Players %(player)s and %(value)s tell round %(round)s differently: each needs the other as opponent and the "
        "other colour, and not both can win."
    ),
    "meeting-unknown": N_("Player %(player)s cannot have met %(value)s in round %(round)s: there is no such player."),
    "game-incomplete": N_("The game of player %(value)s in round %(round)s lacks an opponent or a colour."),
    "pairing-rank-missing": N_("The file asks to be paired by rank, but player %(player)s has none."),
    "pairing-rank-twice": N_("The file asks to be paired by rank, but the rank %(value)s is there twice."),
    "rounds-not-planned": N_(
        "The file does not say how many rounds there will be: name them with --rounds, and with --remember the file "
        "says it from then on."
    ),
    "results-missing": N_("Round %(value)s cannot be paired: results of round %(round)s are missing%(boards:boards)s."),
    "round-impossible": N_(
        "No legal pairing of round %(value)s exists (C.04.3, article 1.9.3): without %(without:and)s "
        "the others fall into groups that may not meet one another again, and %(groups)s of these are odd: "
        "%(left_over)s would be left over. A field this small allows no more rounds, or too many may not meet."
    ),
    "round-impossible-at-all": N_(
        "No legal pairing of round %(value)s exists (C.04.3, article 1.9.3): the players fall into groups "
        "that may not meet one another again, and %(groups)s of these are odd: %(left_over)s would be left "
        "over. A field this small allows no more rounds, or too many may not meet."
    ),
    "section-not-named": N_("The event has several sections, and a report file holds one: name it, %(allowed:or)s."),
    "report-empty": N_("The report file names no players, so there is no tournament in it."),
    "report-of-format": N_(
        "There is no report file of %(value)s: such files know games of one against one, for points that stay."
    ),
    "half-bye-repeated": N_(
        "%(name:bare)s has a half-point bye in round %(first)s: in FIDE mode a player gets one, and none in round "
        "%(round)s."
    ),
    "half-byes-not-due": N_("%(name:bare)s is not entitled to half-point byes, so gets none in round %(round)s."),
    "half-bye-asked-for": N_(
        "%(name:bare)s asks for a half-point bye in round %(round)s, which would not be given in FIDE mode: "
        "change that first."
    ),
    "report-not-final": N_(
        "The final report waits for the games that are not over (%(count)s, the first on board %(board)s of round "
        "%(round)s): enter their results, or take the intermediate report, %(instead)s."
    ),
    "report-too-large": N_("A report file holds at most %(most)s players, not %(value)s."),
    "result-unusual": N_("The result %(value)s of player %(player)s in round %(round)s is none that Podium knows."),
    "round-being-edited": N_("Round %(value)s is being edited by hand: end that first."),
    "player-expelled": N_("%(name:bare)s was expelled: only an arbiter who confirms it brings the player back."),
    "differences-not-acknowledged": N_(
        "Round %(value)s is not as the engine pairs it, %(count)s of its pairings differ: look at them, then end the "
        "editing again with an acknowledgement."
    ),
    "fide-mode-asks": N_("FIDE mode asks first (%(level:bare)s, step %(step)s of %(steps)s): %(said:whole)s"),
    "fide-mode-forbids": N_("FIDE mode forbids it: %(said:whole)s"),
    "fide-mode-left": N_("The event left FIDE mode when %(left)s rounds were paired: nothing brings it back."),
    "not-in-fide-mode": N_("%(value)s is not in FIDE mode."),
    "round-can-be-corrected": N_(
        "Round %(value)s can still be corrected in the event itself: a result for the rating report alone is for "
        "rounds that cannot change any more."
    ),
    "game-not-over": N_(
        "The game on board %(board)s of round %(round)s is not over: enter its result. A result for the rating report "
        "alone is for games that are over."
    ),
    "ratings-differ": N_("%(names:and)s can exchange their numbers only if they are equally rated."),
    "pairing-overtaken": N_("While round %(value)s was being computed, %(name:bare)s changed: pair it again."),
    "acceleration-needs-rounds": N_("Acceleration needs the number of rounds: say how many are planned."),
    "choice-unknown": N_("%(field:bare)s cannot be %(value)s: use %(allowed:or)s."),
    "group-malformed": N_("A group of players who may not meet needs at least two of them by id, not %(value)s."),
    "players-out-of-range": N_("%(value)s players are not possible: use %(least)s to %(most)s."),
    "no-first-round": N_("No first round of %(value:players)s can be paired: too few are there, or they may not meet."),
    "rounds-out-of-range": N_("%(value)s rounds are not possible: use 1 to %(most)s."),
    "ratings-do-not-fit": N_("Ratings listed: %(value)s, for %(players:players)s."),
    "rate-out-of-range": N_("%(field)s cannot be %(value)s per cent: use 0 to 100."),
    "no-legal-round": N_(
        "No legal pairing of round %(round)s exists (article 1.9.3): without %(barrier:and)s (0 is the bye) "
        "the others fall into groups that may not meet one another, and %(groups)s of these are odd: "
        "%(left_over)s would be left over."
    ),
    "no-legal-round-at-all": N_(
        "No legal pairing of round %(round)s exists (article 1.9.3): the players fall into groups "
        "that may not meet one another, and %(groups)s of these are odd: %(left_over)s would be left over."
    ),
    # Tie-breaks.
    "tiebreak-unknown": N_("There is no tie-break %(value)s: use %(allowed:or)s."),
    "tiebreak-preset-unknown": N_("There is no list of tie-breaks %(value)s: use %(allowed:or)s."),
    "tiebreak-modifier-unknown": N_("The tie-break %(value)s cannot be read: there is no modifier %(modifier)s."),
    "tiebreak-modifier-not-applicable": N_("The modifier %(modifier)s of %(value)s does not apply to that tie-break."),
    "tiebreak-modifier-twice": N_("The tie-break %(value)s is modified twice in the same way, last by %(modifier)s."),
    "tiebreak-not-in-round-robin": N_("%(value)s must not be used in a round robin (C.07, article %(article:bare)s)."),
    "early-leavers-count": N_(
        "By FIDE’s rules the games of whoever leaves a round robin before half of them count for nobody (C.05, article "
        "%(article:bare)s): that cannot be switched off."
    ),
    "free-day-not-of-fide": N_(
        "In FIDE mode a free day brings no points, or what a bye of the pairing does: half-point and full-point byes "
        "are for players who ask for one."
    ),
    "tiebreak-not-of-fide": N_(
        "%(value)s is not a tie-break of FIDE’s list (C.07): an event in FIDE mode uses those, "
        "and values typed in (EXT)."
    ),
    "typed-values-unused": N_("%(value)s is not among the tie-breaks of the event: no value that is typed in counts."),
    "typed-value-malformed": N_("%(value)s is not a number with at most four decimals."),
    "ties-of-format": N_("In this format (%(value:bare)s) nobody is ordered by lots or by hand."),
    "tie-of-one": N_("A tie is of at least two players, not of %(value:bare)s."),
    "tie-across-sections": N_(
        "%(name:bare)s plays in another section than %(other:bare)s: places are those of a section."
    ),
    "tie-before-end": N_(
        "Ties are decided after the last round: %(value:bare)s of %(planned:bare)s rounds are paired."
    ),
    "tie-while-open": N_(
        "Ties are decided when all games are over: in round %(value:bare)s results are missing (%(count:bare)s)."
    ),
    "tie-places-repeated": N_("Each player needs a place of their own: two have the same."),
    "players-not-tied": N_("These players do not share a place: %(players:some)s. Nothing is left to be decided."),
    "tiebreak-unrated-players": N_(
        "%(value)s needs a rating of everybody, and there is none for %(players:some)s. "
        "Name a rating that stands for unrated players, or choose another tie-break."
    ),
    "tiebreak-typed": N_("The values of %(value)s are typed in, and the file has no place for them."),
    "edition-unknown": N_("There is no edition %(value)s of the tie-break regulations: use %(allowed:or)s."),
    "round-unknown": N_("There is no round %(value)s: the last one is %(last)s."),
    "entrant-twice": N_("%(value)s is in the list of players twice."),
    "player-twice-in-round": N_("%(value)s is in round %(round)s twice: one game or bye a round."),
    "top-out-of-range": N_("A picture shows the best 1 to %(most)s players, not %(value)s."),
    "kind-unknown": N_("There is no kind of unplayed game %(value)s: use %(allowed:or)s."),
    "forfeit-drawn": N_("A game won or lost by forfeit cannot have the result %(value)s."),
    "setting-of-knockout": N_("%(field)s is a rule of knockouts: this tournament is %(format)s."),
    "knockout-in-sections": N_("A knockout has one bracket, so it cannot have the sections %(value:and)s."),
    # Stages.
    "too-many-groups": N_("%(players:players)s cannot be in %(value)s groups: each needs two players."),
    "group-too-small": N_("Group %(group:bare)s has too few players: %(value)s, and it needs %(least)s."),
    "group-player-unknown": N_("%(value)s of group %(group:bare)s is no player of this stage."),
    "group-player-twice": N_("%(value)s is in the groups twice, the second time in group %(group:bare)s."),
    "group-player-missing": N_("Not everybody has a group: %(value:some)s."),
    "qualify-malformed": N_(
        "%(value)s does not say who goes on: name how many of each group (and of the best others), or the best of all."
    ),
    "too-many-per-group": N_("%(value)s of each group cannot go on: the smallest has %(most:players)s."),
    "too-many-go-on": N_("%(value)s cannot go on, of %(most:players)s."),
    "too-few-go-on": N_("%(value)s cannot go on alone: the next stage needs at least %(least)s players."),
    "bye-has-opponent": N_("This is a bye, so there can be no opponent %(value)s."),
    # Databases, files and the machine.
    "database-is-older": N_(
        "%(value)s is an older database: `podium serve` or `podium migrate` converts it, "
        "`podium import` brings its tournaments into another."
    ),
    "acknowledged-lost": N_(
        "%(value:whole)s lacks changes that were confirmed (about %(count)s): its write-ahead log (the file ending in "
        "-wal) is damaged, cut off or gone. Nothing was touched. Copy both files away; then bring a backup back "
        "(`podium restore`), or go on without these changes: `podium doctor --accept-loss`."
    ),
    "database-is-podium": N_("%(value)s is a database of Podium already: open it with --db."),
    "database-is-foreign": N_("%(value)s is a database of another program: name a file of Podium's own."),
    "database-newer": N_("%(value)s was used by a newer Podium: install that one."),
    "database-unfinished": N_("%(value)s was not closed by the program that wrote it: open and close it there once."),
    "database-damaged": N_("%(value)s is damaged or cut short: nothing was taken from it."),
    "not-a-database": N_("%(value)s is not a SQLite database."),
    "no-pairings-table": N_("%(value)s has no table of pairings: it is no tournament database."),
    "columns-missing": N_("The table of pairings lacks %(value:and)s."),
    "file-unwritable": N_("%(value)s cannot be written: %(reason:bare)s."),
    "file-forbidden": N_("Podium may not read or write %(value)s."),
    "file-exists": N_("There is a file %(value)s already: name another, or replace it with --force."),
    "backup-onto-itself": N_("%(value)s is the database itself: name another file for the backup."),
    "backup-damaged": N_(
        "%(value)s cannot be restored, its journal is damaged: podium doctor --db names what is wrong."
    ),
    "backup-foreign": N_(
        "%(value)s is not restored: %(stream:bare)s holds what no command would have taken. %(problem:whole)s A backup "
        "of your own is restored all the same with --trusted."
    ),
    "database-not-empty": N_(
        "There is something in %(value)s already: name an empty database; `podium restore` gives it up with --force."
    ),
    "database-in-use": N_("Somebody has %(value)s open: stop the server first."),
    "tables-unknown": N_("%(value)s has what this Podium does not know and would leave behind: %(names:and)s."),
    "tables-outdated": N_(
        "The tables of %(value)s are not those of this Podium: bring them up to date (podium migrate)."
    ),
    "rows-not-copied": N_("A row of the table %(value)s cannot be written there: nothing was copied."),
    "copy-differs": N_("What was read back differs in %(names:and)s: nothing was copied."),
    # Prizes.
    "prizes-not-plain": N_("These prizes are more than a line can say: change them category by category."),
    "prizes-changed": N_("The prizes were changed while the allocation ran: look at them, then run it again."),
    "prizes-not-allocated": N_("There is nothing to show yet: allocate the prizes first."),
    "tournament-not-over": N_(
        "The tournament is not over: %(games)s games have no result, and %(rounds)s rounds are still to be paired. "
        "Ranks may change: confirm to finalise the prizes all the same."
    ),
    "player-has-prize": N_("%(name:bare)s has won a prize: allocate the prizes anew first."),
    "prizes-too-slow": N_("The allocation took longer than %(value)s seconds and was given up. Nothing was changed."),
    # Doubles.
    "rounds-impossible": N_("%(players:players)s cannot play %(value:rounds)s: at most %(most)s."),
    "partners-exhausted": N_(
        "Round %(value)s cannot be drawn: the %(players)s players have no new partners left for it. "
        "Somebody must join or return, or the tournament ends here."
    ),
    "format-not-rated": N_(
        "There is no rating report of this event: FIDE's regulations do not rate what is played in it game by game."
    ),
    "tiebreak-not-in-doubles": N_(
        "%(value)s is no tie-break of doubles: they go by points, then their own Buchholz, "
        "which the player's card explains."
    ),
    "tiebreak-not-in-keizer": N_("%(value)s is no tie-break of a Keizer: the score decides, then the rating."),
    "keizer-malformed": N_("%(value)s is none of the options of a Keizer: use %(allowed:or)s."),
    "share-malformed": N_("%(value)s is no share for %(field:bare)s: use a decimal from 0 to %(most)s, such as 0.667."),
    "not-in-doubles": N_("Doubles have no %(field:bare)s, so %(value)s cannot be set: leave them empty."),
    "sets-malformed": N_("%(value)s is no score in sets: write it as 3:1, with ? for a side that is not entered."),
    "doubles-are-drawn": N_(
        "Partners and free games of doubles are drawn: unpair the round and draw it again, make a "
        "whole round by hand with two teams a match, or let a player leave and return."
    ),
    "teams-outside-doubles": N_("Only doubles have teams: this is a %(value:bare)s event, pair White and Black."),
    "matches-missing": N_("A round of doubles needs a match: two teams of two players."),
    "partner-repeated": N_("%(names:and)s have been partners before: nobody has the same partner twice."),
    "sets-on-free-game": N_("This is a free game: it is worth a point, and there are no sets to enter."),
    "game-without-sets": N_("This is a game of two players: record its result, not sets."),
    "match-has-sets": N_("This is a match of two teams: enter the sets of each, not a result."),
    # What the state of the event forbids.
    "tournament-exists": N_("There is a tournament %(value)s already."),
    "tournament-archived": N_("%(name:bare)s is archived: take it out of the archive to change it."),
    "numbers-fixed": N_("Pairing numbers stay as they are from the pairing of round 4 on (C.04.2)."),
    "numbers-of-format": N_("In this format players are not numbered by rating."),
    "declared-before-round-1": N_(
        "The setting %(field:bare)s cannot be changed to %(value)s: by FIDE’s rules it is declared before round 1 and "
        "stays so."
    ),
    "groups-declared-before-round-1": N_(
        "The %(field:bare)s of %(name:bare)s cannot become %(value)s: it decides who may not meet, and by FIDE’s rules "
        "that is declared before round 1 and stays so."
    ),
    "rounds-made-wrong": N_(
        "By these settings round %(rounds:some)s would have been paired otherwise: confirm to change them all the same."
    ),
    "rounds-not-declared": N_("By FIDE’s rules a Swiss needs its number of rounds before round 1 is paired."),
    "live-not-in-format": N_("Games of the format %(format)s are not played live: live cannot be true."),
    "chess960-not-in-format": N_("There is no Chess960 in the format %(format)s: chess960 cannot be true."),
    "setting-of-live-games": N_("%(field)s is about games of one against one: this tournament is %(format)s."),
    "no-draw-outside-knockout": N_(
        "drawRuleMode=NO_DRAW needs tie-break games, which only a knockout has. Use ALLOW_ALL or NO_DRAW_OFFER."
    ),
    "rules-not-of-format": N_("A tournament of the format %(format)s is not played by FIDE’s rules: use club."),
    "rounds-exist": N_("The %(field:bare)s cannot become %(value)s: rounds are paired already. Unpair them first."),
    "rounds-in-file": N_("The file says that there are %(planned)s rounds: their number cannot become %(value)s."),
    "round-is-draft": N_("Round %(value)s is a draft: publish it or unpair it first."),
    "round-empty": N_("Round %(value)s has neither games nor byes: pair it, give the byes, or unpair it first."),
    "player-twice-on-boards": N_(
        "%(value)s is on boards %(boards:and)s of round %(round)s: one game or bye a round. Remove one of them first."
    ),
    "game-across-sections": N_(
        "Board %(value)s of round %(round)s is a game between sections: %(names:and)s are in %(sections:and)s."
    ),
    "swiss-needs-rounds": N_(
        "Say how many rounds the Swiss will have, those played among them: %(paired)s are paired so far."
    ),
    "met-too-often": N_(
        "%(names:and)s met in rounds %(rounds:and)s: that is more often than the cycles of the round robin, %(cycles)s."
    ),
    "games-after-table": N_(
        "There are games in round %(value)s, and a round robin of %(players)s players ends with round %(most)s."
    ),
    "games-of-no-table": N_(
        "Round %(value)s is not of a Berger table: no seats of the %(players)s players bring about its games and those "
        "before it. Go on as a Swiss, or by hand."
    ),
    "section-in-use": N_("The section %(value)s cannot go: %(name:bare)s is in it. Move its players first."),
    "too-many-players": N_("%(value)s players are too many: at most %(most)s."),
    "too-few-players": N_("Too few players: %(value)s can play, at least %(least)s must."),
    "too-few-seats": N_("Too few players: %(seats)s can play, at least %(fewest)s must."),
    "no-such-round": N_("There is no round %(round)s: the schedule has %(rounds)s."),
    "round-robin-started": N_("The round robin has begun, and its tables have no place for %(value:entry)s."),
    "round-without-results": N_(
        "Round %(round)s has no result yet: confirm that round %(value)s is to be paired all the same."
    ),
    "player-has-games": N_("%(name:bare)s was paired in round %(round)s: withdraw the player instead."),
    "player-has-game": N_(
        "%(name:bare)s has a game in round %(round)s: forfeit that game instead, with the result %(result:bare)s "
        "(PUT /api/pairings/%(pairing:bare)s/result)."
    ),
    "player-has-bye": N_("%(name:bare)s has a bye in round %(round)s: change that bye instead."),
    "no-check-in": N_("Nobody is asked to check in for round %(value)s: open the check-in first."),
    "no-round-to-come": N_("All rounds are paired (%(value)s): there is none to check in for."),
    "check-in-over": N_("The check-in ended at %(value:bare)s: please come to the desk."),
    "minutes-out-of-range": N_("%(value)s minutes cannot be: use 1 to %(most)s."),
    "player-withdrawn": N_("%(name:bare)s has withdrawn: bring the player back first."),
    "sections-differ": N_("%(names:and)s are in different sections: %(sections:and)s."),
    "round-paired": N_(
        "Round %(value)s is paired already, so the byes of %(name:bare)s in it stand. Change the pairing instead."
    ),
    "round-exists": N_("Round %(value)s is paired already."),
    "round-not-next": N_("Round %(value)s cannot be paired yet: round %(next)s is next."),
    "rounds-exhausted": N_("There is no round %(value)s: the tournament has %(most)s."),
    "player-annulled": N_(
        "%(name)s has no tie-breaks: whoever completes less than half of the games is left out (C.05, article 6.6)."
    ),
    "rounds-follow-results": N_(
        "Only a round robin is paired whole: the rounds of this %(value:bare)s event are paired one by one."
    ),
    "too-many-at-once": N_("%(value)s games are too many for one step (at most %(most)s): pair the rounds one by one."),
    "paired-by-hand": N_("Round %(value)s cannot follow the tables: round 1 was paired by hand. Pair it by hand too."),
    "knockout-rounds": N_("The rounds of a knockout come by themselves: build the bracket, then report results."),
    "event-not-long": N_(
        "Only an event longer than 30 days has several ratings of a player: say in the settings that it is."
    ),
    "not-chess960": N_("Round %(value)s has no start position: this is not an event of Chess960."),
    "knockout-byes": N_("Nobody can ask for a bye in a knockout: byes go to the top seeds."),
    "bracket-has-no-room": N_("The bracket is built and has no place for more players: take it back first."),
    "later-round-exists": N_(
        "Round %(value)s cannot be unpaired: round %(later)s was paired after it. Unpair that first."
    ),
    "round-closed": N_("Round %(value)s is closed: reopen it first."),
    "round-open": N_("Round %(value)s is not closed."),
    "round-not-complete": N_("Round %(value)s cannot be closed: %(matches:open)s."),
    "result-not-in-format": N_("A match cannot end %(value)s: use %(allowed:or)s."),
    "result-on-bye": N_("This is a bye, there is no game to change: record a bye type, or remove the bye."),
    "nobody-to-swap": N_("Choose two players, at least one of them with a game or a bye in round %(round)s."),
    "second-entry-changed": N_("The two entries of board %(value)s have changed: look at them again."),
    "reason-not-kept": N_("Only a match of a knockout keeps why it ended: leave out %(value)s."),
    "report-of-live-game": N_("This game is played in Podium: it reports its own result."),
    "reports-off": N_("In this tournament players do not report results: tell the arbiter."),
    "result-not-for-players": N_("Players report a win, a draw or a loss, not %(value:result)s: tell the arbiter."),
    "score-wins-nothing": N_("%(value:bare)s does not win the match: one team needs %(sets)s sets, the other fewer."),
    "sets-need-agreement": N_(
        "Report the score of the whole match, not %(value:bare)s: it counts once both teams agree."
    ),
    "nothing-reported": N_("There is no report to answer or to take back: it was taken back, or never came."),
    "report-differs": N_("The report says %(stored:result)s by now, not %(value:result)s: look again."),
    "objection-agrees": N_("The report says %(value:result)s too: confirm it, or say what the result was."),
    "report-made": N_(
        "Your side reported %(stored:result)s: take that back to report %(value:result)s, or tell the arbiter."
    ),
    "report-confirmed": N_("Both sides said %(stored:result)s: tell the arbiter if it was %(value:result)s."),
    "report-disputed": N_(
        "You objected to %(stored:result)s already: confirm that, or let the arbiter decide; %(value:result)s is noted "
        "nowhere."
    ),
    "report-decided": N_(
        "The arbiter has decided this game: %(value:result)s cannot be reported or taken back any more."
    ),
    "report-answered": N_("The other side has answered, so %(value:result)s stays: tell the arbiter if it is wrong."),
    "report-too-old": N_(
        "A report can be taken back for %(seconds)s seconds: tell the arbiter if %(value:result)s is wrong."
    ),
    "result-recorded": N_("The result is recorded as %(stored:result)s: tell the arbiter if it was %(value:result)s."),
    "round-disputed": N_(
        "The players do not agree on a result in round %(value)s%(boards:boards)s: decide it, or confirm to close the "
        "round with the results there are."
    ),
    "result-differs": N_("The result is %(stored:result)s, not %(value:result)s: somebody changed it meanwhile."),
    "pairing-has-two-players": N_(
        "This pairing has two players, so it is no bye: record a result, for a player who did not come 1-0F, 0-1F or "
        "0-0F (PUT /api/pairings/%(value:bare)s/result)."
    ),
    "pairing-has-result": N_("Board %(board)s has a result: clear it first."),
    "pairing-undone": N_("The pairing %(value)s was undone: look at the round again."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "not-standing": N_("Version %(value)s cannot be undone: it is undone already, or was dropped."),
    "forgotten-for-good": N_(
        "Version %(value)s cannot be undone: the data that were removed then are nowhere any more."
    ),
    "traces-left": N_(
        "The data are removed, but something else is reading the database or its disk is full, so that "
        "traces of them may be left in the file: do it again in a moment."
    ),
    "change-depended-on": N_("Version %(value)s cannot be undone: %(obstacle:bare)s."),
    "idempotency-key-reused": N_("The Idempotency-Key %(value)s was used for another request: use a new one."),
    "workers-need-postgresql": N_("%(value)s processes cannot share a SQLite file: use one, or a PostgreSQL database."),
    "address-taken": N_("Podium cannot listen at %(value)s: %(reason:bare)s. Choose another host or port."),
    "folder-unwritable": N_(
        'Podium cannot write in "%(value:whole)s": %(reason:bare)s. Name another folder: podium start --folder FOLDER.'
    ),
    "start-unanswered": N_(
        "Podium was started for %(value)s already, and does not answer. End that program, and start it again."
    ),
    "user-exists": N_("There is a user %(value)s already."),
    "role-differs": N_(
        "%(name)s is %(stored:bare)s by now, not %(value:bare)s: somebody changed it meanwhile. "
        "Send it again to change it all the same."
    ),
    "roles-differ": N_("The roles are others by now: somebody changed them meanwhile. Look at them again first."),
    "picture-differs": N_(
        "There is another picture by now: somebody changed it meanwhile. Send yours again to replace it."
    ),
    "bye-differs": N_(
        "The bye is %(stored)s by now, not %(value)s: somebody changed it meanwhile. Set it again to change it."
    ),
    "sets-differ": N_("The sets are %(stored:bare)s by now, not %(value:bare)s: somebody changed them meanwhile."),
    "too-many-events": N_(
        "You own %(value)s events, and %(most)s are allowed here: delete one, or ask an administrator."
    ),
    "too-many-tokens": N_("You have %(value)s tokens, and %(most)s are allowed here: end one that nothing uses."),
    "too-many-links": N_("The event has %(value)s links, and %(most)s are allowed here: end those that nobody needs."),
    "owner-missing": N_("A tournament needs an owner: keep at least one."),
    "administrator-missing": N_(
        "%(value:bare)s is the only administrator: make somebody else administrator first, so that accounts can be "
        "looked after."
    ),
    "administrators-only": N_("Accounts are looked after by administrators: ask one of them."),
    "account-exists": N_("There is an account %(value)s: remove it first."),
    "account-disabled": N_("The account %(value)s is disabled: enable it first."),
    "account-owns-events": N_(
        "%(value:bare)s is the only owner of %(names:and)s, %(count)s in all: say whose they become."
    ),
    "code-wrong": N_("That is not the code on the server's console."),
    # Somebody was faster; things that are not yours to do; what is wrong outside the event.
    "stale": N_(
        "The tournament has moved on to version %(actual)s since version %(expected)s: look again, then repeat."
    ),
    "role-unknown": N_("There is no role %(value)s: use %(allowed:or)s."),
    "credential-ended": N_("You are signed out, or your link or token has ended: sign in again, or ask for a new one."),
    "token-limited": N_("This token does not reach that far: use one with a wider scope."),
    "token-scope-unknown": N_("There is no scope %(value)s: use %(allowed:or)s."),
    "login-failed": N_("That name and password do not belong together."),
    "page-too-slow": N_("This page takes longer than %(value)s seconds to make, and was given up."),
    "memory-short": N_("This needs more memory than the server has."),
    "busy": N_("Too many people ask for this at the moment: wait %(seconds)s seconds, then try again."),
    "too-many-requests": N_("Your network asks for too much at once: wait %(seconds)s seconds, then try again."),
    "too-many-watchers": N_("Your network watches too many pages at once: close some, and try again."),
    "too-large": N_("Too large: at most %(most)s bytes are read from somebody who has not signed in."),
    "foreign-page": N_("A page of another site (%(value:bare)s) sent this: open Podium itself, and do it there."),
    "too-many-attempts": N_("Too many attempts: wait %(seconds)s seconds, then try again."),
    "csrf-missing": N_("This form is from another session or too old: load the page again, then repeat."),
    "file-irregular": N_("%(value:whole)s is a pipe or a device, and no file: nothing was read from it."),
    "file-unreadable": N_("The file %(value)s cannot be read: %(reason:bare)s."),
    "forbidden": N_("You may not %(act:bare)s: ask the owner of the tournament."),
    "pairing-too-slow": N_("The pairing took longer than %(value)s seconds and was given up. Nothing was changed."),
    "extra-missing": N_(
        "This needs %(value)s, which is not installed: pip install 'podium[%(extra:bare)s]' brings it."
    ),
    "cluster-address": N_("%(value)s is no address of a Dask scheduler: write it as tcp://scheduler:8786."),
    "cluster-away": N_("The cluster at %(value)s does not answer: does its scheduler run?"),
    "cluster-without-workers": N_("The cluster at %(value)s has no worker: start one by `dask worker %(value:bare)s`."),
    "cluster-differs": N_("A worker at %(value)s has %(there:bare)s, this machine %(here:bare)s: install the same."),
    "cluster-fails": N_("The cluster at %(value)s needs the same podium[cluster] as this machine: %(reason:bare)s"),
    "workers-away": N_("The server cannot start the processes that pair large rounds: it may be short of memory."),
    "file-too-slow": N_("The file (of size %(value)s) takes longer than %(most)s seconds to read, and was given up."),
    "file-too-much-memory": N_(
        "The file (of size %(value)s) takes more than %(most)s megabytes of memory to read, and was given up."
    ),
    "file-not-understood": N_("The file is damaged, or of another kind: it cannot be read."),
    "files-busy": N_("Too many files are being read at once: try again in a moment."),
    "database-away": N_("The database cannot be reached, and nothing was written: try again in a moment."),
    "database-busy": N_("The database has more to do than it can, and nothing was written: try again in a moment."),
    "event-locked": N_(
        "Another program keeps this event locked, and nothing was written: try again in a moment. Other events go on."
    ),
    "database-full": N_("The disk of the database is full or takes no more, and nothing was written: make room."),
    "database-read-only": N_(
        "The database may only be read, and nothing was written: give Podium the right to write, on the server."
    ),
    "database-gone": N_("The database is gone from its place, and nothing was written: put it back, on the server."),
    "database-replaced": N_(
        "Another file lies in the place of the database, and nothing was written: start the server anew."
    ),
    "database-torn": N_("The database is damaged, and nothing was written: bring back the last backup, on the server."),
    "disk-failing": N_(
        "The disk of the database cannot be read or written, and nothing was written: look at it, on the server."
    ),
    "stream-damaged": N_("The journal of this tournament is damaged: it begins with %(event)s."),
    # Reports for US Chess.
    "us-chess-no-rounds": N_("There is nothing to report before round 1 is paired."),
    "us-chess-unfinished": N_(
        "Board %(board)s of round %(round)s has no result yet: US Chess rates events that are over."
    ),
    "us-chess-result": N_(
        "The result %(value)s on board %(board)s of round %(round)s has no letters in a report for US Chess."
    ),
    "us-chess-teams": N_("US Chess rates games between two players, and here teams play."),
    "us-chess-rounds": N_("A report for US Chess has at most %(most)s rounds, and here are %(value)s."),
    "us-chess-players": N_("A report for US Chess has at most %(most)s players in a section, and here are %(value)s."),
    **ARCHIVE_SENTENCES,
    **PRIZE_SENTENCES,
    **FORECAST_SENTENCES,
    **KNOCKOUT_SENTENCES,
    **STAGE_SENTENCES,
    **CHESS_SENTENCES,
    **GAME_SENTENCES,
}

ACTS: Mapping[str, str] = {
    "CreateTournament": N_("create a tournament"),
    "ChangeSettings": N_("change the settings"),
    "ContinueAs": N_("change the format"),
    "PublishTournament": N_("publish or hide the tournament"),
    "ArchiveTournament": N_("archive the tournament"),
    "DeleteTournament": N_("delete the tournament"),
    "AddPlayers": N_("add players"),
    "EditRound": N_("edit the round by hand"),
    "EditPlayer": N_("edit players"),
    "ImportPlayers": N_("import players"),
    "RemovePlayer": N_("remove players"),
    "WithdrawPlayer": N_("withdraw players"),
    "RequestByes": N_("ask for byes"),
    "SetLaterRatings": N_("set ratings of later rounds"),
    "SettleAbsences": N_("say what becomes of the absent"),
    "RenumberPlayers": N_("renumber the players"),
    "SetStartPosition": N_("set start positions"),
    "OrderTie": N_("decide ties"),
    "TypeTiebreaks": N_("type in tie-breaks"),
    "ExchangeNumbers": N_("exchange pairing numbers"),
    "PairRound": N_("pair rounds"),
    "PairAllRounds": N_("pair rounds"),
    "PairByHand": N_("pair rounds"),
    "PairTeams": N_("pair rounds"),
    "UnpairRound": N_("unpair rounds"),
    "PublishRound": N_("publish rounds"),
    "StartRound": N_("start rounds"),
    "HoldRound": N_("start rounds"),
    "CloseRound": N_("close rounds"),
    "ReopenRound": N_("reopen rounds"),
    "AddPairing": N_("add pairings"),
    "GiveBye": N_("give byes"),
    "RearrangePairing": N_("rearrange pairings"),
    "RemovePairing": N_("remove pairings"),
    "RecordResult": N_("record this result"),
    "CorrectResult": N_("correct this result"),
    "CorrectForRating": N_("correct this result for the rating report"),
    "LeaveFideMode": N_("leave FIDE mode"),
    "RecordBye": N_("record byes"),
    "SetPrizes": N_("change the prizes"),
    "AllocatePrizes": N_("decide the prizes"),
    "PublishPrizes": N_("publish or hide the prizes"),
    "RecordSets": N_("enter these sets"),
    "ClickSets": N_("enter these sets"),
    "ReportResult": N_("report this result"),
    "ConfirmReport": N_("confirm this result"),
    "ObjectToReport": N_("object to this result"),
    "WithdrawReport": N_("take back this report"),
    "CountSets": N_("enter these sets"),
    "AnotherRound": N_("order another round"),
    "SetGroups": N_("set groups"),
    "StartStage": N_("begin stages"),
    "AdoptRecords": N_("bring over a tournament"),
    "ForgetPlayer": N_("remove a player's personal data"),
    "Revert": N_("undo this"),
    "Rewind": N_("go back to an earlier version"),
    "Redo": N_("redo this"),
}

# What is no command, and is forbidden by these words.
OTHER_ACTS = (
    N_("look"), N_("see the history"), N_("give roles"), N_("give links"), N_("import games"),
    N_("do this without an account"), N_("read the audit"), N_("compose screens"), N_("keep the clock"),
    N_("write messages"), N_("take an archive"), N_("make certificates"),
)  # fmt: skip

OBSTACLES: Mapping[str, str] = {
    "settings": N_("the settings were changed again since"),
    "format": N_("rounds were paired or taken back since, or the settings were changed"),
    "visibility": N_("the tournament was published, hidden or archived since"),
    "player": N_("%(name:bare)s was changed since"),
    "round": N_("round %(round)s was paired or unpaired since"),
    "results": N_("round %(round)s has results or was changed since"),
    "result": N_("the result in round %(round)s was changed since"),
    "stage": N_("round %(round)s was closed, reopened or published since"),
    "start": N_("round %(round)s was started or held since"),
    "pairing": N_("board %(board)s of round %(round)s was changed since"),
    "prizes": N_("the prizes were changed again since"),
    "numbers": N_("players got other pairing numbers since"),
    "start-position": N_("the start position of round %(round)s was changed since"),
    "tie": N_("the players who are level were ordered otherwise since"),
    "prize-list": N_("the prizes were allocated, shown or hidden since"),
    "match": N_("the match on board %(board)s of round %(round)s was changed since"),
    "groups": N_("the groups were set otherwise since"),
    "stages": N_("stage %(stage)s was begun or taken back since"),
    "basis": N_("round %(round)s would come back though what it was paired from has changed: pair it anew"),
    "comparison": N_("round %(round)s would not be as the engine pairs it: change it by hand, where that is compared"),
}

# What there is not, by its kind: with what it was called, and without where that is said.
_NONE_OF: Mapping[str, tuple[str, str | None]] = {
    "board": (N_("There is no board %(value)s."), N_("There is no such board.")),
    "message": (N_("There is no message %(value)s."), N_("There is no such message.")),
    "screen": (N_("There is no screen %(value)s."), N_("There is no such screen.")),
    "rating-list": (N_("There is no rating list %(value)s: load one first."), N_("No rating list is loaded yet.")),
    "rated-player": (N_("The rating list has no player %(value)s."), None),
    "bracket": (N_("There is no bracket %(value)s."), N_("There is no such bracket.")),
    "category": (N_("There is no category %(value)s."), N_("There is no such category.")),
    "commit": (N_("There is no version %(value)s."), N_("There is no such version.")),
    "database": (N_("There is no database %(value)s."), N_("There is no such database.")),
    "document": (N_("There is no document %(value)s of this event."), None),
    "file": (N_("There is no file %(value)s."), N_("There is no such file.")),
    "folder": (N_("There is no folder %(value)s."), N_("There is no such folder.")),
    "game": (N_("There is no game %(value)s."), N_("There is no such game.")),
    "invitation": (
        N_("There is no invitation %(value)s."),
        N_("This invitation was used, or has ended: ask for a new one."),
    ),
    "kind of certificate": (N_("There are no certificates for %(value)s."), None),
    "language": (N_("There is no language %(value)s."), None),
    "link": (N_("There is no link %(value)s."), N_("There is no such link.")),
    "logo": (N_("There is no logo of the event %(value)s."), None),
    "background": (N_("The certificates of the event %(value)s have no background."), None),
    "check-in": (
        N_("There is no check-in %(value)s: scan the code on the wall again."),
        N_("There is no such check-in: scan the code on the wall again."),
    ),
    "match": (N_("There is no match %(value)s."), N_("There is no such match.")),
    "page": (N_("There is no page %(value)s."), N_("There is no such page.")),
    "pairing": (N_("There is no pairing %(value)s."), N_("There is no such pairing.")),
    "paper": (N_("There is no paper %(value)s."), None),
    "picture": (N_("There is no picture %(value)s of this event."), None),
    "player": (N_("There is no player %(value)s."), N_("There is no such player.")),
    "prize": (N_("There is no prize %(value)s."), N_("There is no such prize.")),
    "stage": (N_("There is no stage %(value)s that has begun."), None),
    "receipt": (N_("There is no receipt %(value)s."), N_("There is no such receipt.")),
    "round": (N_("There is no round %(value)s."), N_("There is no such round.")),
    "section": (N_("There is no section %(value)s."), None),
    "session": (N_("There is no session %(value)s."), N_("There is no such session.")),
    "photo": (N_("There is no photo of player %(value)s."), None),
    "table": (N_("There is no table %(value)s of this event yet."), None),
    "template": (N_("There is no template %(value)s."), N_("There is no such template.")),
    "token": (N_("There is no token %(value)s."), N_("There is no such token.")),
    "tournament": (N_("There is no tournament %(value)s."), N_("There is no such tournament.")),
    "user": (N_("There is no user %(value)s."), N_("There is no such user.")),
    "version": (N_("There is no version %(value)s."), N_("There is no such version.")),
}

_ACTS_OF_PLAYERS = frozenset(act.__name__ for act in PLAYER_ACTS)
_PLAYERS_ALONE = N_("You may not %(act)s: only its two players may, each by a link of their own that is in force.")
_OTHER_OBSTACLE = N_("something later depends on it")

_TITLES: tuple[tuple[type[errors.PodiumError], str], ...] = (
    (errors.Invalid, N_("That value is not allowed")),
    (errors.Unpairable, N_("No legal pairing exists")),
    (errors.Refused, N_("Not possible as things stand")),
    (errors.Cautioned, N_("FIDE mode asks first")),
    (errors.Stale, N_("Somebody was faster")),
    (errors.Unknown, N_("No such thing")),
    (errors.Forbidden, N_("Not yours to do")),
    (errors.FormatError, N_("The file cannot be read")),
    (errors.Unavailable, N_("The database is not available")),
    (errors.TooSlow, N_("It took too long")),
    (TooManyRequests, N_("Too much at once")),
    (Busy, N_("Too much at once")),
    (BodyTooLarge, N_("Too large")),
    (ForeignPage, N_("Not from this page")),
    (errors.PodiumError, N_("Something is wrong")),
    (errors.WorkersAway, N_("A part of the server is away")),
    (errors.NotInstalled, N_("A part of the program is not installed")),
)


@guarded
def sentence(error: errors.PodiumError) -> str:
    """What went wrong, for the person it happened to.

    >>> sentence(errors.Invalid("bye-type-unknown", field="byeType", value="xyz", allowed=["bye", "unpaired"]))
    'Invalid byeType "xyz": use "bye" or "unpaired"'
    """
    facts = dict(error.facts)
    if "told" in facts:  # by the server that refused
        return str(facts["told"])
    if isinstance(error, errors.Unknown):
        return _unknown(str(facts["kind"]), facts["value"])
    if isinstance(error, errors.Forbidden):
        action = str(facts["action"])
        if action in _ACTS_OF_PLAYERS:
            return _(_PLAYERS_ALONE, act=_(ACTS_IN_GAMES[action]))
        facts["act"] = _(ACTS.get(action) or ACTS_IN_GAMES.get(action, action))
    if error.code == "archive-value":  # another refusal, and where in the archive it is due
        facts["problem"] = filled(SENTENCES.get(str(facts.get("rule")), ""), facts)
    if "tables" in facts:  # what keeps a round open, by the number of the table instead of the id
        facts["matches"] = facts["tables"]
    if error.code == "change-depended-on":
        facts["obstacle"] = filled(OBSTACLES.get(str(facts.get("what")), _OTHER_OBSTACLE), facts)
    if "cautions" in facts:
        facts["said"] = " ".join(caution_sentences(facts))
    if error.code in ("not-a-list", "not-a-report"):
        facts |= other_kind(error.code, str(facts.get("kind")))
    if "tag" in facts:  # a report file may use a code in its own way
        said = report_sentence(error.code, facts)
    else:
        text = sentence_of(error.code, facts) or SENTENCES.get(error.code) or LIST_PROBLEMS.get(error.code)
        if error.code == "illegal-move":
            text = OBJECTIONS.get(str(facts.get("reason")), text)
        said = filled(text, facts) if text else None
    return said or _("%(title)s: %(error)s", title=title(error), error=error)


def _unknown(kind: str, value: object) -> str:
    named, unnamed = _NONE_OF.get(kind, (N_("There is no %(kind)s %(value)s."), None))
    if value is None:
        return _(unnamed) if unnamed else _("There is no such %(kind)s.", kind=kind)
    return _(named, kind=kind, value=quoted(value))


def title(error: errors.PodiumError) -> str:
    """The kind of thing that went wrong, in a few words that are the same every time."""
    return _(next(words for kind, words in _TITLES if isinstance(error, kind)))
