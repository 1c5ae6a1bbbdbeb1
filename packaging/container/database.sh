#!/bin/sh
# Run once, when the database is new: a role for Podium that is no superuser, so that row-level security holds for it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE podium LOGIN PASSWORD :'password';
CREATE DATABASE podium OWNER podium;
SQL
