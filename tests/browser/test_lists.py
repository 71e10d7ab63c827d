"""Live lists: an update changes only a row, and keeps what the viewer was doing."""

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from accounts.models import User
from accounts.services.roles import set_host
from tests.browser.games import choose, game_of
from tests.browser.people import Person, member
from tests.lobby.tables import open_one, sit

TEN_MINUTES = 600
STRIDE = 5
"""Seconds by which a page's clock is moved at once: less than it waits for an answer."""
ANSWERED_WITHIN = 10_000
"""Milliseconds for which a test waits for the server's answers."""
PATIENCE = 50
"""Milliseconds after which it looks whether they are there."""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """A member who looks at the tables."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada")


@pytest.fixture
def dora(ada: Person) -> User:
    """A host without a browser."""
    dora = User.objects.create_user("Dora")
    set_host(user=dora, hosts=True)
    return dora


def test_a_table_that_is_opened_adds_a_row_and_leaves_the_others_and_the_focus(
    ada: Person, dora: User
) -> None:
    tables = [open_one(dora, title=title) for title in ("First", "Second")]
    ada.goes_to("/tables/")
    page = ada.page
    rows = page.locator("#open-tables li")
    expect(rows).to_have_count(2)
    page.evaluate("document.querySelectorAll('#open-tables li').forEach(row => row.seen = true)")
    page.get_by_label("Find a game or table").fill("half typ")
    link = page.get_by_role("link", name="First")
    link.focus()
    scrolled = page.evaluate("(scrollTo({ top: 40, behavior: 'instant' }), scrollY)")
    open_one(dora, title="Third")
    expect(rows).to_have_count(3)
    assert rows.evaluate_all("rows => rows.map(row => !!row.seen)") == [False, True, True]
    expect(link).to_be_focused()
    expect(page.get_by_label("Find a game or table")).to_have_value("half typ")
    assert page.evaluate("scrollY") == scrolled
    sit(tables[1], User.objects.get(username="Ben"))
    expect(rows.nth(1)).to_contain_text("1 of 2 seats taken")
    assert rows.evaluate_all("rows => rows.map(row => !!row.seen)") == [False, True, True]
    said = page.locator("#polite p").all_text_contents()
    counts = (f"{tables} open tables, 0 games in progress." for tables in (3, 2))
    assert set(said) <= set(counts)
    assert ada.troubles == []


def test_a_turn_changes_the_row_of_its_game_and_no_other(ada: Person) -> None:
    games = [game_of("Ada", "Ben", title=title) for title in ("One", "Two")]
    ada.goes_to("/tables/")
    expect(ada.page.locator(".game-row .board-picture")).to_have_count(2)
    ada.page.evaluate(
        """() => {
            window.changed = new Set();
            const watch = new MutationObserver((changes) => {
                for (const { target } of changes) {
                    const element = target.closest ? target : target.parentElement;
                    const row = element?.closest(".game-row");
                    if (row) window.changed.add(row.id);
                }
            });
            watch.observe(document.getElementById("lobby"),
                { subtree: true, childList: true, attributes: true, characterData: true });
        }"""
    )
    choose(games[0], "Ada", 1, 1)
    choose(games[0], "Ben", 3, 3)
    ada.page.evaluate(
        """async id => {
            const late = Date.now() + 20_000;
            while (!window.changed.has(id) && Date.now() < late)
                await new Promise(requestAnimationFrame);
        }""",
        f"game-{games[0].public_id}",
    )
    assert ada.page.evaluate("[...window.changed]") == [f"game-{games[0].public_id}"]


def test_an_open_list_costs_little_while_nothing_happens(ada: Person, dora: User) -> None:
    for number in range(3):
        open_one(dora, title=f"Table {number}")
    game_of("Ada", "Ben", title="Tonight")
    ada.page.clock.install()
    bytes_: list[float] = []
    asked: list[str] = []
    sent: list[bool] = []
    got: list[bool] = []
    tools = ada.page.context.new_cdp_session(ada.page)

    def received(event: dict[str, float]) -> None:
        bytes_.append(event["encodedDataLength"])

    def count_frames(socket: WebSocket) -> None:
        socket.on("framesent", lambda _: sent.append(True))
        socket.on("framereceived", lambda _: got.append(True))

    def wait_for_answers() -> None:
        """A page that waits for an answer asks nothing else, and takes its socket for lost in the
        end."""
        for _ in range(ANSWERED_WITHIN // PATIENCE):
            ada.page.wait_for_timeout(PATIENCE)
            if len(bytes_) >= len(asked) and len(got) >= len(sent):
                break

    ada.page.on("websocket", count_frames)
    tools.on("Network.loadingFinished", received)
    tools.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    tools.send("Network.enable")
    ada.goes_to("/tables/")
    expect(ada.page.locator("#open-tables li")).to_have_count(3)
    ada.page.wait_for_timeout(500)
    wait_for_answers()
    del asked[:], bytes_[:], sent[:], got[:]
    for _ in range(TEN_MINUTES // STRIDE):
        ada.page.clock.run_for(STRIDE * 1000)
        wait_for_answers()
    assert 5 <= len(asked) <= 20
    assert sum(bytes_) < 25 * 1024
    assert ada.troubles == []
