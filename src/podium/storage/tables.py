"""The tables. Journal, registry and walls are the truth; the read model can be rebuilt from the journal at any time."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.elements import quoted_name

metadata = MetaData()
FIXED = {"fixed": True}
"""The `info` of a column that never changes once its row is there."""

# --- the journal -----------------------------------------------------------------------------

commit = Table(
    quoted_name("commit", quote=True),
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("parent", Integer, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("command_id", String(200)),
    Column("digest", String(64)),
    Column("actor", String(100), nullable=False),
    Column("at", String(40), nullable=False),
    Column("reason", Text),
    UniqueConstraint("stream", "actor", "command_id", name="commit_once"),
)

event = Table(
    "event",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("type", String(40), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

head = Table(
    "head",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    Column("kind", String(20), nullable=False, server_default="tournament", info=FIXED),
)

# What happens to games by itself: written with the commit that causes it, and made from the journal like what is read.
due = Table(
    "due",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),  # milliseconds since the epoch
    Column("kind", String(20), nullable=False),
    Column("ply", Integer, nullable=False),
)

# The last time, in milliseconds since the epoch, when a process that watches over games could write.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# The players whose live game is open at a process, as JSON, and when it last said so, in milliseconds since the epoch.
presence = Table(
    "presence",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("players", Text, nullable=False),
)

# What each process writes and reads to know whether the database can be written, and when, in milliseconds.
readiness = Table(
    "readiness",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# --- the registry ----------------------------------------------------------------------------

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("administrator", Boolean, nullable=False, server_default=false()),
    Column("disabled_at", String(40)),
    Column("language", String(20)),
    sqlite_autoincrement=True,  # an id is never used again, as PostgreSQL has it anyway
)

# How often an account, an address or a device was tried lately, and until when that counts.
attempts = Table(
    "attempts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("made", Integer, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

# Addresses that make an account or, with a user, set that user's password: once, and not for long.
invitations = Table(
    "invitations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("user_id", Integer, index=True),
    Column("label", String(200), nullable=False),
    Column("administrator", Boolean, nullable=False, server_default=false()),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    sqlite_autoincrement=True,
)

# Settings that a user starts further events from.
templates = Table(
    "templates",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("settings", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("user_id", "name", name="template_once"),
    sqlite_autoincrement=True,
)

# Rating lists that are loaded, and those on their way. Their players are in stores of their own (`rating_stores.py`).
rating_lists = Table(
    "rating_lists",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False, index=True),
    Column("store", String(40), nullable=False, unique=True),
    Column("file", String(200), nullable=False),
    Column("layout", String(20)),
    Column("edition", String(10)),
    Column("status", String(10), nullable=False),
    Column("players", Integer, nullable=False),
    Column("left_out", Integer, nullable=False),
    Column("part", Float, nullable=False),
    Column("problem", Text),
    Column("loaded_by", String(100), nullable=False),
    Column("started_at", String(40), nullable=False),
    Column("heard_at", String(40), nullable=False),
    Column("loaded_at", String(40)),
    sqlite_autoincrement=True,
)

# Whether a list that has a known source is fetched daily, and how the last time went.
list_updates = Table(
    "list_updates",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("daily", Boolean, nullable=False),
    Column("begun_at", String(40)),
    Column("checked_at", String(40)),
    Column("modified", String(100)),
    Column("problem", Text),
)

# What a user has filled in of an event that is not created yet.
drafts = Table(
    "drafts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("user_id", Integer, nullable=False, index=True),
    Column("body", Text, nullable=False),
    Column("changed_at", String(40), nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Integer, nullable=False, index=True),
    Column("label", String(200), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", String(40), nullable=False),
    Column("scope", String(20), nullable=False, server_default="everything"),
    Column("tournament_id", String(40)),
    Column("expires_at", String(40), nullable=False, index=True, server_default=""),
    Column("last_used_at", String(40)),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", Integer, index=True),
    Column("link_id", Integer, index=True),
    Column("csrf", String(64), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False, index=True),
    Column("agent", String(200), nullable=False, server_default=""),
)

roles = Table(
    "roles",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("user_id", Integer, primary_key=True, autoincrement=False, index=True),
    Column("role", String(20), nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", String(40), nullable=False, index=True),
    Column("role", String(20), nullable=False),
    Column("player_id", String(40)),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40)),
    sqlite_autoincrement=True,
)

# Who changed accounts, roles, links and tokens, and who signed in: written with the change, kept for a time.
audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", String(40), nullable=False, index=True),
    Column("action", String(40), nullable=False),
    Column("actor", String(100), nullable=False),
    Column("name", String(100), nullable=False),
    Column("via", String(20), nullable=False),
    Column("whom", String(100), nullable=False),
    Column("tournament_id", String(40), index=True),
    Column("address", String(60), nullable=False),
    Column("details", Text, nullable=False),
    sqlite_autoincrement=True,
)

# The latest time that was known, one row: what has expired stays so, though the clock is set back.
latest_time = Table(
    "latest_time",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
)

# Pictures: the logo of an event, what its certificates are printed on, the photos of its players. Nobody will undo
# them, and who is forgotten has none any more.
attachments = Table(
    "attachments",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("player_id", String(40), primary_key=True),  # empty for what is the event's own
    Column("media_type", String(20), nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("uploaded_at", String(40), nullable=False),
)

# Browsers that are told when a round is out; `told_round` is the last they were told of.
followers = Table(
    "followers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", String(40), nullable=False),
    Column("player_id", String(40)),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False, index=True),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(20), nullable=False),
    Column("told_round", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("tournament_id", "endpoint_hash", name="followed_once"),
    sqlite_autoincrement=True,
)

# The check-in of an event that is under way, and who has come.
check_ins = Table(
    "check_ins",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("round", Integer, nullable=False),
    Column("deadline", String(40)),
    Column("code", String(40), nullable=False),
)
checked_in = Table(
    "checked_in",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("player_id", String(40), primary_key=True),
    Column("at", String(40), nullable=False),
)

# Results entered a second time, to be compared with the first: nobody will undo them, and the public never sees them.
second_entries = Table(
    "second_entries",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("pairing_id", String(80), primary_key=True),
    Column("result", String(20), nullable=False),
    Column("actor", String(100), nullable=False),
    Column("at", String(40), nullable=False),
)

# --- the walls: nobody will ever undo them ---------------------------------------------------

# What all screens of an event share; `version` counts the changes of clock, messages and screens. Times of the clock
# are in milliseconds, `clock_ends` since the epoch.
displays = Table(
    "displays",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("clock", String(20), nullable=False),
    Column("clock_length", BigInteger, nullable=False),
    Column("clock_ends", BigInteger),
    Column("clock_left", BigInteger, nullable=False),
)

screens = Table(
    "screens",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("key", String(60), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("theme", String(20), nullable=False),
    Column("items", Text, nullable=False),  # JSON: what, and for how many seconds
)

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", String(40), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40)),
    sqlite_autoincrement=True,
)

# --- the read model --------------------------------------------------------------------------

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("format", String(40), nullable=False),
    Column("place", Text),
    Column("start", String(10)),
    Column("end", String(10)),
    Column("rounds", Integer),
    Column("rounds_paired", Integer, nullable=False),
    Column("rounds_published", Integer, nullable=False, server_default="0"),
    Column("players", Integer, nullable=False),
    Column("published", Boolean, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("created_at", String(40), nullable=False),
    # The rules of a knockout, named as in the design that knockouts follow; any other format has of these the time
    # control and the draw rules of its live games, and the defaults else.
    Column("timeControl", String(20), nullable=False, server_default="10+0"),
    Column("drawRuleMode", String(20), nullable=False, server_default="ALLOW_ALL"),
    Column("drawConfig", JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")),
    Column("requiresDecisiveResult", Boolean, nullable=False, server_default=false()),
    Column("tieBreakPolicy", String(20), nullable=False, server_default="NONE"),
    Column("tieBreakTimeControl", String(20)),
    Index("tournaments_drawRuleMode_idx", "drawRuleMode"),
    Index("tournaments_tieBreakPolicy_idx", "tieBreakPolicy"),
    Index("tournaments_requiresDecisiveResult_idx", "requiresDecisiveResult"),
)

players = Table(
    "players",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("rating", Integer),
    Column("federation", String(3)),
    Column("fide_id", String(12)),
    Column("title", Text),
    Column("gender", String(1)),
    Column("birth", String(10)),
    Column("date_of_birth", String(10)),  # of a year alone its first day, as everywhere
    Column("club", Text),
    Column("city", Text),
    Column("state", Text),
    Column("disability", Text),
    Column("section", Text),
    Column("rank", Integer),
    Column("national_id", String(20)),
    Column("withdrawn", Boolean, nullable=False),
)

pairings = Table(
    "pairings",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("tournament_id", String(40), nullable=False, info=FIXED),
    Column("round", Integer, nullable=False, info=FIXED),
    Column("board", Integer, nullable=False),
    Column("white_player_id", String(40), nullable=False),
    Column("black_player_id", String(40)),
    Column("result", String(20)),
    Column("section", Text),
    Column("color", String(5)),
    Column("bye_type", String(20)),
    Column("is_bye", Boolean, nullable=False),
    Column("created_at", String(40), nullable=False),
    Index("pairings_by_round", "tournament_id", "round"),
)

results = Table(
    "results",
    metadata,
    Column("pairing_id", String(80), primary_key=True),
    Column("player_id", String(40), primary_key=True),
    Column("tournament_id", String(40), nullable=False, info=FIXED),
    Column("round", Integer, nullable=False, info=FIXED),
    Column("points", Float, nullable=False),
    Column("result", String(20)),  # none for a bye of unknown type
    Index("results_by_round", "tournament_id", "round"),
)

doubles_matches = Table(
    "doubles_matches",
    metadata,
    Column("pairing_id", String(80), primary_key=True),
    Column("tournament_id", String(40), nullable=False, info=FIXED),
    Column("round", Integer, nullable=False, info=FIXED),
    Column("home_1", String(40), nullable=False),
    Column("home_2", String(40), nullable=False),
    Column("away_1", String(40), nullable=False),
    Column("away_2", String(40), nullable=False),
    Column("home_sets", Integer),  # none while it is `?`
    Column("away_sets", Integer),
    Index("doubles_matches_by_round", "tournament_id", "round"),
)

# Named as in the design that knockouts follow.
matches = Table(
    "matches",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("tournamentId", String(40), nullable=False),
    Column("roundNumber", Integer, nullable=False),
    Column("boardNumber", Integer, nullable=False),
    Column("whiteEntryId", String(40)),
    Column("blackEntryId", String(40)),
    Column("status", String(20), nullable=False),
    Column("result", String(20)),
    Column("resultReason", String(40)),
    Column("parentMatchId", String(80)),
    Column("isTieBreak", Boolean, nullable=False),
    Column("tieBreakIndex", Integer),
    Column("tieBreakType", String(20)),
    Column("timeControlOverride", String(20)),
    Column("finishedAt", String(40)),
    UniqueConstraint("parentMatchId", "tieBreakIndex", name="unique_tiebreak_per_parent"),
    Index("matches_by_round", "tournamentId", "roundNumber"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("tournament_id", String(40), nullable=False, info=FIXED),
    Column("round", Integer, nullable=False, info=FIXED),
    Column("white_player_id", String(40), nullable=False),
    Column("black_player_id", String(40), nullable=False),
    Column("status", String(20), nullable=False),
    Column("result", String(20)),
    Column("result_reason", String(40)),
    Column("started_at", String(40)),
    Column("finished_at", String(40)),
    Column("moves", Text),  # in SAN, once it is over
    Index("games_by_round", "tournament_id", "round"),
)

# The prizes, named as in the design that they follow: the plan of the event, and who won what in the run that was kept.
categories = Table(
    "categories",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("brochure_order", Integer, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("min_age", Integer),
    Column("max_age", Integer),
    Column("gender", String(1)),
    Column("min_rating", Integer),
    Column("max_rating", Integer),
    Column("allow_unrated", Boolean, nullable=False),
    Column("disability", Text),
    Column("city", Text),
    Column("state", Text),
    Column("club", Text),
    Column("section", Text),
)

prizes = Table(
    "prizes",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("category_id", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("cash", Numeric(14, 2), nullable=False),  # in units of the currency
    Column("trophy", Boolean, nullable=False),
    Column("medal", Boolean, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("main_category", Boolean, nullable=False),
)

rule_config = Table(
    "rule_config",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("allowUnratedInRatingCategory", Boolean, nullable=False),
    Column("multipleEligibilityMode", String(20), nullable=False),
    Column("useCategoryRank", Boolean, nullable=False),
    Column("order", String(20), nullable=False),
    Column("sharing", String(20), nullable=False),
)

winners = Table(
    "winners",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("prize_id", Text, primary_key=True),
    Column("player_id", String(40), nullable=False),
    Column("tie_break", String(20), nullable=False),
    Column("override", Boolean, nullable=False),
)

conflicts = Table(
    "conflicts",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, in the order of the run
    Column("prize_id", Text, nullable=False),
    Column("player_id", String(40), nullable=False),
    Column("reason", String(40), nullable=False),
    Column("conflicted_with", Text),  # the ids of others, a comma between two
)

unfilled_prizes = Table(
    "unfilled_prizes",
    metadata,
    Column("tournament_id", String(40), primary_key=True),
    Column("prize_id", Text, primary_key=True),
    Column("reason", String(40), nullable=False),
)

PRIZE_TABLES = (categories, prizes, rule_config, winners, conflicts, unfilled_prizes)
READ_MODEL = (tournaments, players, pairings, results, doubles_matches, matches, games, *PRIZE_TABLES, due)
