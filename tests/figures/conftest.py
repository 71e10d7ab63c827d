"""People, time and clients, as in the tests of games."""

from tests.games.conftest import *  # noqa: F403
