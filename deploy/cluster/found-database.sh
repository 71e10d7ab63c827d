#!/bin/sh
# Patroni calls this once, when it has made a new club's PostgreSQL, with the address of the server.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" "$1" <<'SQL'
CREATE ROLE miai LOGIN PASSWORD :'password';
CREATE DATABASE miai OWNER miai;
SQL
