#!/bin/sh
# Writes the lock files from pyproject.toml: `make lock`, with UPGRADE=1 to take newer versions.
# They name versions and hashes, no server, so that they install from wherever pip is told to look.
set -eu
cd "$(dirname "$0")/.."
lock() {
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
        ${UPGRADE:+--upgrade} "$@"
}
lock --group pyproject.toml:install -o requirements/uv.txt
lock pyproject.toml -o requirements/run.txt
lock --group pyproject.toml:cluster -c requirements/run.txt -o requirements/cluster.txt
lock pyproject.toml --group dev -c requirements/run.txt -c requirements/cluster.txt -o requirements/dev.txt
