"""Continuous Go in real browsers: lines by drags, clicks, taps and keys; stops, magnet, undo."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Preferences, User
from games.models import Game
from tests.browser.games import WAIT, opens, opens_connected, stands_still
from tests.browser.people import PHONE, Person, member
from tests.browser.records import is_shown, lines_of_the_record
from tests.browser.test_every_page import AXE, axe
from tests.games.playing import begin, seal

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
OPTIONS = {"size": 7, "budget": 8, "lower": 1, "upper": 20, "komi": 0.5}
MARGIN = 0.98 / 18
"""The margin around the board, as a share of its side."""

Spot = tuple[float, float]


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays black against Ben. He has no browser unless a test gives him one."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada")


def continuous_go(*names: str, **options: Any) -> Game:
    """Begins a game of these members on a board of 6 by 6 spaces."""
    users = [User.objects.get(username=name) for name in names]
    return begin(*users, variant="continuous-go", options={**OPTIONS, **options}, **WAIT)


def draws(game: Game, name: str, *path: list[float]) -> None:
    """Draws a line for a player without a browser in the test."""
    seal(game, User.objects.get(username=name), {"type": "draw", "path": list(path)})


def passes(game: Game, name: str) -> None:
    seal(game, User.objects.get(username=name), {"type": "pass"})


def on_screen(person: Person, spot: Spot, size: int = 7) -> Spot:
    """Returns the place of a point of the board in the person's window."""
    box = person.page.locator("#board > svg").bounding_box()
    assert box
    margin = MARGIN * (size - 1)
    space = box["width"] / (size - 1 + 2 * margin)
    return box["x"] + (spot[0] + margin) * space, box["y"] + (spot[1] + margin) * space


def drags(person: Person, *spots: Spot, let_go: bool = True) -> None:
    """Drags the mouse along straight lines from spot to spot."""
    mouse = person.page.mouse
    mouse.move(*on_screen(person, spots[0]))
    mouse.down()
    for spot in spots[1:]:
        mouse.move(*on_screen(person, spot), steps=6)
    if let_go:
        mouse.up()


def clicks(person: Person, start: Spot, end: Spot) -> None:
    """Clicks the start and the end of a line."""
    for spot in (start, end):
        person.page.mouse.click(*on_screen(person, spot))


def taps(person: Person, spot: Spot) -> None:
    person.page.touchscreen.tap(*on_screen(person, spot))


class Fingers:
    """Fingers on a person's screen. The page's clock is paused, so that a slow machine does not
    turn a touch into a long press."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.tools = person.page.context.new_cdp_session(person.page)
        person.page.clock.install()
        stands_still(person)

    def go_down(self, *spots: Spot) -> None:
        self._send("touchStart", spots)

    def move(self, *spots: Spot) -> None:
        self._send("touchMove", spots)

    def rest(self) -> None:
        self.person.page.clock.run_for(500)

    def go_up(self) -> None:
        self._send("touchEnd", ())

    def _send(self, kind: str, spots: tuple[Spot, ...]) -> None:
        places = [on_screen(self.person, spot) for spot in spots]
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def sees_lines(person: Person, count: int) -> None:
    """Waits until the person's board has ``count`` stored lines."""
    expect(person.page.locator("#board .open-lines .line-body")).to_have_count(count)


def log(person: Person, words: str) -> None:
    expect(person.page.locator("#log")).to_contain_text(words)


def notice(person: Person, words: str) -> None:
    expect(person.page.locator("#choice")).to_contain_text(words)


def note(person: Person, words: str) -> None:
    """Waits until a note at a point of the person's board contains these words."""
    expect(person.page.locator("#board .board-bubble[data-kind=note]")).to_have_text(words)


def length_left(person: Person, words: str) -> None:
    expect(person.page.locator(".length-words")).to_have_text(words)


def presses(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def test_two_people_play_with_mouse_and_finger_until_both_pass(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = ada, ben = member(browser, site, "Ada"), member(browser, site, "Ben", **TOUCH)
    game = continuous_go("Ada", "Ben")
    for person in people:
        opens(person, game)
    # The magnet closes the gap that a hand leaves.
    drags(ada, (1, 1), (2.5, 1), (2.5, 2.5), (1, 2.5), (1, 1.1))
    sees_lines(ada, 1)
    clicks(ada, (4, 4), (5, 4))
    sees_lines(ada, 2)
    log(ada, "Ada drew 1 space from ")
    ada.page.keyboard.press("Control+z")
    sees_lines(ada, 1)
    log(ben, "Ada drew a line and took it back.")
    presses(ada, "End turn")
    ben.sees_turn(2)
    # A line made by two taps; Ada's line stops it.
    taps(ben, (2, 5))
    expect(ben.page.locator("#board .pen-start")).to_be_visible()
    taps(ben, (2, 1.5))
    note(ben, "Your line stops at Ada’s line.")
    sees_lines(ada, 2)
    # A line made by a drag; the greatest length stops it.
    finger = Fingers(ben)
    finger.go_down((4, 0.5))
    for y in (1.5, 3, 4.5):
        finger.move((4, y))
    expect(ben.page.locator(".magnifier")).to_contain_text("left")
    finger.move((5.5, 6))
    expect(ben.page.locator(".magnifier")).to_contain_text("length used up")
    finger.go_up()
    assert ben.page.evaluate("scrollY") == 0  # drawing does not scroll the page
    notice(ben, ": chosen, not confirmed yet")  # it ends the turn
    assert ben.page.evaluate("scrollY") == 0
    ben.confirms()
    note(ben, "The length of your turn is used up.")
    ben.page.clock.resume()
    ada.sees_turn(3)
    presses(ada, "Pass")
    notice(ben, "Passing now ends the game")
    ben.passes()
    for person in people:
        expect(person.page.locator("#result")).to_contain_text("Ada wins")
    log(ben, "Counted, in squares: Ada 2.2")
    ada.page.evaluate(AXE)
    assert axe(ada.page) == []
    the_replay_shows_the_record(ada, game, tmp_path)
    assert [person.troubles for person in people] == [[], []]


def the_replay_shows_the_record(ada: Person, game: Game, folder: Path) -> None:
    lines = lines_of_the_record(ada, folder)
    for line in lines:
        ada.goes_to(f"{game.get_absolute_url()}?step={line['step']}")
        is_shown(ada, line["step"], len(lines) - 1)
        drawn = line["position"]["lines"]
        sees_lines(ada, len(drawn))
        shown = ada.page.locator("#board .open-lines .line-body").evaluate_all(
            "paths => paths.map(path => [path.dataset.seat, path.getAttribute('d')])"
        )
        for (seat, path), stored in zip(shown, drawn, strict=True):
            assert int(seat) == stored["seat"]
            numbers = [float(number) / 40 for number in re.findall(r"[\d.]+", path)]
            assert numbers == pytest.approx([x for xy in stored["path"] for x in xy], abs=0.001)
    assert lines[-1]["outcome"]["reason"] == "score"
    (counted,) = [area for area in lines[-1]["position"]["areas"][0] if area["counts"]]
    assert counted["area"] == pytest.approx(2.25, abs=0.05)


def test_what_is_left_and_where_the_line_stops_are_shown_before_it_is_drawn(ada: Person) -> None:
    game = continuous_go("Ada", "Ben", budget=4)
    passes(game, "Ada")
    draws(game, "Ben", [5, 1], [5, 5])
    opens(ada, game)
    length_left(ada, "4 of 4 spaces left")
    drags(ada, (1, 2), (3, 2), let_go=False)
    length_left(ada, "2 of 4 spaces left")
    expect(ada.page.locator(".pen-label")).to_have_text("2 spaces left")
    ada.page.mouse.move(*on_screen(ada, (3, 6)))
    expect(ada.page.locator(".pen-label")).to_have_text("length used up")
    length_left(ada, "0 of 4 spaces left")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".pen-label")).to_be_hidden()
    ada.page.mouse.up()
    sees_lines(ada, 1)
    ada.page.mouse.click(*on_screen(ada, (3, 2)))
    ada.page.mouse.move(*on_screen(ada, (6, 3)))
    expect(ada.page.locator(".pen-label")).to_have_text("stops at a line")
    expect(ada.page.locator(".sketch-stop circle")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Discard line")).to_be_visible()
    ada.page.mouse.click(*on_screen(ada, (6, 3)))
    note(ada, "Your line stops at Ben’s line.")
    log(ada, "and was stopped by Ben’s line")
    assert ada.troubles == []


def test_a_line_is_drawn_with_the_keyboard(ada: Person) -> None:
    opens(ada, continuous_go("Ada", "Ben"))
    ada.page.locator("#board > svg").focus()
    said = ada.page.locator("#polite p").last
    for key in ("ArrowLeft", "ArrowLeft"):
        ada.page.keyboard.press(key)
    expect(said).to_have_text("C4")
    ada.page.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowUp"):
        ada.page.keyboard.press(key)
    expect(said).to_contain_text("D.5,4.06; 6.5 spaces left")
    ada.page.keyboard.press("Enter")
    log(ada, "Ada drew 1.5 spaces from C4 to D.5,4.06")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#board .pen-start")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#board .pen-start")).to_have_count(0)
    assert ada.troubles == []


def test_a_line_is_typed_and_a_refused_one_says_why_at_its_point(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    passes(game, "Ada")
    draws(game, "Ben", [3, 0], [3, 6], [4, 6])
    passes(game, "Ben")
    opens(ada, game)
    typed = ada.page.get_by_label("or enter")
    typed.fill("D6 D2")
    typed.press("Enter")
    expect(ada.page.locator("#board [role=alert]")).to_contain_text("Start farther away")
    typed.fill("A7 A5 B.5,5")
    typed.press("Enter")
    log(ada, "Ada drew 3.5 spaces from A7 to B.5,5")
    notice(ada, "4.5 spaces left")
    assert ada.troubles == []


def test_with_confirm_a_line_waits_and_is_replaced_by_another(ada: Person) -> None:
    user = User.objects.get(username="Ada")
    Preferences.objects.update_or_create(user=user, defaults={"confirm_sealing": "always"})
    opens(ada, continuous_go("Ada", "Ben"))
    clicks(ada, (1, 1), (3, 1))
    notice(ada, "A line of 2 spaces from B6: chosen, not confirmed yet.")
    clicks(ada, (1, 3), (4, 3))
    notice(ada, "A line of 3 spaces from B4")
    sees_lines(ada, 0)
    presses(ada, "Confirm")
    sees_lines(ada, 1)
    presses(ada, "Undo")
    presses(ada, "Confirm")
    sees_lines(ada, 0)
    assert ada.troubles == []


@pytest.fixture
def held(ada: Person) -> Person:
    """Ada, with her page's clock paused. She draws up to eight spaces in a turn."""
    ada.page.clock.install()
    opens_connected(ada, continuous_go("Ada", "Ben"))
    stands_still(ada)
    return ada


def test_a_line_that_ends_the_turn_can_be_taken_back_for_a_moment(held: Person) -> None:
    whole = (1, 1), (1, 6), (6, 6)
    drags(held, *whole)
    notice(held, "This ends your turn. It is sent in two seconds unless you take it back.")
    presses(held, "Take back")
    held.page.clock.run_for(2500)
    notice(held, "Your turn: draw up to")
    drags(held, *whole)
    held.page.clock.run_for(1900)
    notice(held, "This ends your turn.")
    sees_lines(held, 0)
    held.page.clock.run_for(200)
    sees_lines(held, 1)
    held.sees_turn(2)
    assert held.troubles == []


def test_a_second_press_sends_the_line_at_once_and_draws_nothing(held: Person) -> None:
    drags(held, (1, 1), (1, 6), (6, 6))
    held.page.mouse.click(*on_screen(held, (3, 3)))
    sees_lines(held, 1)
    expect(held.page.locator("#board .pen-start")).to_have_count(0)
    assert held.troubles == []


def test_a_line_that_waits_for_its_moment_is_sent_when_the_page_is_left(held: Person) -> None:
    drags(held, (1, 1), (1, 6), (6, 6))
    notice(held, "This ends your turn.")
    address = held.page.url
    held.page.goto("about:blank")
    held.page.goto(address)
    sees_lines(held, 1)
    assert held.troubles == []


def test_what_a_line_closes_is_shaded_while_it_is_drawn(ada: Person) -> None:
    opens(ada, continuous_go("Ada", "Ben"))
    closing = ada.page.locator("#board .closing")
    drags(ada, (0, 2), (2, 2))
    sees_lines(ada, 1)
    ada.page.mouse.click(*on_screen(ada, (2, 0)))
    ada.page.mouse.move(*on_screen(ada, (2, 1)))
    expect(ada.page.locator("#board .sketch")).to_have_count(1)
    expect(closing).to_have_count(0)
    ada.page.mouse.move(*on_screen(ada, (2, 2)))
    expect(closing).to_have_count(1)
    ada.page.mouse.click(*on_screen(ada, (2, 2)))
    told = ada.page.get_by_role("status")
    expect(told).to_contain_text("Encloses an area of about 4 squares.")
    sees_lines(ada, 2)
    assert ada.troubles == []


def test_two_taps_enlarge_the_board_and_do_not_end_the_line_that_is_begun(
    browser: Browser, site: str
) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", **TOUCH)
    ada.page.clock.install()
    opens_connected(ada, continuous_go("Ada", "Ben"))
    start, whole = ada.page.locator("#board .pen-start"), ada.page.locator(".board-whole")
    stands_still(ada)
    taps(ada, (1, 1))
    expect(start).to_be_visible()
    ada.page.clock.run_for(500)
    for _ in range(2):
        taps(ada, (3, 3))
    expect(whole).to_be_visible()
    ada.page.clock.run_for(500)
    whole.tap()
    expect(start).to_be_visible()
    sees_lines(ada, 0)
    taps(ada, (3, 1))
    ada.page.clock.run_for(500)
    sees_lines(ada, 1)
    assert ada.troubles == []


def test_two_fingers_draw_nothing_and_a_resting_finger_aims(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", **TOUCH)
    opens_connected(ada, continuous_go("Ada", "Ben"))
    fingers = Fingers(ada)
    fingers.go_down((2, 2))
    fingers.move((3, 3))
    expect(ada.page.locator("#board .sketch")).to_have_count(1)
    fingers.go_down((3, 3), (5, 5))
    expect(ada.page.locator("#board .sketch")).to_have_count(0)
    fingers.go_up()
    expect(ada.page.locator(".magnifier")).to_be_hidden()
    sees_lines(ada, 0)
    fingers.go_down((1, 2))
    fingers.rest()
    expect(ada.page.locator(".magnifier")).to_contain_text("aim, then let go")
    fingers.move((1, 1))
    fingers.go_up()
    fingers.go_down((4, 1))
    fingers.move((4, 3))
    expect(ada.page.locator(".magnifier")).to_contain_text("4.39 spaces left")
    fingers.go_up()
    sees_lines(ada, 1)
    assert ada.troubles == []


def test_lines_that_were_taken_back_are_one_line_of_the_log_and_one_stop(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    undo = {"type": "undo"}
    draws(game, "Ada", [1, 1], [3, 1])
    seal(game, User.objects.get(username="Ada"), undo)
    opens(ada, game)
    draws(game, "Ada", [1, 2], [3, 2])
    seal(game, User.objects.get(username="Ada"), undo)
    draws(game, "Ada", [1, 3], [3, 3])
    lines = ada.page.locator(".log li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Ada drew 2 lines and took them back.")
    is_shown(ada, 5, 5)
    for step in (4, 0):
        ada.page.get_by_role("button", name="One step back").click()
        is_shown(ada, step, 5)
    toggle = ada.page.get_by_role("button", name="Show 4 steps")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.focus()
    ada.page.keyboard.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(lines).to_have_count(6)
    ada.page.get_by_role("button", name="One step forward").click()
    is_shown(ada, 1, 5)
    toggle.click()
    is_shown(ada, 4, 5)
    expect(lines).to_have_count(2)
    ada.goes_to(f"{game.get_absolute_url()}?step=3")
    is_shown(ada, 3, 5)
    expect(ada.page.locator(".log [aria-current]")).to_contain_text("from B5 to D5")
    assert ada.troubles == []
