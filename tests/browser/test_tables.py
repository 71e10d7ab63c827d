"""Tables in real browsers: they show at once what others do, with scripts and without."""

import itertools
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, Locator, Route, expect

from accounts.models import Preferences, User
from accounts.services.roles import set_host
from lobby.models import Place, Table, TableMessage
from lobby.services.joining import join_table
from pages.palette import distance
from tests.browser.barriers import barriers
from tests.browser.fingers import middle_of
from tests.browser.people import (
    HURRY,
    PASSWORD,
    PHONE,
    Person,
    comes_true,
    hurry_animations,
    picks,
    posts,
    somebody,
)
from tests.lobby.tables import open_one, sit


def a_member(browser: Browser, site: str, name: str, stone: str, **options: object) -> Person:
    """Makes a member who is logged in, with a preferred colour."""
    user = User.objects.create_user(name, password=PASSWORD)
    Preferences.objects.create(user=user, stone_colour=stone, mark_colour="ink")
    person = somebody(browser, site, name, **options)
    person.has_logged_in()
    return person


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """A host."""
    person = a_member(browser, site, "Ada", "ember")
    set_host(user=User.objects.get(username="Ada"), hosts=True)
    return person


@pytest.fixture
def ben(browser: Browser, site: str) -> Person:
    """A member with a phone."""
    return a_member(browser, site, "Ben", "sky", viewport=PHONE, has_touch=True)


def open_table(person: Person, **choices: str) -> str:
    """Opens a table for two through the form; returns its path."""
    person.goes_to("/tables/new/?game=multiplayer-go")
    person.page.get_by_label("Players", exact=True).select_option("2")
    if choices:
        show_more_options(person)
    for name, value in choices.items():
        picks(person.page.locator(f"[name={name}][value={value}]"))
    person.page.get_by_role("button", name="Open table").click()
    expect(person.page.get_by_role("heading", name="Seats")).to_be_visible()
    return Table.objects.get(closed_at=None, game=None).get_absolute_url()


def show_more_options(person: Person) -> None:
    """Shows the less common options in the form for a new table."""
    person.press(person.page.locator("#more-options-show"))


def seat(person: Person, name: str) -> Locator:
    """The seat of this player in the list."""
    return person.page.locator(".seat-list li").filter(has_text=name)


def test_beside_a_table_like_it_the_form_still_answers_and_opens_another(ada: Person) -> None:
    host = User.objects.create_user("Cleo")
    set_host(user=host, hosts=True)
    sit(open_one(host, seats=3, title="Theirs"), host)
    ada.goes_to("/tables/new/?game=multiplayer-go")
    ada.page.get_by_role("button", name="Open table").click()
    offered = ada.page.locator("#table-like")
    expect(offered).to_contain_text("Theirs")
    assert barriers(ada) == []
    ada.page.get_by_label("Players", exact=True).select_option("5")
    expect(ada.page.locator(".summary-sentence")).to_contain_text("5 players")
    ada.page.get_by_role("button", name="Open table").click()
    ada.page.get_by_role("button", name="Open mine anyway").click()
    expect(ada.page.get_by_role("heading", name="Seats")).to_be_visible()
    assert ada.troubles == []


def test_the_sentence_follows_what_is_filled_in_by_keyboard(ada: Person) -> None:
    page = ada.page
    ada.goes_to("/tables/new/?game=multiplayer-go")
    sentence = page.locator(".summary-sentence")
    expect(sentence).to_contain_text("on 9×9 for 4 players: one minute a turn, always in full.")
    page.get_by_role("radio", name="9", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text("on 13×13 for 4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("11")
    expect(sentence).to_contain_text("on 11×11 for 4")
    page.keyboard.press("Control+a")
    page.keyboard.type("99")
    expect(page.locator("#summary")).to_contain_text(
        "Board size: Enter a whole number from 5 to 25."
    )
    expect(page.get_by_label("Another number")).to_be_focused()
    show_more_options(ada)
    page.get_by_label("Time for a turn").select_option("custom")
    expect(page.get_by_label("How many")).to_be_visible()
    assert ada.troubles == []


def test_a_usual_board_is_one_tap_and_without_scripts_too(ada: Person, browser: Browser) -> None:
    state = ada.page.context.storage_state()
    plain: dict[str, Any] = {"java_script_enabled": False, "viewport": PHONE, "has_touch": True}
    page = browser.new_context(storage_state=state, **plain).new_page()
    page.goto(f"{ada.site}/tables/new/?game=parallel-go")
    expect(page.get_by_label("Another number")).to_be_hidden()
    page.locator("#preset-daily").tap()
    page.locator(".segment").filter(has_text=re.compile(r"^\s*13\s*$")).tap()
    page.get_by_role("button", name="Open table").tap()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    table = Table.objects.get()
    assert (table.options["size"], table.settings.turn_seconds) == (13, 24 * 60 * 60)


def test_limits_of_areas_follow_the_size_of_the_board_until_somebody_writes_another(
    ada: Person,
) -> None:
    page = ada.page
    ada.goes_to("/tables/new/?game=continuous-go")
    show_more_options(ada)
    least, largest = (
        page.get_by_label("Minimum group area"),
        page.get_by_label("Maximum section area"),
    )
    expect(least).to_have_value("8")
    picks(page.get_by_role("radio", name="9", exact=True))
    expect(least).to_have_value("2")
    largest.fill("30")
    picks(page.get_by_role("radio", name="13", exact=True))
    expect(least).to_have_value("4")
    expect(largest).to_have_value("30")
    assert ada.troubles == []


def test_a_starting_board_is_put_together_with_the_keyboard(ada: Person) -> None:
    page = ada.page
    ada.goes_to("/tables/new/?game=automatafl")
    show_more_options(ada)
    picks(page.get_by_role("radio", name="Your own"))
    picks(page.get_by_role("radio", name="The Agent"))
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name="G7, the Agent")).to_be_focused()
    for key in ("Home", "PageUp", "Enter"):
        page.keyboard.press(key)
    expect(
        page.locator(".field-help", has_text="The Agent cannot start on a corner")
    ).to_be_visible()
    page.get_by_role("spinbutton", name=re.compile("Rows")).fill("9")
    expect(page.locator(".summary-sentence")).to_contain_text("on 11×9")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    setup = Table.objects.get().options["setup"]
    assert (len(setup), setup[4][6]) == (9, "A")
    assert ada.troubles == []


def test_starting_tiles_are_chosen_by_taps(ada: Person, ben: Person) -> None:
    set_host(user=User.objects.get(username="Ben"), hosts=True)
    page = ben.page
    ben.goes_to("/tables/new/?game=territory")
    show_more_options(ben)
    page.get_by_label("Players", exact=True).select_option("2")
    ben.press(page.locator(".segment").filter(has_text="Chosen here"))
    for name in ("A6", "K1"):
        ben.press(ben.point(name))
    expect(ben.point("A6")).to_have_attribute("aria-label", "A6, seat 1 starts here")
    ben.press(page.get_by_role("button", name="Open table"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert Table.objects.get().options["start"] == [[0, 0], [9, 5]]
    assert ben.troubles == []


def test_a_member_chooses_the_board_the_players_and_the_time(ben: Person) -> None:
    page = ben.page
    ben.goes_to("/tables/new/?game=multiplayer-go")
    ben.press(page.locator("#preset-quick"))
    expect(page.locator("#preset-quick")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Players", exact=True).select_option("3")
    ben.press(page.locator(".segment").filter(has_text=re.compile(r"^\s*13\s*$")))
    page.get_by_label("Time for a turn").select_option("custom")
    page.get_by_label("How many").fill("7")
    expect(page.locator(".summary-sentence")).to_contain_text("on 13×13 for 3 players: 7 minutes")
    expect(page.locator("#preset-quick")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#more-options")).to_have_count(0)
    assert barriers(ben) == []
    ben.press(page.get_by_role("button", name="Open table"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    table = Table.objects.get()
    assert (table.options["size"], table.seats, table.settings.turn_seconds) == (13, 3, 420)
    assert table.starts == Table.Starts.FULL
    assert ben.troubles == []


@pytest.mark.parametrize("asks_again", [False, True], ids=["soon", "late"])
def test_what_is_chosen_while_a_usual_way_to_play_is_filled_in_stays(
    ben: Person, asks_again: bool
) -> None:
    page, held = ben.page, list[Route]()

    def hold(route: Route) -> None:
        if held or route.request.method != "POST":
            route.fallback()
        else:
            held.append(route)

    ben.goes_to("/tables/new/?game=multiplayer-go")
    page.route(re.compile("/tables/new/$"), hold)
    with page.expect_request(lambda request: request.method == "POST"):
        ben.press(page.locator("#preset-evening"))
    players = page.get_by_label("Players", exact=True)
    players.select_option("2")
    if asks_again:
        page.wait_for_timeout(500)
    held[0].continue_()
    expect(page.locator(".summary-sentence")).to_contain_text("for 2 players: 3 minutes a turn")
    expect(players).to_have_value("2")
    expect(page.get_by_label("Time for a turn")).to_have_value("180")
    assert ben.troubles == []


def test_who_comes_back_to_the_form_finds_the_options_of_the_game_chosen_before(
    ben: Person,
) -> None:
    page = ben.page
    ben.goes_to("/tables/new/?game=multiplayer-go")
    picks(page.locator("[name=variant][value=territory]"))
    expect(page.locator(".summary-sentence")).to_contain_text("Territory on 10×6 for 4 players")
    page.get_by_label("Players", exact=True).select_option("2")
    ben.goes_to("/rules/territory/")
    page.go_back()
    expect(page.locator(".summary-sentence")).to_contain_text("Territory on 10×6 for 2 players")
    expect(page.locator("[name=variant][value=territory]")).to_be_checked()
    expect(page.get_by_label("Columns")).to_be_visible()
    assert ben.troubles == []


def test_a_member_sees_what_is_wrong_and_loses_nothing(ben: Person) -> None:
    page = ben.page
    ben.goes_to("/tables/new/?game=territory")
    page.get_by_label("Columns").fill("12")
    page.get_by_label("Rows").fill("99")
    expect(page.locator("#summary")).to_contain_text("Rows: Enter a whole number from 4 to 20.")
    page.get_by_label("Rows").fill("8")
    expect(page.locator(".summary-sentence")).to_contain_text("Territory on 12×8")
    page.get_by_label("Time for a turn").select_option("none")
    expect(page.get_by_label("a turn counts as missed after")).to_be_visible()
    expect(page.get_by_label("How many")).to_be_hidden()
    assert barriers(ben) == []
    assert ben.troubles == []


def test_a_member_opens_a_table_without_scripts(ben: Person, browser: Browser) -> None:
    state = ben.page.context.storage_state()
    plain: dict[str, Any] = {"java_script_enabled": False, "viewport": PHONE, "has_touch": True}
    page = browser.new_context(storage_state=state, **plain).new_page()
    page.goto(f"{ben.site}/tables/new/")
    page.locator(".game-tile").filter(has_text="Territory").tap()
    page.get_by_role("button", name="Show options").tap()
    page.locator("#preset-daily").tap()
    expect(page.locator("#preset-daily")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Rows").fill("8")
    expect(page.get_by_label("Turns end at")).to_be_hidden()
    page.get_by_role("button", name="Open table").tap()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    table = Table.objects.get()
    assert (table.options["rows"], table.settings.turn_seconds) == (8, 24 * 60 * 60)


def test_corners_are_picked_at_the_table_and_changed_while_some_are_free(
    ada: Person, ben: Person
) -> None:
    ada.goes_to("/tables/new/?game=automatafl")
    ada.page.get_by_label("Players", exact=True).select_option("4")
    ada.page.get_by_role("button", name="Open table").click()
    expect(seat(ada, "Ada")).to_contain_text("upper left")
    ben.goes_to(Table.objects.get().get_absolute_url())
    ben.press(ben.page.locator(".segment").filter(has_text="lower right"))
    ben.press(ben.page.get_by_role("button", name="Take a seat"))
    expect(seat(ada, "Ben")).to_contain_text("lower right")
    free = ada.page.locator(".seat-list li").filter(has_text="lower left")
    free.get_by_role("button", name="Move here").click()
    expect(seat(ben, "Ada")).to_contain_text("lower left")
    expect(seat(ada, "Ben")).to_contain_text("lower right")
    barred = [barriers(person) for person in (ada, ben)]
    assert barred == [[], []]
    assert (ada.troubles, ben.troubles) == ([], [])


def test_a_table_is_opened_on_one_screen_with_a_game_a_way_to_play_and_a_button(
    ada: Person,
) -> None:
    page = ada.page
    ada.goes_to("/tables/new/")
    page.locator(".game-tile").filter(has_text="Territory").click()
    expect(page.locator(".summary-sentence")).to_contain_text("Territory on 10×6")
    page.locator("#preset-daily").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".summary-sentence")).to_contain_text("one day a turn")
    expect(page.locator("#preset-daily")).to_be_focused()
    expect(page.locator("#preset-daily")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert barriers(ada) == []
    show_more_options(ada)
    page.get_by_label("Time for a turn").select_option("600")
    expect(page.locator("#preset-daily")).to_have_attribute("aria-pressed", "false")
    page.locator("#preset-evening").click()
    expect(page.get_by_label("Time for a turn")).to_have_value("180")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert Table.objects.get().settings.turn_seconds == 180
    assert ada.troubles == []


def test_the_button_that_opens_a_table_is_always_in_reach_on_a_phone(ben: Person) -> None:
    set_host(user=User.objects.get(username="Ben"), hosts=True)
    page = ben.page
    ben.goes_to("/tables/new/")
    button = page.get_by_role("button", name="Open table")
    expect(button).to_be_in_viewport(ratio=1)
    show_more_options(ben)
    page.get_by_label("Title").scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=1)
    assert barriers(ben) == []
    page.keyboard.press("Tab")
    page.get_by_label("Title").fill("x" * 80)
    page.get_by_label("Title").press("Enter")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert ben.troubles == []


def test_another_game_shows_its_options_and_keeps_the_title(ada: Person) -> None:
    page = ada.page
    ada.goes_to("/tables/new/?game=multiplayer-go")
    show_more_options(ada)
    page.get_by_label("Title").fill("Friday")
    page.get_by_role("radio", name="Parallel Multiplayer Go").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Rows")).to_have_value("6")
    expect(page.get_by_label("Title")).to_have_value("Friday")
    expect(page.get_by_role("radio", name="Territory")).to_be_focused()
    expect(page.get_by_role("radio", name="Territory")).to_be_checked()
    assert ada.troubles == []


def test_two_gather_count_down_stop_and_start_without_loading_a_page(
    ada: Person, ben: Person
) -> None:
    ben.goes_to("/tables/")
    path = open_table(ada)
    ben.page.get_by_role("link", name="Ada: Parallel Multiplayer Go").click()
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(seat(ada, "Ben")).to_contain_text("not ready")
    expect(ben.page.get_by_label("Sky", exact=True).first).to_be_attached()
    ada.is_ready()
    expect(ada.page.get_by_role("button", name="Not ready after all")).to_be_focused()
    expect(seat(ben, "Ada")).to_contain_text(re.compile(r"(?<!not )ready"))

    ben.is_ready()
    for person in (ada, ben):
        expect(
            person.page.get_by_role("heading", name="The game is about to start")
        ).to_be_visible()
    ada.page.get_by_role("button", name="Not ready yet").click()
    for person in (ada, ben):
        expect(person.page.get_by_role("heading", name="The game is about to start")).to_be_hidden()

    ada.is_ready()
    for person in (ada, ben):
        person.page.wait_for_url("**/games/*/", timeout=40_000, wait_until="commit")
        expect(person.page.locator("#seats")).to_contain_text("Ben")
    assert Table.objects.get().get_absolute_url() == path
    assert (ada.troubles, ben.troubles) == ([], [])


def test_a_double_tap_on_ready_is_not_taken_back(ada: Person, ben: Person) -> None:
    """The button for the opposite is in the same place as soon as the server has answered."""
    path = open_table(ada)
    ben.goes_to(path)
    ben.sits_down()
    ben.goes_to(path)  # the page takes presses: it waits for no answer to the one before
    ready = ben.page.get_by_role("button", name="I am ready")
    not_ready = ben.page.get_by_role("button", name="Not ready after all")
    ready.tap(trial=True)
    where = middle_of(ready)
    sent = posts(ben, "/ready/")
    hurry_animations(ben.page, 0.001)  # two taps are one double tap, however long they take
    ben.page.touchscreen.tap(*where)
    expect(not_ready).to_be_visible()
    ben.page.touchscreen.tap(*where)
    hurry_animations(ben.page, HURRY)
    expect(seat(ada, "Ben")).to_contain_text(re.compile(r"(?<!not )ready"))
    assert len(sent) == 1
    not_ready.tap()  # later another tap does
    expect(ready).to_be_visible()
    assert (ada.troubles, ben.troubles) == ([], [])


def test_a_double_tap_on_ready_stands_where_the_answer_comes_late(ada: Person, ben: Person) -> None:
    """The push for what the first tap did may have the page fetch the table before that tap is
    answered."""
    path = open_table(ada)
    ben.goes_to(path)
    ben.sits_down()
    ben.goes_to(path)
    held: list[tuple[Route, APIResponse]] = []
    ben.page.route("**/ready/", lambda route: held.append((route, route.fetch())))
    ready = ben.page.get_by_role("button", name="I am ready")
    ready.tap(trial=True)
    where = middle_of(ready)
    hurry_animations(ben.page, 0.001)  # two taps are one double tap, however long they take
    ben.page.touchscreen.tap(*where)
    expect(ben.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    ben.page.touchscreen.tap(*where)
    ((route, answer),) = held
    route.fulfill(response=answer)
    expect(seat(ada, "Ben")).to_contain_text(re.compile(r"(?<!not )ready"))
    ben.goes_to(path)
    expect(seat(ben, "Ben")).to_contain_text(re.compile(r"(?<!not )ready"))
    assert len(held) == 1


def test_what_is_said_with_a_double_tap_is_said_once(ada: Person) -> None:
    open_table(ada)
    held: list[Route] = []
    ada.page.route("**/say/", lambda route: held.append(route))  # noqa: PLW0108 Playwright marks what it calls
    ada.page.get_by_label("Your message").fill("Good evening")
    ada.page.get_by_role("button", name="Send").dblclick()
    while not held:
        ada.page.wait_for_timeout(20)
    for each in held:
        each.continue_()
    expect(ada.page.locator("#chat")).to_contain_text("Ada Good evening")
    expect(ada.page.get_by_label("Your message")).to_have_value("")
    assert TableMessage.objects.count() == len(held) == 1
    assert ada.troubles == []


def test_who_asks_is_let_in_by_the_host_and_what_is_half_chosen_stays(
    ada: Person, ben: Person
) -> None:
    path = open_table(ada, joining="approval")
    ben.goes_to(path)
    ben.page.get_by_role("button", name="Ask Ada for a seat").click()
    ada.page.locator("#change-colours").click()
    picks(ada.page.locator("input[name=stone][value=night]"))
    ada.page.get_by_role("button", name="Accept Ben").click()
    expect(seat(ada, "Ben")).to_be_visible()
    expect(ada.page.locator("input[name=stone][value=night]")).to_be_checked()
    expect(ben.page.get_by_role("button", name="I am ready")).to_be_visible()
    assert (ada.troubles, ben.troubles) == ([], [])


def test_the_preview_does_not_change_under_a_press(ada: Person) -> None:
    """The button moves when the sentence above it gets longer."""
    ada.goes_to("/tables/new/?game=multiplayer-go")
    page = ada.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/tables/new/$"), hold)
    sentence = page.locator(".summary-sentence")
    before = sentence.text_content() or ""
    with page.expect_request(re.compile("/tables/new/$")):
        page.get_by_label("Time for a turn").select_option("calendar")
    page.locator("#open").hover()
    page.mouse.down()
    with page.expect_response(re.compile("/tables/new/$")) as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    expect(sentence).to_have_text(before)
    page.unroute(re.compile("/tables/new/$"))
    page.mouse.up()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert ada.troubles == []


def test_the_host_copies_the_link_and_it_lets_somebody_in(ada: Person, ben: Person) -> None:
    path = open_table(ada, joining="link")
    ben.goes_to(path)
    expect(ben.page.get_by_role("heading", name="Link needed")).to_be_visible()
    ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.page.get_by_role("button", name="Copy").click()
    expect(ada.page.locator("#toasts").get_by_text("Link copied.")).to_be_visible()
    ben.page.goto(ada.page.evaluate("navigator.clipboard.readText()"))
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(seat(ada, "Ben")).to_be_visible()
    assert (ada.troubles, ben.troubles) == ([], [])


def test_a_colour_taken_in_the_meantime_is_refused_and_the_nearest_is_one_click_away(
    ada: Person, ben: Person
) -> None:
    ben.goes_to(open_table(ada))
    ben.page.locator("#change-colours").click()
    picks(ben.page.locator("input[name=stone][value=ember]"))
    ben.page.get_by_role("button", name="Take a seat").click()
    trouble = ben.page.locator("#colour-trouble")
    expect(trouble).to_contain_text("looks too much like Ada’s stones")
    ada.is_ready()
    expect(seat(ben, "Ada")).to_contain_text(re.compile(r"(?<!not )ready"))
    expect(trouble).to_contain_text("looks too much like Ada’s stones")
    expect(ben.page.locator("input[name=stone][value=ember]")).to_be_checked()
    ben.page.locator("#take-offer").click()
    expect(seat(ada, "Ben")).to_be_visible()
    expect(trouble).to_be_hidden()


SLOW_ANSWERS = """
const { text } = Response.prototype;
const released = new Promise((release) => (window.release = release));
Response.prototype.text = async function () {
    if (!window.slow) return text.call(this);
    window.slow = false;
    window.isHeld = true;
    const said = await text.call(this);
    await released;
    return said;
};
"""
"""If ``window.slow`` is true, holds back the body of the next answer until ``window.release()``."""


def test_what_was_refused_stays_though_an_earlier_answer_comes_later(
    ada: Person, ben: Person
) -> None:
    ben.page.add_init_script(SLOW_ANSWERS)
    ben.goes_to(open_table(ada))
    ben.page.locator("#change-colours").click()
    picks(ben.page.locator("input[name=stone][value=ember]"))
    ben.page.wait_for_load_state("networkidle")
    ben.page.evaluate("window.slow = true")
    ada.is_ready()
    comes_true(ben.page, "window.isHeld")
    ben.page.get_by_role("button", name="Take a seat").click()
    trouble = ben.page.locator("#colour-trouble")
    expect(trouble).to_contain_text("looks too much like Ada’s stones")
    ben.page.evaluate("window.release()")
    expect(seat(ben, "Ada")).to_contain_text(re.compile(r"(?<!not )ready"))
    expect(trouble).to_contain_text("looks too much like Ada’s stones")
    expect(ben.page.locator("input[name=stone][value=ember]")).to_be_checked()


def test_who_likes_a_colour_that_is_taken_sits_down_with_one_tap_in_one_far_from_it(
    ada: Person, browser: Browser, site: str
) -> None:
    cleo = a_member(browser, site, "Cleo", "ember", viewport=PHONE, has_touch=True)
    cleo.goes_to(open_table(ada))
    cleo.press(cleo.page.get_by_role("button", name="Take a seat"))
    expect(seat(ada, "Cleo")).to_be_visible()
    stone = Place.objects.get(user__username="Cleo").stone_colour
    assert distance(stone, "ember") > 0.25
    assert (ada.troubles, cleo.troubles) == ([], [])


def test_a_refusal_stands_at_the_button_in_view_with_the_focus_and_is_read_out(
    ada: Person, ben: Person
) -> None:
    ben.goes_to(open_table(ada))
    ben.page.locator("#change-colours").click()
    picks(ben.page.locator("input[name=stone][value=ember]"))
    ben.press(ben.page.get_by_role("button", name="Take a seat"))
    expect(ben.page.locator("#colour-trouble")).to_be_in_viewport(ratio=1)
    expect(ben.page.get_by_role("button", name="Take a seat")).to_be_focused()
    expect(ben.page.locator("#assertive")).to_contain_text("looks too much like Ada’s stones")
    ben.page.locator("#take-offer").tap()
    ben.is_ready()
    expect(seat(ada, "Ben")).to_contain_text(re.compile(r"(?<!not )ready"))

    remove = ada.page.get_by_role("button", name="Remove Ben")
    ada.page.route("**/remove/", lambda route: route.abort())
    remove.click()
    expect(ada.page.locator(".refusal").get_by_text("is not responding")).to_be_in_viewport()
    expect(remove).to_be_focused()

    Table.objects.update(closed_at=timezone.now())
    ada.page.locator("#leave").click()
    expect(ada.page.locator("#table-trouble")).to_be_in_viewport()
    expect(ada.page.locator("#table-trouble")).to_be_focused()
    expect(ada.page.locator("#assertive")).to_contain_text("This table has closed.")


def test_what_the_open_form_lacks_is_in_view_with_the_focus(browser: Browser, site: str) -> None:
    dora = a_member(browser, site, "Dora", "sky", viewport=PHONE, has_touch=True)
    set_host(user=User.objects.get(username="Dora"), hosts=True)
    dora.goes_to("/tables/new/?game=multiplayer-go")
    show_more_options(dora)
    dora.page.get_by_label("Time for a turn").select_option("custom")
    dora.page.get_by_label("How many").fill("0")
    dora.press(dora.page.get_by_role("button", name="Open table"))
    wrong = dora.page.get_by_label("How many")
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    expect(wrong).to_have_accessible_description(re.compile("."))
    expect(dora.page.locator("#assertive")).not_to_be_empty()


def test_a_wrong_password_is_told_at_the_button_with_the_focus(browser: Browser, site: str) -> None:
    cleo = somebody(browser, site, "Cleo", viewport=PHONE, has_touch=True)
    cleo.goes_to("/account/login/")
    cleo.page.get_by_label("Name").fill("Cleo")
    cleo.page.get_by_label("Password", exact=True).fill("nothing-that-fits")
    cleo.page.get_by_role("button", name="Log in", exact=True).tap()
    told = cleo.page.locator(".form-refusal")
    expect(told).to_be_focused()
    expect(told).to_be_in_viewport()
    expect(cleo.page.locator("#assertive")).not_to_be_empty()


def test_a_member_without_scripts_joins_is_ready_and_comes_to_the_game(
    browser: Browser, site: str, ada: Person
) -> None:
    path = open_table(ada)
    cleo = a_member(browser, site, "Cleo", "straw", java_script_enabled=False)
    cleo.goes_to(path)
    cleo.page.get_by_role("button", name="Take a seat").click()
    ada.is_ready()
    cleo.is_ready()
    cleo.page.wait_for_url("**/games/*/", timeout=40_000, wait_until="commit")
    assert ada.troubles == []


def test_bots_are_put_on_any_seats_become_ready_and_the_one_that_begins_moves(
    ada: Person,
) -> None:
    table = open_one(User.objects.get(username="Ada"), "territory", seats=3)
    ada.goes_to(table.get_absolute_url())
    seats = ada.page.locator(".seat-list li")
    for number in (2, 0):
        seats.nth(number).get_by_role("button", name="Add a bot").click()
        expect(seats.nth(number)).to_contain_text("Reach")
        expect(seats.nth(number)).to_contain_text("ready soon")
    ada.sits_down()  # in the nearest colour, as a bot has hers
    expect(seats.nth(1)).to_contain_text("Ada")
    assert barriers(ada) == []
    ada.is_ready()
    expect(ada.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    long_ago = timezone.now() - timedelta(hours=1)
    Place.objects.filter(table=table, engine_plays=True).update(joined_at=long_ago)
    for number in (0, 2):
        expect(seats.nth(number).locator(".badge--good")).to_have_text("ready")
    ada.page.wait_for_url("**/games/*/", timeout=40_000, wait_until="commit")
    ada.sees_turn(2)
    expect(ada.page.locator("#log")).to_contain_text(re.compile("Reach 2 (placed|took|played)"))
    expect(ada.page.locator("#choice")).to_contain_text("It is your turn")
    assert ada.troubles == []


def test_people_at_a_table_talk_and_what_is_half_typed_stays(ada: Person, ben: Person) -> None:
    path = open_table(ada)
    ben.goes_to(path)
    write = ada.page.get_by_label("Your message")
    write.fill("Half a sen")
    ben.page.get_by_label("Your message").fill("Good evening")
    ben.press(ben.page.get_by_role("button", name="Send"))
    expect(ada.page.locator("#chat")).to_contain_text("Ben Good evening")
    expect(ada.page.locator("#polite")).to_contain_text("Ben: Good evening")
    expect(ben.page.get_by_label("Your message")).to_have_value("")
    expect(ben.page.locator("#polite")).not_to_contain_text("Ben: Good evening")
    expect(write).to_have_value("Half a sen")
    expect(write).to_be_focused()
    ada.page.keyboard.type("tence")
    ada.page.keyboard.press("Enter")
    expect(ben.page.locator("#chat")).to_contain_text("Ada Half a sentence")
    expect(write).to_have_value("")
    expect(write).to_be_focused()
    TableMessage.objects.all().delete()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#refusal-say-it")).to_contain_text("Write a message first.")
    assert (barriers(ada), barriers(ben)) == ([], [])


def test_ones_colour_is_said_and_another_is_chosen_behind_change_by_keyboard(
    ada: Person, ben: Person
) -> None:
    table = open_one(User.objects.get(username="Ada"), seats=3)
    ben.goes_to(table.get_absolute_url())
    page = ben.page
    colours, plum = page.locator("#change-colours"), page.locator("[name=stone][value=plum]")
    expect(colours).to_contain_text("Your colour: Sky")
    expect(plum).to_be_hidden()
    colours.focus()
    page.keyboard.press("Enter")
    picks(plum)
    expect(colours).to_contain_text("Your colour: Plum")
    sit(table, User.objects.create_user("Dora"), "straw")
    expect(page.locator(".seat-list")).to_contain_text("Dora")
    expect(colours).to_contain_text("Your colour: Plum")
    assert barriers(ben) == []
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seat-list")).to_contain_text("Ben")
    assert Place.objects.get(user__username="Ben").stone_colour == "plum"
    expect(colours).to_contain_text("Your colour: Plum")
    assert ben.troubles == []


def test_a_bot_is_dressed_inside_the_panel_of_the_seats(ada: Person) -> None:
    ada.goes_to(open_one(User.objects.get(username="Ada"), seats=4).get_absolute_url())
    first = ada.page.locator(".seat-list > li").first
    first.get_by_role("button", name="Add a bot").click()
    first.get_by_text("Name and colour").click()
    expect(first.get_by_role("button", name="Use these")).to_be_visible()
    dressed, panel = first.bounding_box(), ada.page.locator("#table-seats").bounding_box()
    assert dressed is not None
    assert panel is not None
    assert panel["y"] <= dressed["y"]
    assert dressed["y"] + dressed["height"] <= panel["y"] + panel["height"]
    assert ada.troubles == []


def test_a_bots_stone_that_is_half_chosen_stays_in_its_own_form(ada: Person) -> None:
    table = open_one(User.objects.get(username="Ada"), seats=4)
    ada.goes_to(table.get_absolute_url())
    rows = ada.page.locator(".seat-list > li")
    for row in (rows.nth(0), rows.nth(1)):
        row.get_by_role("button", name="Add a bot").click()
        expect(row.get_by_text("Name and colour")).to_be_visible()
    second = rows.nth(1)
    second.get_by_text("Name and colour").click()
    picks(second.locator("input[name=stone][value=plum]"))
    sit(table, User.objects.create_user("Dora"), "straw")
    expect(ada.page.locator(".seat-list")).to_contain_text("Dora")
    expect(ada.page.locator("input[name=stone][value=plum]:checked")).to_have_count(1)
    expect(second.locator("input[name=stone][value=plum]")).to_be_checked()
    assert ada.troubles == []


@pytest.mark.parametrize("seats", [2, 5, 8, 9, 11, 12])
def test_seats_stand_below_each_other_beside_the_board(ada: Person, seats: int) -> None:
    host = User.objects.get(username="Ada")
    table = open_one(host, seats=seats)
    for number in range(seats - 1):
        member = User.objects.create_user(f"A longer name {number}")
        join_table(table_id=table.pk, user=member, now=timezone.now())
    ada.goes_to(table.get_absolute_url())
    board = ada.page.locator("#table-board")
    expect(board).to_have_js_property("complete", True)
    expect(board).not_to_have_js_property("naturalWidth", 0)
    boxes = ada.page.locator("#table-board, .seat-list > li").evaluate_all(
        "seats => seats.map((seat) => seat.getBoundingClientRect().toJSON())"
    )
    beside, *rows = boxes
    assert len(rows) == seats
    assert all(beside["right"] <= row["left"] for row in rows)
    assert all(one["bottom"] <= other["top"] for one, other in itertools.pairwise(rows))
    assert barriers(ada) == []


def test_turns_that_end_at_times_of_day_are_chosen_in_the_browsers_own_zone(
    browser: Browser, site: str
) -> None:
    user = User.objects.create_user("Eve", password=PASSWORD)
    set_host(user=user, hosts=True)
    eve = somebody(browser, site, "Eve", timezone_id="Asia/Tokyo")
    eve.has_logged_in()
    page = eve.page
    eve.goes_to("/tables/new/?game=multiplayer-go")
    sentence = page.locator(".summary-sentence")
    page.locator("#preset-at-eight").click()
    expect(sentence).to_contain_text("turns end daily at 20:00 (Tokyo time), or sooner")
    show_more_options(eve)
    for day in ("Saturday", "Sunday"):
        picks(page.get_by_role("checkbox", name=day), False)
    page.get_by_label("Turns end at").fill("12, 13")
    expect(page.locator("#summary")).to_contain_text("Leave at least two hours between two times.")
    page.get_by_label("Turns end at").fill("12, 20:30")
    expect(sentence).to_contain_text("turns end from Monday to Friday at 12:00 and 20:30")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("main")).to_contain_text("at 12:00 and 20:30 (Tokyo time)")
    assert eve.troubles == []


def test_rows_and_columns_stand_beside_each_other(browser: Browser, site: str) -> None:
    cleo = a_member(browser, site, "Cleo", "sky")
    cleo.goes_to("/tables/new/?game=territory")
    boxes = [
        cleo.page.get_by_label(name, exact=True).bounding_box() for name in ("Rows", "Columns")
    ]
    rows, columns = (box for box in boxes if box is not None)
    assert abs(rows["y"] - columns["y"]) < 2
    assert 0 < columns["x"] - rows["x"] - rows["width"] < 40
