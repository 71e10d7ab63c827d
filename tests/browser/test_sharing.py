"""A game in a frame on a page of another site."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, FrameLocator, ViewportSize, expect

from accounts.models import User
from tests.browser.games import choose, game_of
from tests.browser.people import PHONE, WIDE, Person, somebody

SIZES = pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Makes another site show a page, and returns its address."""
    shown = {"page": ""}

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(shown["page"].encode())

        def log_message(self, *_said: object) -> None:
            """Says nothing."""

    def show(page: str) -> str:
        shown["page"] = page
        return f"http://localhost:{server.server_port}/"

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield show
        server.shutdown()


Elsewhere = Callable[[str], str]


def framed(
    person: Person, elsewhere: Elsewhere, address: str, width: int = 360, height: int = 560
) -> FrameLocator:
    """Opens a page of another site that has this address in a frame."""
    frame = f'<iframe src="{address}" width="{width}" height="{height}"></iframe>'
    person.page.goto(elsewhere(f"<!doctype html><link rel=icon href=data:,>{frame}"))
    return person.page.frame_locator("iframe")


def plays_a_turn(game, x: int) -> None:
    """Ada and Ben choose."""
    choose(game, "Ada", x, 1)
    choose(game, "Ben", x, 3)


@SIZES
def test_a_frame_on_another_site_follows_the_game_and_walks_through_it(
    browser: Browser, site: str, elsewhere: Elsewhere, viewport: ViewportSize
) -> None:
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    game = game_of("Ada", "Ben", title="Tonight")
    plays_a_turn(game, 1)
    reader = somebody(browser, site, "", viewport=viewport)
    frame = framed(reader, elsewhere, f"{site}/games/{game.public_id}/embed/")
    board = frame.locator(".board-picture")
    expect(frame.locator("#shown")).to_have_text("Step 1 of 1")
    expect(board).not_to_have_js_property("naturalWidth", 0)
    plays_a_turn(game, 2)
    expect(frame.locator("#shown")).to_have_text("Step 2 of 2")
    expect(board).to_have_attribute("src", f"/games/{game.public_id}/steps/2.svg")
    back = frame.get_by_role("link", name="One step back")
    back.focus()
    back.press("Enter")
    expect(frame.locator("#shown")).to_have_text("Step 1 of 2")
    back.press("Enter")
    expect(frame.locator("#shown")).to_have_text("Step 0 of 2")
    expect(frame.get_by_role("link", name="One step forward")).to_be_focused()
    plays_a_turn(game, 3)
    expect(frame.locator("#shown")).to_have_text("Step 0 of 3")
    frame.get_by_role("link", name="Last step").click()
    expect(frame.locator("#shown")).to_have_text("Step 3 of 3")
    assert reader.troubles == []


@pytest.mark.parametrize(("width", "height"), [(480, 640), (240, 240), (900, 300)])
def test_all_of_a_game_is_seen_in_a_frame_of_any_size(
    browser: Browser, site: str, elsewhere: Elsewhere, width: int, height: int
) -> None:
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    game = game_of("Ada", "Ben", title="Tonight")
    reader = somebody(browser, site, "", viewport=WIDE)
    frame = framed(reader, elsewhere, f"{site}/games/{game.public_id}/embed/", width, height)
    expect(frame.locator(".board-picture")).not_to_have_js_property("naturalWidth", 0)
    fits = "({scrollWidth: w, scrollHeight: h}) => w <= innerWidth && h <= innerHeight"
    assert frame.locator("html").evaluate(fits)


def test_no_other_page_is_shown_in_a_frame(
    browser: Browser, site: str, elsewhere: Elsewhere
) -> None:
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    game = game_of("Ada", "Ben", title="Tonight")
    reader = somebody(browser, site, "", viewport=WIDE)
    framed(reader, elsewhere, f"{site}/games/{game.public_id}/")
    assert [frame.url for frame in reader.page.frames[1:]] == ["chrome-error://chromewebdata/"]
