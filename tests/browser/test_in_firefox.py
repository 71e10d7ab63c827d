"""A game of each kind in Firefox, with a finger: it opens, and a choice is made and revealed."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tests.browser.fingers import Place
from tests.browser.firefox import Firefox, Window, started
from tests.browser.games import WAIT
from tests.browser.people import PHONE
from tests.games.playing import begin, place, seal
from tests.servers import firefox
from tests.servers.session import open_session

pytestmark = pytest.mark.skipif(firefox.on_path() is None, reason=firefox.NONE)
SETUP = ["B.....B", "..W....", ".......", "W....W.", "B..BA.."]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = firefox.on_path()
    assert path
    with started(path, tmp_path_factory.mktemp("firefox")) as here:
        yield here


@pytest.fixture
def people(_site: str, transactional_db: None) -> tuple[User, User]:
    """Ada, who has the phone, and Ben, who has no browser."""
    return User.objects.create_user("Ada"), User.objects.create_user("Ben")


@pytest.fixture
def phone(engine: Firefox, _site: str, people: tuple[User, User]) -> Iterator[Window]:
    """Ada's phone, with Firefox. Its page closes before the next test empties the database."""
    cookie = (settings.SESSION_COOKIE_NAME, open_session(people[0]))
    window = engine.window(PHONE, _site, cookie)
    yield window
    engine.call("browsingContext.close", context=window.tab)
    assert engine.troubles == []


def opens(phone: Window, people: tuple[User, User], variant: str, **options: Any) -> Any:
    """Begins a game of this kind and opens its page; waits until it is connected."""
    waits: dict[str, Any] = WAIT
    game = begin(*people, variant=variant, options=options, **waits)
    phone.goes_to(game.get_absolute_url())
    phone.until("document.querySelector('#board svg')")
    phone.reads("#clock", "Turn 1")
    return game


@pytest.mark.parametrize("variant", ["multiplayer-go", "parallel-go"])
def test_a_stone_is_aimed_at_sealed_and_revealed(
    phone: Window, people: tuple[User, User], variant: str
) -> None:
    game = opens(phone, people, variant, size=13)
    start = phone.point("D4")
    end = phone.point("E5")
    phone.aims(start, end)
    phone.reads("#choice", "E5: chosen, not sealed yet.")
    phone.presses("Seal")
    phone.reads("#choice", "Sealed: E5")
    seal(game, people[1], place(0, 0))
    phone.reads("#clock", "Turn 2")
    phone.until("document.querySelector('[aria-label^=\"E5,\"]').ariaLabel.includes('stone')")


def test_two_fingers_enlarge_the_board_and_a_tap_shows_it_whole(
    phone: Window, people: tuple[User, User]
) -> None:
    opens(phone, people, "multiplayer-go", size=13)
    middle = phone.point("G7")

    def finger(way: int) -> list[dict[str, Any]]:
        x, y = round(middle.x), round(middle.y)
        return [
            {"type": "pointerMove", "x": x + 30 * way, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": x + 60 * way, "y": y, "duration": 60},
            {"type": "pointerMove", "x": x + 120 * way, "y": y, "duration": 60},
            {"type": "pointerUp", "button": 0},
        ]

    phone.performs(finger(-1), finger(1))
    phone.until("document.querySelector('#board[data-zoomed]')")
    phone.presses("Whole board")
    phone.until("!document.querySelector('#board[data-zoomed]')")


def test_a_line_is_drawn_with_a_finger(phone: Window, people: tuple[User, User]) -> None:
    opens(phone, people, "continuous-go", size=7, budget=8)
    board = phone.middle_of("document.querySelector('#board > svg')")
    phone.drags(board, board.by(0, 30), board.by(0, 80))
    phone.reads("#log", "Ada drew")
    phone.presses("End turn")
    phone.presses("Confirm")
    phone.reads("#clock", "Turn 2")


def test_a_piece_is_moved_by_two_taps(phone: Window, people: tuple[User, User]) -> None:
    game = opens(phone, people, "automatafl", setup=SETUP)
    for name in ("A2", "A3"):
        phone.taps(phone.point(name))
    phone.presses("Seal")
    phone.reads("#choice", "Sealed: A2 to A3")
    seal(game, people[1], {"type": "move", "from": [2, 2], "to": [2, 3]})
    phone.reads("#clock", "Turn 2")


def test_a_tile_is_placed_by_a_tap(phone: Window, people: tuple[User, User]) -> None:
    opens(phone, people, "territory", rows=4, columns=6, start=[[1, 1], [4, 2]])
    phone.taps(phone.point("C3"))
    phone.presses("Confirm")
    phone.reads("#clock", "Turn 2")
    phone.reads("#log", "Ada placed C3")


def test_the_bar_is_in_view_wherever_one_reads(phone: Window, people: tuple[User, User]) -> None:
    opens(phone, people, "parallel-go", size=13)
    for top in (0, 300, 10_000):
        phone.until(f"scrollTo({{ top: {top}, behavior: 'instant' }}) || true")
        phone.until(
            """(() => {
                const { top, bottom } = document.querySelector(".game-bar").getBoundingClientRect();
                return top >= -1 && bottom <= innerHeight + 1;
            })()"""
        )


def test_a_finger_that_leaves_the_board_chooses_nothing(
    phone: Window, people: tuple[User, User]
) -> None:
    opens(phone, people, "parallel-go", size=13)
    start = phone.point("D4")
    phone.aims(start, Place(start.x, start.y + 250))
    phone.aims(phone.point("E5"))
    phone.reads("#choice", "E5: chosen, not sealed yet.")
