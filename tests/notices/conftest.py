"""People, time and clients for the tests of notices, shared with the tests of games."""

from tests.games.conftest import *  # noqa: F403
