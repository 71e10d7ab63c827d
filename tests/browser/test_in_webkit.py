"""A game of each kind in WebKit, with a mouse: it opens, and a choice is made and revealed."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tests.browser.games import WAIT
from tests.browser.webkit import Window, started
from tests.games.playing import begin, place, seal
from tests.servers import webkit
from tests.servers.session import open_session

pytestmark = pytest.mark.skipif(webkit.on_path() is None, reason=webkit.NONE)
SETUP = ["B.....B", "..W....", ".......", "W....W.", "B..BA.."]


@pytest.fixture(scope="module")
def engine() -> Iterator[Window]:
    found = webkit.on_path()
    assert found
    with started(found) as window:
        yield window


@pytest.fixture
def people(_site: str, transactional_db: None) -> tuple[User, User]:
    """Ada, who has the browser, and Ben, who has none."""
    return User.objects.create_user("Ada"), User.objects.create_user("Ben")


@pytest.fixture
def ada(engine: Window, _site: str, people: tuple[User, User]) -> Iterator[Window]:
    """Ada's window. Its page closes before the next test empties the database."""
    engine.is_let_in(_site, settings.SESSION_COOKIE_NAME, open_session(people[0]))
    yield engine
    engine.leaves()


def opens(ada: Window, people: tuple[User, User], variant: str, **options: Any) -> Any:
    """Begins a game of this kind and opens its page; waits until it is connected."""
    waits: dict[str, Any] = WAIT
    game = begin(*people, variant=variant, options=options, **waits)
    ada.goes_to(game.get_absolute_url())
    ada.until("document.querySelector('#board svg')")
    ada.reads("#clock", "Turn 1")
    return game


@pytest.mark.parametrize("variant", ["multiplayer-go", "parallel-go"])
def test_a_stone_is_sealed_and_revealed(
    ada: Window, people: tuple[User, User], variant: str
) -> None:
    game = opens(ada, people, variant, size=9)
    ada.clicks(ada.point("E5"))
    ada.reads("#choice", "Sealed: E5")
    seal(game, people[1], place(0, 0))
    ada.reads("#clock", "Turn 2")
    ada.until("document.querySelector('[aria-label^=\"E5,\"]').ariaLabel.includes('stone')")


def test_a_line_is_dragged(ada: Window, people: tuple[User, User]) -> None:
    opens(ada, people, "continuous-go", size=7, budget=8)
    middle = ada.middle_of("document.querySelector('#board > svg')")
    ada.drags(middle, middle.by(0, 30), middle.by(0, 80))
    ada.reads("#log", "Ada drew")
    ada.presses("End turn")
    ada.reads("#clock", "Turn 2")


def test_a_piece_is_moved_by_two_clicks(ada: Window, people: tuple[User, User]) -> None:
    game = opens(ada, people, "automatafl", setup=SETUP)
    for name in ("A2", "A3"):
        ada.clicks(ada.point(name))
    ada.reads("#choice", "Sealed: A2 to A3")
    seal(game, people[1], {"type": "move", "from": [2, 2], "to": [2, 3]})
    ada.reads("#clock", "Turn 2")


def test_a_tile_is_placed_by_a_click(ada: Window, people: tuple[User, User]) -> None:
    opens(ada, people, "territory", rows=4, columns=6, start=[[1, 1], [4, 2]])
    ada.clicks(ada.point("C3"))
    ada.reads("#clock", "Turn 2")
    ada.reads("#log", "Ada placed C3")
