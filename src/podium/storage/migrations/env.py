"""Runs migrations on the connection that the caller has opened and locked."""

from alembic import context

from podium.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
