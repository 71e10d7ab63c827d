"""The site as in the Docker image, with bundled modules, in production behind nginx."""

import os
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Response, expect

from accounts.models import User
from engines.registry import GAMES
from games.models import Game
from games.store.rows import state_at
from tests.browser.games import WAIT
from tests.browser.people import Person, somebody
from tests.games.playing import begin, seal
from tests.servers.image import image, running_image, static_files
from tests.servers.nginx import Nginx
from tests.servers.session import open_session

pytestmark = pytest.mark.django_db(transaction=True)

MOST_REQUESTS = 30


@pytest.fixture(scope="module")
def nginx(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,  # so that sessions opened by a test are valid there
    }
    folder = tmp_path_factory.mktemp("production")
    code = image()
    with running_image(folder, {**os.environ, **shared}, code, static_files(code)) as nginx:
        yield nginx


@pytest.fixture
def ada(browser: Browser, nginx: Nginx) -> Iterator[Person]:
    """A member who is logged in."""
    key = open_session(User.objects.create_user("Ada"))
    address = f"https://127.0.0.1:{nginx.port}"
    person = somebody(browser, address, "Ada", ignore_https_errors=True)
    cookie = {"name": "__Host-sessionid", "value": key, "url": address, "secure": True}
    person.page.context.add_cookies([cookie])  # type: ignore[list-item]
    yield person
    person.page.context.close()


def game_of_adas(variant: str) -> Game:
    """Begins a game of Ada and as few others as possible. Each turn ends when all have chosen."""
    (engine,) = (game for game in GAMES if game.slug == variant)
    others = [User.objects.create_user(f"Other{n}") for n in range(1, engine.seats_allowed()[0])]
    return begin(User.objects.get(username="Ada"), *others, variant=variant, **WAIT)


def play_a_step(game: Game) -> None:
    """Everybody the game waits for chooses as a bot would, which ends the turn."""
    state = state_at(game, game.step)
    for seat in game.engine.awaiting(state):
        user = game.seats.get(number=seat).user
        assert user is not None
        seal(game, user, game.engine.bot().think(state, seat, seat), game.step + 1)
    game.refresh_from_db()


def plain(name: str) -> str:
    """Returns a file's name without the hash in it."""
    return re.sub(r"\.[0-9a-f]{12}\.", ".", name)


@pytest.mark.parametrize("variant", [game.slug for game in GAMES])
def test_a_running_game_comes_in_few_requests_and_shows_what_is_played(
    ada: Person, variant: str
) -> None:
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.on("websocket", lambda socket: asked.append(socket.url))
    game = game_of_adas(variant)
    play_a_step(game)
    ada.goes_to(game.get_absolute_url())
    expect(ada.page.locator("#board svg").first).to_be_visible()
    expect(ada.page.locator("#log a[data-step='1']")).to_be_attached()
    play_a_step(game)
    expect(ada.page.locator("#log a[data-step='2']")).to_be_attached()  # sent over the socket
    assert len(asked) <= MOST_REQUESTS, asked
    modules = [url.partition("/static/js/")[2] for url in asked if url.endswith(".js")]
    assert {plain(name) for name in modules} == {
        *("shared.js", "pages/every-page.js", "pages/game.js", f"boards/{variant}/index.js")
    }
    assert [name for name in modules if plain(name) == name] == []
    assert ada.troubles == []


def test_a_choice_is_sealed_through_nginx(ada: Person) -> None:
    game = game_of_adas("multiplayer-go")
    ada.goes_to(game.get_absolute_url())
    ada.chooses("C3")
    assert ada.troubles == []


PATHS = ("/", "/tables/", "/games/", "/rules/", "/account/preferences/")


def missing_at(person: Person, path: str) -> list[str]:
    """Returns what the page at this path requests in vain."""
    missing: list[str] = []

    def note(answer: Response) -> None:
        if not answer.ok:
            missing.append(answer.url)

    person.page.on("response", note)
    person.goes_to(path)
    person.page.wait_for_load_state("networkidle")
    return missing


@pytest.mark.parametrize("path", PATHS)
def test_every_module_that_a_page_names_is_there(ada: Person, path: str) -> None:
    assert missing_at(ada, path) == []
    assert ada.troubles == []
