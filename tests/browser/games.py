"""Games for the tests of pages: services begin and play them, a browser shows them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import WebSocket, expect

from accounts.models import User
from games.models import Game
from games.play.game_transaction import Need
from games.play.turn_end import resolve_due_step
from games.store.sync import run_game
from tests.browser.people import Person
from tests.games.playing import PASS, begin, place, seal

WAIT = {"turn_seconds": 600, "turn_ends": "complete"}
"""Turns long enough for players who choose in a browser."""


def game_of(*names: str, size: int = 5, **changes: Any) -> Game:
    """Begins a game of these members. Each turn is revealed when all have chosen."""
    users = [User.objects.get(username=name) for name in names]
    return begin(*users, options={"size": size}, **{**WAIT, **changes})


def choose(game: Game, name: str, x: int | None = None, y: int | None = None) -> None:
    """Seals a stone or a pass for a player without a browser in the test."""
    action = PASS if x is None or y is None else place(x, y)
    seal(game, User.objects.get(username=name), action)


def opens(person: Person, game: Game, query: str = "") -> None:
    """Opens the game's page and waits until its board is drawn."""
    person.goes_to(game.get_absolute_url() + query)
    expect(person.page.locator("#board svg").first).to_be_visible()


def opens_connected(person: Person, game: Game) -> None:
    """Opens the game's page and waits for the first message from the server. Choices made before
    that stay on the page."""
    heard: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(frame))  # noqa: PLW0108 Playwright marks what it calls

    person.page.once("websocket", listen)
    opens(person, game)
    while not heard:
        person.page.wait_for_timeout(20)


def stands_still(person: Person) -> None:
    """Pauses the page's clock, which must be installed already; from now on only the test moves it.
    It skips as little as possible: after a long silence the page would reconnect. The page must
    have connected: one that fails to would not try again."""
    now = person.page.evaluate("Date.now()")
    person.page.clock.pause_at(datetime.fromtimestamp(now / 1000 + 2, UTC))


def play_three_turns(game: Game) -> None:
    """Ada and Ben place three stones each, from left to right."""
    for turn in range(3):
        choose(game, "Ada", turn, 0)
        choose(game, "Ben", turn, 3)


def time_is_up(game: Game) -> None:
    """Ends the time of the step, and does what a worker does then. The game is locked meanwhile, as
    the site's worker might be quicker."""
    with run_game(game.pk, needs=[Need.DAYS_OFF]) as run:
        run.game.deadline = run.now - timedelta(seconds=5)
        assert resolve_due_step(run)
