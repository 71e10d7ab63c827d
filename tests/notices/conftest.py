"""People, time and clients for the tests of notices: those of games."""

from tests.games.conftest import *  # noqa: F403
