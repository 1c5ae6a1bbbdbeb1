"""What a director can decide about a tournament, each option declared once.

A declaration says all there is to know of an option: the API body and its schema, the answers, the flags of the
command line, the fields of the form and the words of the history are made from it. A new option is a field of
`Settings` with its type and default, a declaration here, its name among the `options` of each format that has it, and
the code that obeys it; for a knockout it is a field of `Rules`, declared in `knockout_options`.
"""

from __future__ import annotations

from dataclasses import fields

from podium.core.collation import Language
from podium.core.ids import PlayerId
from podium.core.result import CLUB, FIDE, PRESETS, Scoring
from podium.core.translation import mark
from podium.doubles import FreeGames, Setting
from podium.doubles.rounds import MOST_SETS
from podium.flow import readers
from podium.flow.event.declaration import Fixed, Kind, Null, Option, Options, choice, yes_no
from podium.flow.event.setting_values import (
    Acceleration,
    Apart,
    EqualOrder,
    FreeDay,
    InitialColour,
    Numbering,
    ProfileName,
    RuleSet,
    ShownForecasts,
    StartingRank,
    TableNumbers,
    TiebreakRatings,
)
from podium.flow.rounds.statements import PlayerReports
from podium.tiebreaks import UnratedMethod

RULE_SET = choice(
    "rules",
    RuleSet,
    mark("Rules"),
    mark(
        "By FIDE’s rules the number of rounds, points, tie-breaks and who may not meet are declared before round 1 and "
        "fixed from then on; a club event can change them."
    ),
    choices=(
        (RuleSet.CLUB, mark("Club event: a bye is half a point")),
        (RuleSet.FIDE, mark("By FIDE’s rules: a bye is a win")),
    ),
    fixed=Fixed.ROUND_PAIRED,
)
USUAL_SCORING = {RuleSet.CLUB: CLUB, RuleSet.FIDE: FIDE}
"""What points are by each set of rules, where nothing else is decided."""
NAME = Option("name", Kind.TEXT, readers.name, mark("Name"))
ROUNDS = Option(
    "rounds",
    Kind.NUMBER,
    readers.whole_number(1, readers.MOST_ROUNDS),
    mark("Rounds"),
    without=mark("as many as the format needs."),
    fixed=Fixed.DECLARED,
    null=Null.CLEARS,
)
TABLES = Option(
    "tables",
    Kind.NUMBER,
    readers.whole_number(1, 500),
    mark("Number of tables"),
    mark("So many matches are played at once; the others wait, and are called as tables become free."),
    without=mark("as many as there are matches."),
    null=Null.CLEARS,
)
PROFILE = choice(
    "profile",
    ProfileName,
    mark("What it is"),
    mark("Decides which words, fields and papers its pages show; nothing that is set or played changes with it."),
    choices=(
        (ProfileName.FITTING, mark("As its settings say")),
        (ProfileName.CLUB, mark("Club evening")),
        (ProfileName.RATED, mark("Rated chess")),
        (ProfileName.DOUBLES, mark("Table football and other doubles")),
        (ProfileName.CUP, mark("Knockout cup")),
        (ProfileName.ONLINE, mark("Played online")),
        (ProfileName.SCHOOL, mark("School")),
    ),
)
PLACE = Option("place", Kind.TEXT, readers.text, mark("Venue"), null=Null.CLEARS)
START = Option("start", Kind.DATE, readers.day, mark("First day"), null=Null.CLEARS, also=("start_date",))
END = Option("end", Kind.DATE, readers.day, mark("Last day"), null=Null.CLEARS)
LANGUAGE = choice(
    "language",
    Language,
    mark("Language"),
    mark("Of walls and paper, and the alphabet by which names are sorted."),
    choices=(
        (Language.ANY, mark("Any: accents do not matter")),
        (Language.CROATIAN, mark("Croatian")),
        (Language.CZECH, mark("Czech")),
        (Language.DANISH, mark("Danish")),
        (Language.DUTCH, mark("Dutch")),
        (Language.ENGLISH, mark("English")),
        (Language.ESTONIAN, mark("Estonian")),
        (Language.FINNISH, mark("Finnish")),
        (Language.FRENCH, mark("French")),
        (Language.GERMAN, mark("German")),
        (Language.HUNGARIAN, mark("Hungarian")),
        (Language.ICELANDIC, mark("Icelandic")),
        (Language.ITALIAN, mark("Italian")),
        (Language.LATVIAN, mark("Latvian")),
        (Language.LITHUANIAN, mark("Lithuanian")),
        (Language.NORWEGIAN, mark("Norwegian")),
        (Language.POLISH, mark("Polish")),
        (Language.PORTUGUESE, mark("Portuguese")),
        (Language.ROMANIAN, mark("Romanian")),
        (Language.SLOVAK, mark("Slovak")),
        (Language.SLOVENE, mark("Slovene")),
        (Language.SPANISH, mark("Spanish")),
        (Language.SWEDISH, mark("Swedish")),
        (Language.TURKISH, mark("Turkish")),
    ),
)
PLAYER_REPORTS = choice(
    "player_reports",
    PlayerReports,
    mark("Results reported by players"),
    mark("With personal links; the opponent confirms or objects, and what you enter always counts."),
    json="playerReports",
    choices=(
        (PlayerReports.AT_ONCE, mark("Count at once, until the opponent objects and you decide")),
        (PlayerReports.AGREED, mark("Count once both sides agree")),
        (PlayerReports.OFF, mark("Players report nothing")),
    ),
)
FORECASTS = choice(
    "forecasts",
    ShownForecasts,
    mark("Forecasts"),
    mark("The odds of places while the event is played, counted by playing the rest of it a thousand times."),
    choices=(
        (ShownForecasts.USUAL, mark("As usual: shown, but not where children play")),
        (ShownForecasts.SHOWN, mark("Shown")),
        (ShownForecasts.OFF, mark("Not shown")),
    ),
)
FEDERATION = Option(
    "federation",
    Kind.TEXT,
    readers.text,
    mark("Federation"),
    mark("Where the event is rated: FIDE’s code of three letters."),
    null=Null.CLEARS,
    example="GER",
)
CHIEF_ARBITER = Option(
    "chief_arbiter",
    Kind.PERSON,
    readers.arbiter,
    mark("Chief arbiter"),
    mark("Title, name and FIDE number, as in IA Berg, Anna (4612345)."),
    null=Null.CLEARS,
    example="IA Berg, Anna (4612345)",
)
DEPUTY_ARBITERS = Option(
    "deputy_arbiters",
    Kind.PERSONS,
    readers.arbiters,
    mark("Deputy arbiters"),
    mark("Title, name and FIDE number, as in FA Roth, Ben (4612346)."),
    flag="--deputy-arbiter",
    metavar="NAME",
)
ROUND_DATES = Option(
    "round_dates",
    Kind.DATES,
    readers.days,
    mark("Dates of the rounds"),
    mark("From round 1, as 2026-08-31."),
    flag="--round-date",
    metavar="DATE",
)
RATE_OF_PLAY = Option(
    "rate_of_play",
    Kind.TEXT,
    readers.text,
    mark("Rate of play"),
    mark("In words, for the report."),
    null=Null.CLEARS,
    example="90 min for 40 moves + 30 min, 30 s a move",
)
STARTING_RANK = choice(
    "starting_rank",
    StartingRank,
    mark("Ratings of the starting order"),
    mark(
        "Computed from the official ratings of the players, until round 1 is paired; a rating that you type stays. "
        "Said in the report."
    ),
    choices=(
        (StartingRank.UNSTATED, mark("Not stated")),
        (StartingRank.FIDE, mark("FIDE’s only")),
        (StartingRank.NATIONAL, mark("National only")),
        (StartingRank.FIDE_OR_NATIONAL, mark("FIDE’s, or the national one without it")),
        (StartingRank.NATIONAL_OR_FIDE, mark("National, or FIDE’s without it")),
        (StartingRank.HIGHER, mark("The higher of the two")),
        (StartingRank.LOWER, mark("The lower of the two")),
        (StartingRank.OTHER, mark("Another way")),
    ),
    fixed=Fixed.DECLARED,
)
NATIONAL_RATINGS = Option(
    "national_ratings",
    Kind.TEXT,
    readers.federation_code,
    mark("National ratings of"),
    mark("The federation, by FIDE’s code."),
    without=mark("that of the event."),
    fixed=Fixed.DECLARED,
    null=Null.CLEARS,
    example="GER",
)
RATING_LISTS = Option(
    "rating_lists",
    Kind.LINES,
    readers.list_sequence,
    mark("Where ratings are looked for"),
    mark("The main list first, one a line: fide/standard, fide/rapid, fide/effective-rapid, or a federation’s list."),
    without=mark("FIDE’s lists for the rate of play."),
    fixed=Fixed.DECLARED,
    noun=mark("sequence of rating lists"),
    flag="--rating-list",
    metavar="LIST/RATING",
    example="fide/standard",
)
CHECK_RATINGS = yes_no(
    "check_ratings",
    mark("Check ratings against the lists"),
    mark("Whatever the list in force at the start says otherwise is shown among the players."),
    initial=True,
)
LONG_EVENT = yes_no(
    "long_event",
    mark("Longer than 30 days"),
    mark("Players can then have several ratings, each from a round on; tie-breaks on ratings are better avoided."),
    fixed=Fixed.DECLARED,
)
TIEBREAK_RATINGS = choice(
    "tiebreak_ratings",
    TiebreakRatings,
    mark("Ratings in tie-breaks"),
    mark("Of an event longer than 30 days, where players have several ratings."),
    choices=(
        (TiebreakRatings.FIRST, mark("The first rating of each player")),
        (TiebreakRatings.OF_THE_ROUND, mark("The rating of each round")),
    ),
    fixed=Fixed.DECLARED,
)
CHESS960 = yes_no(
    "chess960",
    mark("Chess960"),
    mark("Podium draws a start position, one of 960, for each round when it is paired."),
    fixed=Fixed.ROUND_PAIRED,
)
SECTIONS = Option(
    "sections",
    Kind.LINES,
    readers.names,
    mark("Sections"),
    mark("Each pairs and ranks separately."),
    without=mark("one for all."),
    flag="--section",
    metavar="NAME",
)


def _scoring_document(table: Scoring) -> object:
    """The name of the preset, or the whole table where it is none of them."""
    if table.name in PRESETS:
        return table.name
    return {each.name: getattr(table, each.name).number for each in fields(table)}


SCORING = Option(
    "scoring",
    Kind.SCORING,
    readers.scoring_table,
    mark("Points"),
    noun=mark("scoring"),
    choices=(
        ("club", mark("Club: a bye is half a point")),
        ("fide", mark("FIDE: a bye is a win")),
        ("3-1-0", mark("3-1-0: a win is three points")),
    ),
    fixed=Fixed.DECLARED,
    write=_scoring_document,
)
TIEBREAKS = Option(
    "tiebreaks",
    Kind.TIEBREAKS,
    readers.tiebreak_codes,
    mark("Tie-breaks"),
    mark("What decides where points are equal."),
    fixed=Fixed.DECLARED,
    flag="--tiebreak",
    metavar="CODE",
)
CYCLES = Option(
    "cycles",
    Kind.CHOICE,
    readers.whole_number(1, 2),
    mark("Cycles of a round robin"),
    choices=((1, mark("One")), (2, mark("Two, with colours reversed"))),
    fixed=Fixed.ROUND_PAIRED,
)
SWAP_LAST_TWO = yes_no(
    "swap_last_two",
    mark("Exchange the last two rounds of the first cycle"),
    mark("For two cycles: nobody then has the same colour three times in a row (FIDE’s advice)."),
    fixed=Fixed.ROUND_PAIRED,
    initial=True,
)
FREE_DAY = choice(
    "free_day",
    FreeDay,
    mark("Free day of an odd number"),
    mark("What everybody has in the round without an opponent."),
    choices=(
        (FreeDay.ZERO, mark("No points")),
        (FreeDay.HALF, mark("A half-point bye")),
        (FreeDay.FULL, mark("A full-point bye")),
        (FreeDay.BYE, mark("What the points say of a bye")),
    ),
    fixed=Fixed.ROUND_PAIRED,
    initial=FreeDay.ZERO,
)
ANNUL_EARLY = yes_no(
    "annul_early",
    mark("Leave out the games of whoever withdraws before half of them"),
    mark("FIDE’s rule (C.05, article 6.6): they stay in the crosstable and count for nobody."),
    fixed=Fixed.DECLARED,
    initial=True,
)
TABLE_NUMBERS = choice(
    "table_numbers",
    TableNumbers,
    mark("Numbers in the table"),
    choices=(
        (TableNumbers.LIST, mark("In the order of the list")),
        (TableNumbers.RATING, mark("By rating, title and name")),
        (TableNumbers.DRAWN, mark("Drawn by lot with round 1, with a seed that is kept")),
    ),
    fixed=Fixed.ROUND_PAIRED,
)
TABLE_ORDER: Option[tuple[PlayerId, ...]] = Option(
    "table_order",
    Kind.ORDER,
    readers.players_in_order,
    mark("Numbers set by hand"),
    mark("The players from number 1 on; whoever is not named follows."),
    noun=mark("numbers set by hand"),
    fixed=Fixed.ROUND_PAIRED,
)
EDITION = Option(
    "edition",
    Kind.CHOICE,
    readers.edition,
    mark("Edition of FIDE’s tie-break rules"),
    choices=((2026, mark("2026 (from March 2026)")), (2024, mark("2024 (from August 2024)"))),
    fixed=Fixed.DECLARED,
)
UNRATED = Option(
    "unrated",
    Kind.NUMBER,
    readers.rating,
    mark("Rating of unrated players in tie-breaks"),
    without=mark("tie-breaks on ratings wait until everybody has a rating."),
    fixed=Fixed.DECLARED,
    null=Null.CLEARS,
    metavar="RATING",
)
UNRATED_METHOD = choice(
    "unrated_method",
    UnratedMethod,
    mark("Unrated players in tie-breaks on ratings"),
    mark("What stands for their rating; it is left to the regulations of the event."),
    choices=(
        (UnratedMethod.FIXED, mark("The rating named for them; without one these tie-breaks wait")),
        (UnratedMethod.LOWEST, mark("The lowest rating of the section")),
        (UnratedMethod.AVERAGE, mark("The average rating of the section")),
    ),
    fixed=Fixed.DECLARED,
)

FREE_GAMES = choice(
    "free_games",
    FreeGames,
    mark("Free games"),
    mark("Who sits out when the number of players is not divisible by four."),
    json="freeGames",
    choices=(
        (FreeGames.BOTTOM_RANKING, mark("The lowest-ranked sit out first")),
        (FreeGames.RANDOM, mark("At random")),
    ),
    fixed=Fixed.ROUND_PAIRED,
)
SETTING = choice(
    "setting",
    Setting,
    mark("Who meets whom"),
    choices=((Setting.POWER_PAIRING, mark("Power pairing: equal points meet")), (Setting.RANDOM, mark("At random"))),
    fixed=Fixed.ROUND_PAIRED,
)
SETS_TO_WIN = Option(
    "sets_to_win",
    Kind.NUMBER,
    readers.whole_number(1, MOST_SETS),
    mark("Sets to win"),
    json="setsToWin",
    fixed=Fixed.ROUND_PAIRED,
)
AVOID_OPPONENTS = yes_no(
    "avoid_opponents", mark("Spare players an opponent they met"), json="avoidOpponents", fixed=Fixed.ROUND_PAIRED
)
SET_DIFFERENCE = yes_no(
    "set_difference", mark("Set difference decides last"), json="setDifference", fixed=Fixed.ROUND_PAIRED
)

INITIAL_COLOUR = choice(
    "initial_colour",
    InitialColour,
    mark("First player’s colour in round 1"),
    choices=(
        (InitialColour.WHITE, mark("White")),
        (InitialColour.BLACK, mark("Black")),
        (InitialColour.DRAWN, mark("Drawn by lot")),
    ),
    fixed=Fixed.ROUND_PAIRED,
)
LOT = Option("lot", Kind.DRAWN, readers.text, mark("Lot"), null=Null.CLEARS)
ACCELERATION = choice(
    "acceleration",
    Acceleration,
    mark("Acceleration"),
    choices=(
        (Acceleration.NONE, mark("None")),
        (Acceleration.BAKU, mark("Baku: the upper half begins with virtual points")),
    ),
    fixed=Fixed.ROUND_PAIRED,
    flag="--accelerated",
    flag_value=Acceleration.BAKU,
)
NUMBERING = choice(
    "numbering",
    Numbering,
    mark("Pairing numbers"),
    choices=((Numbering.RATING, mark("By rating, title and name")), (Numbering.LIST, mark("In the order of the list"))),
    fixed=Fixed.ROUND_PAIRED,
)
EQUAL_ORDER = choice(
    "equal_order",
    EqualOrder,
    mark("Equal rating and title"),
    mark("What decides between them where numbers follow ratings."),
    choices=(
        (EqualOrder.NAME, mark("The alphabet")),
        (EqualOrder.FIDE_ID, mark("The lower FIDE id")),
        (EqualOrder.AGE, mark("Age: the older first")),
        (EqualOrder.LOTS, mark("Lots, with a seed that is kept")),
    ),
    fixed=Fixed.ROUND_PAIRED,
)
EQUAL_LOT = Option("equal_lot", Kind.DRAWN, readers.text, mark("Lot among equals"), null=Null.CLEARS)
FORBIDDEN: Option[tuple[tuple[PlayerId, ...], ...]] = Option(
    "forbidden",
    Kind.GROUPS,
    readers.groups,
    mark("Players who may not meet"),
    noun=mark("groups kept apart"),
    fixed=Fixed.DECLARED,
)
APART = Option(
    "apart",
    Kind.SEVERAL,
    readers.apart,
    mark("Who may not meet"),
    choices=(
        ((), mark("Anybody may meet")),
        ((Apart.CLUB,), mark("Not within a club")),
        ((Apart.FEDERATION,), mark("Not within a federation")),
        ((Apart.CLUB, Apart.FEDERATION), mark("Not within a club or federation")),
    ),
    fixed=Fixed.DECLARED,
)

GAME_OPTIONS: Options = (
    *(ROUNDS, SECTIONS, SCORING, TIEBREAKS, EDITION, UNRATED, UNRATED_METHOD, TIEBREAK_RATINGS),
    *(RATE_OF_PLAY, STARTING_RANK, NATIONAL_RATINGS, RATING_LISTS, CHECK_RATINGS),
    *(EQUAL_ORDER, EQUAL_LOT),
    CHESS960,
)
"""What the formats have in which players meet in games for points."""
TABLE_OPTIONS: Options = (CYCLES, SWAP_LAST_TWO, FREE_DAY, ANNUL_EARLY, TABLE_NUMBERS, TABLE_ORDER)
"""What there is to decide about a round robin besides."""
