"""People, time and clients for the tests of reports: those of games."""

from tests.games.conftest import (
    _newest_only_when_asked,
    _no_grace,
    _nothing_cached,
    ada,
    bo,
    bot,
    client_of,
    clock,
    cy,
    member,
    mo,
    run_out,
)

__all__ = [
    "_newest_only_when_asked",
    "_no_grace",
    "_nothing_cached",
    "ada",
    "bo",
    "bot",
    "client_of",
    "clock",
    "cy",
    "member",
    "mo",
    "run_out",
]
