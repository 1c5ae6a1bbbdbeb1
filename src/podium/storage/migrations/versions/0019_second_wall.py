"""Prizes for outside SQL, checks of closed sets and ranges, and row-level security on PostgreSQL

The read model is emptied before its checks are made: it is written anew from the journal in the same transaction, so
that no old row stands in the way. A row of another table that breaks a check is removed: Podium could not read it, and
gave nobody a right by it. SQLite makes checks with a table alone, so that each table is made anew by its own words and
the checks; its indexes are made again, and numbers that were given out are not given again.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"

READ_MODEL = ("tournaments", "players", "pairings", "results", "doubles_matches", "matches", "games", "due")

ROLES = ("public", "player", "scorer", "arbiter", "owner")
GAME_RESULTS = (
    *("1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F", "1/2-0", "0-1/2", "0-0"),
    *("1-0U", "1/2-1/2U", "0-1U", "1/2-0U", "0-1/2U", "0-0U", "adjourned"),
)
BYES = ("bye", "unpaired", "half", "zero", "absent", "free", "unspecified")
RESULTS = (*GAME_RESULTS, *(f"bye_{kind}" for kind in BYES))
OUTCOMES = ("WHITE_WIN", "BLACK_WIN", "DRAW", "BYE", "DOUBLE_FORFEIT")
REASONS = (
    *("CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "FIFTY_MOVE_RULE", "THREE_FOLD_REPETITION"),
    *("FIVE_FOLD_REPETITION", "SEVENTY_FIVE_MOVE_RULE", "TIMEOUT", "RESIGNATION", "DRAW_AGREEMENT", "NO_SHOW"),
    *("DOUBLE_NO_SHOW", "TIE_BREAK_RAPID", "TIE_BREAK_BLITZ", "TIE_BREAK_ARMAGEDDON", "TIE_BREAK_BEST_OF_3"),
    "TIE_BREAK_BEST_OF_5",
)
TIE_BREAKS = ("NONE", "RAPID", "BLITZ", "ARMAGEDDON", "BEST_OF_3", "BEST_OF_5")

VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "head": {"kind": ("tournament", "game")},
    "due": {"kind": ("flag", "no-show", "start", "resume")},
    "roles": {"role": ROLES},
    "links": {"role": ROLES},
    "logos": {"media_type": ("image/png", "image/jpeg", "image/webp")},
    "photos": {"media_type": ("image/png", "image/jpeg", "image/webp")},
    "tokens": {"scope": ("read", "results", "manage", "everything")},
    "second_entries": {"result": GAME_RESULTS},
    "displays": {"clock": ("none", "countdown", "time")},
    "screens": {"theme": ("light", "dark", "contrast")},
    "tournaments": {
        "format": ("swiss", "round-robin", "manual", "doubles", "knockout"),
        "drawRuleMode": ("ALLOW_ALL", "NO_DRAW_OFFER", "NO_DRAW"),
        "tieBreakPolicy": TIE_BREAKS,
    },
    "players": {"gender": ("m", "f", "x")},
    "pairings": {"result": RESULTS, "color": ("white",), "bye_type": BYES},
    "results": {"result": RESULTS},
    "matches": {
        "status": ("PENDING", "RUNNING", "FINISHED", "CANCELED"),
        "result": OUTCOMES,
        "resultReason": REASONS,
        "tieBreakType": TIE_BREAKS,
    },
    "games": {
        "status": ("WAITING", "RUNNING", "PAUSED", "FINISHED"),
        "result": OUTCOMES,
        "result_reason": REASONS,
    },
    "categories": {"gender": ("m", "f", "x")},
    "rule_config": {
        "multipleEligibilityMode": ("first-win", "allow-multiple"),
        "order": ("brochure-first", "value-first", "optimal"),
        "sharing": ("none", "equal", "hort", "us-chess-32b"),
    },
}
SETS = "%:%"  # a match of doubles: 3:1
LIKE = {("pairings", "result"): SETS, ("results", "result"): SETS}
LEAST: dict[str, dict[str, int]] = {
    "head": {"version": 1},
    "due": {"at": 0, "ply": 0},
    "logos": {"width": 1, "height": 1},
    "photos": {"width": 1, "height": 1},
    "followers": {"told_round": 0},
    "check_ins": {"round": 1},
    "displays": {"version": 1, "clock_length": 0, "clock_left": 0},
    "screens": {"place": 0},
    "tournaments": {"rounds": 0, "rounds_paired": 0, "rounds_published": 0, "players": 0},
    "players": {"number": 1, "rating": 0, "rank": 1},
    "pairings": {"round": 1, "board": 0},
    "results": {"round": 1},
    "doubles_matches": {"round": 1, "home_sets": 0, "away_sets": 0},
    "matches": {"roundNumber": 1, "boardNumber": 1, "tieBreakIndex": 1},
    "games": {"round": 1},
    "prizes": {"place": 1, "cash": 0},
    "conflicts": {"number": 1},
}

# The tables that belong to a tournament, with the column that says to which.
SECURED = {
    "tournaments": "id",
    "matches": "tournamentId",
    **dict.fromkeys(("players", "pairings", "results", "doubles_matches", "games"), "tournament_id"),
    **dict.fromkeys(
        ("categories", "prizes", "rule_config", "winners", "conflicts", "unfilled_prizes"), "tournament_id"
    ),
    **dict.fromkeys(("roles", "links", "logos", "photos", "followers", "check_ins", "checked_in"), "tournament_id"),
    **dict.fromkeys(("second_entries", "displays", "screens", "messages"), "tournament_id"),
}
SETTING = "current_setting('podium.tournament', true)"


def upgrade() -> None:
    connection = op.get_bind()
    _create_tables()
    for table in READ_MODEL:
        op.execute(f'DELETE FROM "{table}"')  # noqa: S608  # names of our own
    is_sqlite = connection.dialect.name == "sqlite"
    for table, conditions in _conditions(connection, is_sqlite).items():
        there = {each["name"] for each in sa.inspect(connection).get_check_constraints(table)}
        missing = {name: condition for name, condition in conditions.items() if name not in there}
        for condition in missing.values():
            _execute(f'DELETE FROM "{table}" WHERE NOT ({condition})')  # noqa: S608  # names of our own
        if is_sqlite and missing:
            _remake(connection, table, missing)
        for name, condition in missing.items() if not is_sqlite else ():
            _execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" CHECK ({condition})')
    if not is_sqlite:
        for table, column in SECURED.items():
            _secure(table, column)


def _create_tables() -> None:
    op.add_column("players", sa.Column("date_of_birth", sa.String(10)))
    op.create_table(
        "categories",
        _own(),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("brochure_order", sa.Integer, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("min_age", sa.Integer),
        sa.Column("max_age", sa.Integer),
        sa.Column("gender", sa.String(1)),
        sa.Column("min_rating", sa.Integer),
        sa.Column("max_rating", sa.Integer),
        sa.Column("allow_unrated", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Text) for name in ("disability", "city", "state", "club", "section")),
        sa.PrimaryKeyConstraint("tournament_id", "id"),
    )
    op.create_table(
        "prizes",
        _own(),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("category_id", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("cash", sa.Numeric(precision=14, scale=2), nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("trophy", "medal", "active", "main_category")),
        sa.PrimaryKeyConstraint("tournament_id", "id"),
    )
    op.create_table(
        "rule_config",
        _own(),
        sa.Column("allowUnratedInRatingCategory", sa.Boolean, nullable=False),
        sa.Column("multipleEligibilityMode", sa.String(20), nullable=False),
        sa.Column("useCategoryRank", sa.Boolean, nullable=False),
        sa.Column("order", sa.String(20), nullable=False),
        sa.Column("sharing", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id"),
    )
    op.create_table(
        "winners",
        _own(),
        sa.Column("prize_id", sa.Text, nullable=False),
        sa.Column("player_id", sa.String(40), nullable=False),
        sa.Column("tie_break", sa.String(20), nullable=False),
        sa.Column("override", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "prize_id"),
    )
    op.create_table(
        "conflicts",
        _own(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("prize_id", sa.Text, nullable=False),
        sa.Column("player_id", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("conflicted_with", sa.Text),
        sa.PrimaryKeyConstraint("tournament_id", "number"),
    )
    op.create_table(
        "unfilled_prizes",
        _own(),
        sa.Column("prize_id", sa.Text, nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "prize_id"),
    )


def _own() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String(40), nullable=False)


def _conditions(connection: sa.Connection, is_sqlite: bool) -> dict[str, dict[str, str]]:
    """The checks of each table: their names, and what must hold."""
    found: dict[str, dict[str, str]] = {}
    for table, columns in VALUES.items():
        for column, values in columns.items():
            listed = ", ".join(f"'{value}'" for value in values)
            pattern = LIKE.get((table, column))
            like = f" OR \"{column}\" LIKE '{pattern}'" if pattern else ""
            found.setdefault(table, {})[f"{table}_{column}_check"] = f'"{column}" IN ({listed}){like}'
    for table, ranges in LEAST.items():
        for column, least in ranges.items():
            found.setdefault(table, {})[f"{table}_{column}_check"] = f'"{column}" >= {least}'
    if is_sqlite:
        there = sa.inspect(connection)
        for table in there.get_table_names():
            for each in there.get_columns(table):
                if isinstance(each["type"], sa.Boolean):
                    name = each["name"]
                    found.setdefault(table, {})[f"{table}_{name}_check"] = f'"{name}" IN (0, 1)'
    return found


def _remake(connection: sa.Connection, table: str, conditions: dict[str, str]) -> None:
    """Make a table of SQLite anew with more checks, and everything in it and about it as it was."""
    own = sa.text("SELECT sql FROM sqlite_master WHERE tbl_name = :table AND type = 'table'").bindparams(table=table)
    beside = sa.text(
        "SELECT sql FROM sqlite_master WHERE tbl_name = :table AND type IN ('index', 'trigger') AND sql IS NOT NULL"
    ).bindparams(table=table)
    words: str = connection.execute(own).scalar_one()
    others = list(connection.execute(beside).scalars())
    begin, end = words.index("("), words.rindex(")")
    checks = "".join(f',\n\tCONSTRAINT "{name}" CHECK ({condition})' for name, condition in conditions.items())
    fresh = f"{table}_checked"
    _execute(f'CREATE TABLE "{fresh}" {words[begin:end].rstrip()}{checks}\n{words[end:]}')
    _execute(f'INSERT INTO "{fresh}" SELECT * FROM "{table}"')  # noqa: S608  # names of our own
    if "AUTOINCREMENT" in words.upper():
        highest = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :table").bindparams(table=table)
        number = connection.execute(highest).scalar()
        if number is not None:
            op.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :table").bindparams(table=fresh))
            kept = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)")
            op.execute(kept.bindparams(table=fresh, number=number))
    _execute(f'DROP TABLE "{table}"')
    _execute(f'ALTER TABLE "{fresh}" RENAME TO "{table}"')
    for each in others:
        _execute(each)


def _secure(table: str, column: str) -> None:
    """Hide the rows of every tournament but those that a transaction names, from the owner of the table too."""
    named = f'"{column}" = ANY (string_to_array({SETTING}, chr(10)))'
    op.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
    op.execute(f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY')
    op.execute(f'DROP POLICY IF EXISTS of_a_tournament ON "{table}"')
    op.execute(f"CREATE POLICY of_a_tournament ON \"{table}\" USING ({SETTING} = '*' OR {named})")


def _execute(statement: str) -> None:
    """Run a statement as it is: nothing in it stands for a value."""
    op.execute(sa.text(statement.replace(":", r"\:")))
