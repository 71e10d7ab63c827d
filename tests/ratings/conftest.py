"""People, time and clients for the tests of ratings: those of games."""

from tests.games.conftest import *  # noqa: F403
