"""Games in frames of other sites, and the menu "Share" on a game's page."""

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import (
    APIResponse,
    Browser,
    FrameLocator,
    Page,
    Route,
    ViewportSize,
    expect,
)

from accounts.models import User
from games.models import Game
from tests.browser.games import choose, game_of
from tests.browser.people import PHONE, WIDE, Person, somebody

WAIT = 60_000
"""Milliseconds within which a worker makes an animation, even on a busy machine."""
AFTER_A_PICTURE = """async (_, address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
}"""
"""Waits until the browser has the picture at this address, and has shown what waited for it."""
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


def has_copied(page: Page, beginning: str) -> None:
    """Waits until the clipboard has a text that begins like this."""
    page.wait_for_function(
        "async (text) => (await navigator.clipboard.readText()).startsWith(text)", arg=beginning
    )


def played_game(**changes: Any) -> Game:
    """A game in which Ada and Ben have played three turns."""
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    game = game_of("Ada", "Ben", title="Tonight", **changes)
    for x in (1, 2, 3):
        plays_a_turn(game, x)
    return game


def plays_a_turn(game: Game, x: int) -> None:
    """Ada and Ben choose."""
    choose(game, "Ada", x, 1)
    choose(game, "Ben", x, 3)


def game_with_reader(browser: Browser, site: str) -> tuple[Game, Person]:
    """Returns a running game, and somebody who is not logged in."""
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    return game_of("Ada", "Ben", title="Tonight"), somebody(browser, site, "", viewport=WIDE)


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


def test_a_frame_does_not_go_back_to_a_view_that_comes_late(
    browser: Browser, site: str, elsewhere: Elsewhere
) -> None:
    game, reader = game_with_reader(browser, site)
    late: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if route.request.resource_type == "fetch" and not late:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    reader.page.route("**/embed/", hold_the_first)
    frame = framed(reader, elsewhere, f"{site}/games/{game.public_id}/embed/")
    expect(frame.locator("#shown")).to_have_text("Step 0 of 0")
    plays_a_turn(game, 1)
    while not late:
        reader.page.wait_for_timeout(10)
    plays_a_turn(game, 2)
    expect(frame.locator("#shown")).to_have_text("Step 2 of 2")
    ((route, response),) = late
    with reader.page.expect_event("requestfinished", lambda done: done == route.request):
        route.fulfill(response=response)
    picture = f"{site}/games/{game.public_id}/steps/1.svg"
    frame.locator("html").evaluate(AFTER_A_PICTURE, picture)
    expect(frame.locator("#shown")).to_have_text("Step 2 of 2")
    assert reader.troubles == []


def test_a_frame_shows_the_last_step_though_the_site_did_not_answer_at_first(
    browser: Browser, site: str, elsewhere: Elsewhere
) -> None:
    game, reader = game_with_reader(browser, site)
    refused: list[Route] = []

    def refuse_the_first(route: Route) -> None:
        if route.request.resource_type == "fetch" and not refused:
            refused.append(route)
            route.fulfill(status=503, body="Busy")
        else:
            route.continue_()

    reader.page.route("**/embed/", refuse_the_first)
    frame = framed(reader, elsewhere, f"{site}/games/{game.public_id}/embed/")
    expect(frame.locator("#shown")).to_have_text("Step 0 of 0")
    plays_a_turn(game, 1)
    expect(frame.locator("#shown")).to_have_text("Step 1 of 1")
    assert len(refused) == 1


@pytest.mark.parametrize(("width", "height"), [(480, 640), (240, 240), (900, 300)])
def test_all_of_a_game_is_seen_in_a_frame_of_any_size(
    browser: Browser, site: str, elsewhere: Elsewhere, width: int, height: int
) -> None:
    game, reader = game_with_reader(browser, site)
    frame = framed(reader, elsewhere, f"{site}/games/{game.public_id}/embed/", width, height)
    expect(frame.locator(".board-picture")).not_to_have_js_property("naturalWidth", 0)
    fits = "({scrollWidth: w, scrollHeight: h}) => w <= innerWidth && h <= innerHeight"
    assert frame.locator("html").evaluate(fits)


def test_no_other_page_is_shown_in_a_frame(
    browser: Browser, site: str, elsewhere: Elsewhere
) -> None:
    game, reader = game_with_reader(browser, site)
    framed(reader, elsewhere, f"{site}/games/{game.public_id}/")
    assert [frame.url for frame in reader.page.frames[1:]] == ["chrome-error://chromewebdata/"]


@SIZES
def test_the_menu_gives_links_pictures_and_files_of_the_shown_step(
    browser: Browser, site: str, viewport: ViewportSize
) -> None:
    game = played_game()
    reader = somebody(browser, site, "", viewport=viewport)
    page = reader.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = f"{site}{game.get_absolute_url()}"
    reader.goes_to(f"{game.get_absolute_url()}?step=1")
    expect(page.locator(".replay-count")).to_have_text("1 / 3")
    menu = page.locator("#share")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(menu.get_by_role("button", name="Copy link", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    has_copied(page, address)
    menu.get_by_role("button", name="Copy link to this step").click()
    has_copied(page, f"{address}?step=1")
    menu.get_by_role("button", name="Copy code for a web page").click()
    has_copied(page, f'<iframe src="{address}embed/" ')
    picture = menu.get_by_role("link", name="Picture of this step")
    expect(picture).to_have_attribute("href", re.compile(r"/steps/1\.png"))
    page.keyboard.press("Escape")
    expect(menu.locator("summary")).to_be_focused()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".replay-count")).to_have_text("3 / 3")
    menu.locator("summary").click()
    for name, beginning in (
        ("Picture of this step", b"\x89PNG"),
        ("Game file", b'{"format": "miai-record"'),
        ("SGF for Go programs", b"(;FF[4]"),
    ):
        with page.expect_download() as download:
            menu.get_by_role("link", name=name).click()
        assert download.value.path().read_bytes().startswith(beginning)
    box = menu.locator(".menu-items").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= viewport["width"]
    assert reader.troubles == []


def test_an_animation_is_made_while_its_reader_waits(browser: Browser, site: str) -> None:
    game = played_game()
    reader = somebody(browser, site, "", viewport=WIDE)
    reader.goes_to(game.get_absolute_url())
    expect(reader.page.locator(".replay-count")).to_have_text("3 / 3")
    reader.page.locator("#share > summary").click()
    with reader.page.expect_download(timeout=WAIT) as download:
        reader.page.get_by_role("button", name="Animation of the game").click()
    assert download.value.path().read_bytes()[8:12] == b"WEBP"
    assert reader.troubles == []


def test_a_game_by_link_offers_no_code_for_other_sites(browser: Browser, site: str) -> None:
    game = played_game(listed=False)
    reader = somebody(browser, site, "", viewport=WIDE)
    reader.goes_to(game.get_absolute_url())
    reader.page.locator("#share > summary").click()
    expect(reader.page.get_by_role("button", name="Copy link", exact=True)).to_be_visible()
    expect(reader.page.get_by_role("button", name="Copy code for a web page")).to_have_count(0)
