"""Modules without bundling, as `make run` serves them: each is found, and a game can be played."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from accounts.models import User
from engines.registry import GAMES
from tests.browser.people import Person, somebody
from tests.browser.test_image import PATHS, game_of_adas, missing_at, plain, play_a_step
from tests.servers.image import static_files
from tests.servers.session import open_session
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningWeb]:
    folder = tmp_path_factory.mktemp("written")
    environment = {
        **os.environ,
        "SECRET_KEY": settings.SECRET_KEY,  # so that sessions opened by a test are valid there
        "HASHED_STATIC_FILES": "1",
        "STATIC_ROOT": str(static_files()),
    }
    with RunningWeb(folder, environment) as web:
        yield web


@pytest.fixture
def ada(browser: Browser, web: RunningWeb) -> Iterator[Person]:
    """A member who is logged in."""
    User.objects.create_user("Ada")
    person = somebody(browser, f"http://127.0.0.1:{web.port}", "Ada")
    key = open_session(User.objects.get())
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": person.site}
    person.page.context.add_cookies([cookie])  # type: ignore[list-item]
    yield person
    person.page.context.close()


@pytest.mark.parametrize("variant", [game.slug for game in GAMES])
def test_a_running_game_shows_what_is_played(ada: Person, variant: str) -> None:
    modules: list[str] = []
    ada.page.on("request", lambda request: modules.append(request.url.partition("/static/js/")[2]))
    game = game_of_adas(variant)
    ada.goes_to(game.get_absolute_url())
    expect(ada.page.locator("#board svg").first).to_be_visible()
    play_a_step(game)
    expect(ada.page.locator("#log a[data-step='1']")).to_be_attached()  # sent over the socket
    named = {plain(name) for name in modules}
    assert f"boards/{variant}/position.js" not in named  # it has only types
    assert {"core/steps.js", f"boards/{variant}/index.js"} <= named
    assert ada.troubles == []


@pytest.mark.parametrize("path", PATHS)
def test_every_module_that_a_page_names_is_there(ada: Person, path: str) -> None:
    assert missing_at(ada, path) == []
    assert ada.troubles == []
