"""Administrators, accounts that are disabled, invitations, templates, and drafts of events"""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    with op.batch_alter_table("users") as batch_op:
        batch_op.add_column(sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("disabled_at", sa.String(40)))
    users = sa.table("users", sa.column("id", sa.Integer), sa.column("administrator", sa.Boolean))
    oldest = sa.select(sa.func.min(users.c.id)).scalar_subquery()
    op.execute(users.update().where(users.c.id == oldest).values(administrator=sa.true()))
    op.add_column("sessions", sa.Column("agent", sa.String(200), nullable=False, server_default=""))
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("user_id", sa.Integer, index=True),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "templates",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.UniqueConstraint("user_id", "name", name="template_once"),
    )
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Integer, nullable=False, index=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
    )
