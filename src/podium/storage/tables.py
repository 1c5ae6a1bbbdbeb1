"""The tables that are the truth: journal, registry and walls. `metadata` has those of the read model too."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.sql.elements import quoted_name

from podium.storage.read_model import FIXED, table
from podium.storage.read_model import metadata as metadata

# --- the journal -----------------------------------------------------------------------------

commit = table(
    quoted_name("commit", quote=True),
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("parent", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("command_id", sa.String(200)),
    sa.Column("digest", sa.String(64)),
    sa.Column("actor", sa.String(100), nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("reason", sa.Text),
    sa.UniqueConstraint("stream", "actor", "command_id", name="commit_once"),
)

event = table(
    "event",
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("type", sa.String(40), nullable=False),
    sa.Column("schema", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

head = table(
    "head",
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False, server_default="tournament", info=FIXED),
)

# The last time, in milliseconds since the epoch, when a process that watches over games could write.
heartbeat = table(
    "heartbeat",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# The players whose live game is open at a process, as JSON, and when it last said so, in milliseconds since the epoch.
presence = table(
    "presence",
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
)

# What each process writes and reads to know whether the database can be written, and when, in milliseconds.
readiness = table(
    "readiness",
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# --- the registry ----------------------------------------------------------------------------

users = table(
    "users",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(100), nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("disabled_at", sa.String(40)),
    sa.Column("language", sa.String(20)),
    sqlite_autoincrement=True,
)

# How often an account, an address or a device was tried lately, and until when that counts.
attempts = table(
    "attempts",
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("made", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)

# Addresses that make an account or, with a user, set that user's password: once, and not for long.
invitations = table(
    "invitations",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("user_id", sa.Integer, index=True),
    sa.Column("label", sa.String(200), nullable=False),
    sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("expires_at", sa.String(40), nullable=False),
    sqlite_autoincrement=True,
)

# Settings that a user starts further events from.
templates = table(
    "templates",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Integer, nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.UniqueConstraint("user_id", "name", name="template_once"),
    sqlite_autoincrement=True,
)

# Rating lists that are loaded, and those on their way. Their players are in stores of their own (`rating_stores.py`).
rating_lists = table(
    "rating_lists",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False, index=True),
    sa.Column("store", sa.String(40), nullable=False, unique=True),
    sa.Column("file", sa.String(200), nullable=False),
    sa.Column("layout", sa.String(20)),
    sa.Column("edition", sa.String(10)),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("left_out", sa.Integer, nullable=False),
    sa.Column("part", sa.Float, nullable=False),
    sa.Column("problem", sa.Text),
    sa.Column("loaded_by", sa.String(100), nullable=False),
    sa.Column("started_at", sa.String(40), nullable=False),
    sa.Column("heard_at", sa.String(40), nullable=False),
    sa.Column("loaded_at", sa.String(40)),
    sqlite_autoincrement=True,
)

# Whether a list that has a known source is fetched daily, and how the last time went.
list_updates = table(
    "list_updates",
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("daily", sa.Boolean, nullable=False),
    sa.Column("begun_at", sa.String(40)),
    sa.Column("checked_at", sa.String(40)),
    sa.Column("modified", sa.String(100)),
    sa.Column("problem", sa.Text),
)

# What a user has filled in of an event that is not created yet.
drafts = table(
    "drafts",
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("user_id", sa.Integer, nullable=False, index=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("changed_at", sa.String(40), nullable=False),
)

tokens = table(
    "tokens",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Integer, nullable=False, index=True),
    sa.Column("label", sa.String(200), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("scope", sa.String(20), nullable=False, server_default="everything"),
    sa.Column("tournament_id", sa.String(40)),
    sa.Column("expires_at", sa.String(40), nullable=False, index=True, server_default=""),
    sa.Column("last_used_at", sa.String(40)),
    sqlite_autoincrement=True,
)

sessions = table(
    "sessions",
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("user_id", sa.Integer, index=True),
    sa.Column("link_id", sa.Integer, index=True),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("expires_at", sa.String(40), nullable=False, index=True),
    sa.Column("agent", sa.String(200), nullable=False, server_default=""),
    sa.Column("alone", sa.Boolean, nullable=False, server_default=sa.false()),  # the only device of its player
)

roles = table(
    "roles",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("user_id", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("role", sa.String(20), nullable=False),
)

links = table(
    "links",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, index=True),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("player_id", sa.String(40)),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("expires_at", sa.String(40)),
    sqlite_autoincrement=True,
)

# Who changed accounts, roles, links and tokens, and who signed in: written with the change, kept for a time.
audit = table(
    "audit",
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("at", sa.String(40), nullable=False, index=True),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("actor", sa.String(100), nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("via", sa.String(20), nullable=False),
    sa.Column("whom", sa.String(100), nullable=False),
    sa.Column("tournament_id", sa.String(40), index=True),
    sa.Column("address", sa.String(60), nullable=False),
    sa.Column("details", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)

# The latest time that was known, one row: what has expired stays so, though the clock is set back.
latest_time = table(
    "latest_time",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(40), nullable=False),
)

# Pictures: the logo of an event, what its certificates are printed on, the photos of its players. Nobody will undo
# them, and who is forgotten has none any more.
attachments = table(
    "attachments",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("kind", sa.String(20), primary_key=True),
    sa.Column("player_id", sa.String(40), primary_key=True),  # empty for what is the event's own
    sa.Column("media_type", sa.String(20), nullable=False),
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("uploaded_at", sa.String(40), nullable=False),
)

# Browsers that are told when a round is out; `told_round` is the last they were told of.
followers = table(
    "followers",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False),
    sa.Column("player_id", sa.String(40)),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("endpoint_hash", sa.String(64), nullable=False, index=True),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(20), nullable=False),
    sa.Column("told_round", sa.Integer, nullable=False),
    sa.Column("told_start", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.UniqueConstraint("tournament_id", "endpoint_hash", name="followed_once"),
    sqlite_autoincrement=True,
)

# When players left the window of a live game, in milliseconds, as their own devices say: for arbiters, for a time.
window_changes = table(
    "window_changes",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, index=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("player_id", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("away", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.String(40), nullable=False, index=True),
    sqlite_autoincrement=True,
)

# The check-in of an event that is under way, and who has come.
check_ins = table(
    "check_ins",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("deadline", sa.String(40)),
    sa.Column("code", sa.String(40), nullable=False),
)
checked_in = table(
    "checked_in",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("player_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(40), nullable=False),
)

# Results entered a second time, to be compared with the first: nobody will undo them, and the public never sees them.
second_entries = table(
    "second_entries",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("pairing_id", sa.String(80), primary_key=True),
    sa.Column("result", sa.String(20), nullable=False),
    sa.Column("actor", sa.String(100), nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
)

# --- the walls: nobody will ever undo them ---------------------------------------------------

# What all screens of an event share; `version` counts the changes of clock, messages and screens. Times of the clock
# are in milliseconds, `clock_ends` since the epoch.
displays = table(
    "displays",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("clock", sa.String(20), nullable=False),
    sa.Column("clock_length", sa.BigInteger, nullable=False),
    sa.Column("clock_ends", sa.BigInteger),
    sa.Column("clock_left", sa.BigInteger, nullable=False),
    sa.Column("revealed", sa.Integer),
)

screens = table(
    "screens",
    sa.Column("tournament_id", sa.String(40), primary_key=True),
    sa.Column("key", sa.String(60), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("theme", sa.String(20), nullable=False),
    sa.Column("items", sa.Text, nullable=False),  # JSON: what, and for how many seconds
)

messages = table(
    "messages",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.String(40), nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created_at", sa.String(40), nullable=False),
    sa.Column("expires_at", sa.String(40)),
    sqlite_autoincrement=True,
)
