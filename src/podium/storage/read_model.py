"""The tables of the read model, which can be rebuilt from the journal at any time."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

metadata = sa.MetaData()
FIXED = {"fixed": True}
"""The `info` of a column that never changes once its row is there."""


class Jsonb(sa.JSON):
    """What PostgreSQL calls so, of which its dialect knows more: to load that takes a tenth of a verb."""

    __visit_name__ = "JSONB"


def table(name: str, *parts: SchemaItem, sqlite_autoincrement: bool = False) -> sa.Table:
    """A table of ours; with `sqlite_autoincrement` an id is never used again, as PostgreSQL has it anyway."""
    return sa.Table(name, metadata, *parts, sqlite_autoincrement=sqlite_autoincrement)


tournaments = table(
    "tournaments",
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("format", sa.String(40), nullable=False),
    sa.Column("place", sa.Text),
    sa.Column("start", sa.String(10)),
    sa.Column("end", sa.String(10)),
    sa.Column("rounds", sa.Integer),
    sa.Column("rounds_paired", sa.Integer, nullable=False),
    sa.Column("rounds_published", sa.Integer, nullable=False, server_default="0"),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("published", sa.Boolean, nullable=False),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    # The rules of a knockout, named as in the design that knockouts follow; any other format has of these the time
    # control and the draw rules of its live games, and the defaults else.
    sa.Column("timeControl", sa.Text, nullable=False, server_default="10+0"),
    sa.Column("drawRuleMode", sa.String(20), nullable=False, server_default="ALLOW_ALL"),
    sa.Column("drawConfig", sa.JSON(none_as_null=True).with_variant(Jsonb(none_as_null=True), "postgresql")),
    sa.Column("requiresDecisiveResult", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("tieBreakPolicy", sa.String(20), nullable=False, server_default="NONE"),
    sa.Column("tieBreakTimeControl", sa.Text),
    sa.Index("tournaments_drawRuleMode_idx", "drawRuleMode"),
    sa.Index("tournaments_tieBreakPolicy_idx", "tieBreakPolicy"),
    sa.Index("tournaments_requiresDecisiveResult_idx", "requiresDecisiveResult"),
)

players = table(
    "players",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("rating", sa.Integer),
    sa.Column("federation", sa.String(3)),
    sa.Column("fide_id", sa.String(12)),
    sa.Column("title", sa.Text),
    sa.Column("gender", sa.String(1)),
    sa.Column("birth", sa.String(10)),
    sa.Column("date_of_birth", sa.String(10)),  # of a year alone its first day, as everywhere
    sa.Column("club", sa.Text),
    sa.Column("city", sa.Text),
    sa.Column("state", sa.Text),
    sa.Column("disability", sa.Text),
    sa.Column("section", sa.Text),
    sa.Column("rank", sa.Integer),
    sa.Column("national_id", sa.String(20)),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
)

pairings = table(
    "pairings",
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, info=FIXED),
    sa.Column("round", sa.Integer, nullable=False, info=FIXED),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("white_player_id", sa.String(40), nullable=False),
    sa.Column("black_player_id", sa.String(40)),
    sa.Column("result", sa.String(20)),
    sa.Column("section", sa.Text),
    sa.Column("color", sa.String(5)),
    sa.Column("bye_type", sa.String(20)),
    sa.Column("is_bye", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Index("pairings_by_round", "tournament_id", "round"),
)

results = table(
    "results",
    sa.Column("pairing_id", sa.String(80), primary_key=True),
    sa.Column("player_id", sa.String(40), primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, info=FIXED),
    sa.Column("round", sa.Integer, nullable=False, info=FIXED),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("result", sa.String(20)),  # none for a bye of unknown type
    sa.Index("results_by_round", "tournament_id", "round"),
)

doubles_matches = table(
    "doubles_matches",
    sa.Column("pairing_id", sa.String(80), primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, info=FIXED),
    sa.Column("round", sa.Integer, nullable=False, info=FIXED),
    sa.Column("home_1", sa.String(40), nullable=False),
    sa.Column("home_2", sa.String(40), nullable=False),
    sa.Column("away_1", sa.String(40), nullable=False),
    sa.Column("away_2", sa.String(40), nullable=False),
    sa.Column("home_sets", sa.Integer),  # none while it is `?`
    sa.Column("away_sets", sa.Integer),
    sa.Index("doubles_matches_by_round", "tournament_id", "round"),
)

# Named as in the design that knockouts follow.
matches = table(
    "matches",
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("tournamentId", sa.String(40), nullable=False),
    sa.Column("roundNumber", sa.Integer, nullable=False),
    sa.Column("boardNumber", sa.Integer, nullable=False),
    sa.Column("whiteEntryId", sa.String(40)),
    sa.Column("blackEntryId", sa.String(40)),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("result", sa.String(20)),
    sa.Column("resultReason", sa.String(40)),
    sa.Column("parentMatchId", sa.String(80)),
    sa.Column("isTieBreak", sa.Boolean, nullable=False),
    sa.Column("tieBreakIndex", sa.Integer),
    sa.Column("tieBreakType", sa.String(20)),
    sa.Column("timeControlOverride", sa.Text),
    sa.Column("finishedAt", sa.String(40)),
    sa.UniqueConstraint("parentMatchId", "tieBreakIndex", name="unique_tiebreak_per_parent"),
    sa.Index("matches_by_round", "tournamentId", "roundNumber"),
)

games = table(
    "games",
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, info=FIXED),
    sa.Column("round", sa.Integer, nullable=False, info=FIXED),
    sa.Column("white_player_id", sa.String(40), nullable=False),
    sa.Column("black_player_id", sa.String(40), nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("result", sa.String(20)),
    sa.Column("result_reason", sa.String(40)),
    sa.Column("started_at", sa.String(40)),
    sa.Column("finished_at", sa.String(40)),
    sa.Column("moves", sa.Text),  # in SAN, once it is over
    sa.Index("games_by_round", "tournament_id", "round"),
)

# The prizes, named as in the design that they follow: the plan of the event, and who won what in the run that was kept.
categories = table(
    "categories",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("brochure_order", sa.Integer, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("min_age", sa.Integer),
    sa.Column("max_age", sa.Integer),
    sa.Column("gender", sa.String(1)),
    sa.Column("min_rating", sa.Integer),
    sa.Column("max_rating", sa.Integer),
    sa.Column("allow_unrated", sa.Boolean, nullable=False),
    sa.Column("disability", sa.Text),
    sa.Column("city", sa.Text),
    sa.Column("state", sa.Text),
    sa.Column("club", sa.Text),
    sa.Column("section", sa.Text),
)

prizes = table(
    "prizes",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("category_id", sa.Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("cash", sa.Numeric(14, 2), nullable=False),  # in units of the currency
    sa.Column("trophy", sa.Boolean, nullable=False),
    sa.Column("medal", sa.Boolean, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("main_category", sa.Boolean, nullable=False),
)

rule_config = table(
    "rule_config",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("allowUnratedInRatingCategory", sa.Boolean, nullable=False),
    sa.Column("multipleEligibilityMode", sa.String(20), nullable=False),
    sa.Column("useCategoryRank", sa.Boolean, nullable=False),
    sa.Column("order", sa.String(20), nullable=False),
    sa.Column("sharing", sa.String(20), nullable=False),
)

winners = table(
    "winners",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("prize_id", sa.Text, primary_key=True),
    sa.Column("player_id", sa.String(40), nullable=False),
    sa.Column("tie_break", sa.String(20), nullable=False),
    sa.Column("override", sa.Boolean, nullable=False),
)

conflicts = table(
    "conflicts",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 1, in the order of the run
    sa.Column("prize_id", sa.Text, nullable=False),
    sa.Column("player_id", sa.String(40), nullable=False),
    sa.Column("reason", sa.String(40), nullable=False),
    sa.Column("conflicted_with", sa.Text),  # the ids of others, a comma between two
)

unfilled_prizes = table(
    "unfilled_prizes",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("prize_id", sa.Text, primary_key=True),
    sa.Column("reason", sa.String(40), nullable=False),
)

# What happens to games by itself: written with the commit that causes it, and made from the journal like what is read.
due = table(
    "due",
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),  # milliseconds since the epoch
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
)

PRIZE_TABLES = (categories, prizes, rule_config, winners, conflicts, unfilled_prizes)
READ_MODEL = (tournaments, players, pairings, results, doubles_matches, matches, games, *PRIZE_TABLES, due)
