"""Parallel Go in real browsers: conflicts, crosses, captures, counting; by mouse, keys and taps."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.models import Game
from tests.browser.games import WAIT, choose, opens, opens_connected, stands_still, time_is_up
from tests.browser.people import PHONE, Person, member, somebody
from tests.browser.records import lines_of_the_record, looks_at
from tests.browser.test_every_page import AXE, axe, board_and_bar_are_whole
from tests.games.playing import begin, fresh, line_at, place, seal

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PASSES = ""
TURNS = (("C5", "D5"), ("D4", "B2"), ("E5", "B1"), ("C2", "A2"), ("C1", PASSES))
"""The choices of Ada (black) and Ben (white) after their conflicts. In the third of these turns the
stone on D5 is captured."""
STONES = {0: "Ada’s stone", 1: "your stone", None: "empty"}
"""How each seat's stones are described to Ben."""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays black."""
    return member(browser, site, "Ada")


def parallel_go(*names: str, **changes: Any) -> Game:
    """Begins a game of these members on 5×5, in black and white."""
    users = [User.objects.get(username=name) for name in names]
    game = begin(*users, variant="parallel-go", **{**WAIT, **changes})
    for number, stone in enumerate(("ink", "shell")):
        game.seats.filter(number=number).update(stone_colour=stone)
    return game


def notice(person: Person, words: str) -> None:
    expect(person.page.locator("#choice")).to_contain_text(words)


def types(person: Person, text: str) -> None:
    """Makes a choice by typing it."""
    person.page.get_by_label("or enter").fill(text)
    person.page.keyboard.press("Enter")


def button(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()
    person.confirms()


def confirm(person: Person) -> None:
    """Confirms a choice that needs it even when it is made with a mouse."""
    person.press(person.page.get_by_role("button", name="Confirm", exact=True))


def play_the_conflicts(ada: Person, ben: Person) -> None:
    """Plays the first three turns: both choose C3, and later points where it would matter who plays
    first."""
    ada.chooses("C3")
    ben.point("C3").tap()
    ben.confirms()
    for person, other in ((ada, "Ben"), (ben, "Ada")):
        notice(person, f"You and {other} both chose C3. Nothing was played. Choose again")
        person.sees(
            "C3", f"blocked this turn for {'you and Ben' if person is ada else 'Ada and you'}"
        )
        expect(person.page.locator("#board .board-crosses .ring")).to_have_count(1)
    ada.point("C3").click()
    expect(ada.page.locator("#board [role=alert]")).to_contain_text("it led to a conflict")
    takes_a_turn(ada, ben, "C4", "B3", 2)
    takes_a_turn(ada, ben, "C3", "B5", 3)
    ada.chooses("A5")
    ben.point("A4").tap()
    ben.confirms()
    for person in (ada, ben):
        notice(person, "it would matter who plays first")
        expect(person.page.locator("#board .clashed-stone")).to_have_count(2)
    ada.sees("A5", "chosen by you in the conflict, blocked this turn for you")
    ada.sees("A4", "chosen by Ben in the conflict, blocked this turn for Ben")
    takes_a_turn(ada, ben, "A4", "B4", 4)


def takes_a_turn(ada: Person, ben: Person, black: str, white: str, then: int) -> None:
    """Ada types her choice and Ben taps his; both wait until turn ``then`` begins."""
    types(ada, black)
    notice(ada, f"Sealed: {black}")
    if white == PASSES:
        ben.passes()
    else:
        ben.point(white).tap()
        ben.confirms()
    for person in (ada, ben):
        person.sees_turn(then)


def both_pass(ada: Person, ben: Person) -> None:
    ada.passes()
    notice(ada, "Sealed: pass")
    ben.passes()
    for person in (ada, ben):
        expect(person.page.locator("#clock")).to_contain_text("Counting")


def test_two_people_play_with_conflicts_and_captures_and_agree_on_the_count(
    ada: Person, browser: Browser, site: str, tmp_path: Path
) -> None:
    ben = member(browser, site, "Ben", **TOUCH)
    game = parallel_go("Ada", "Ben")
    for person in (ada, ben):
        opens(person, game)
    play_the_conflicts(ada, ben)
    for turn, (black, white) in enumerate(TURNS, start=4):
        takes_a_turn(ada, ben, black, white, turn + 1)
    expect(seat(ada, "Ada")).to_contain_text("1 captured")
    both_pass(ada, ben)
    a_mark_takes_an_acceptance_back(ada, ben)
    button(ada, "Resume")
    for person in (ada, ben):
        person.sees_turn(10)
        notice(person, "play on. Choose a point, or pass")
    both_pass(ada, ben)
    they_agree(ada, ben)
    the_replay_shows_the_record(ben, game, tmp_path)
    assert ada.troubles + ben.troubles == []


def a_mark_takes_an_acceptance_back(ada: Person, ben: Person) -> None:
    button(ada, "Accept")
    notice(ada, "You have accepted. Ada 16, Ben 7: Ada would win by 9.")
    notice(ben, "Ada has accepted.")
    expect(seat(ben, "Ada")).to_contain_text("accepted")
    ben.sees_the_present()
    ben.point("A4").tap()
    notice(ben, "Marks 1 stone of Ada as dead. Ada 15, Ben 10: Ada would win by 5.")
    expect(ben.page.locator("#board .own-ring")).to_have_count(1)
    ada.sees("A4", "Ada 15, Ben 10: Ada would win by 5.")
    assert "marked dead" not in ada.hears()["A4"]
    ben.confirms()
    for person in (ada, ben):
        notice(person, "Counting. Ada 15, Ben 10: Ada would win by 5.")
        person.sees("A4", "marked dead")
        expect(seat(person, "Ada")).to_contain_text("15 points")
        expect(seat(person, "Ada")).not_to_contain_text("accepted")


def they_agree(ada: Person, ben: Person) -> None:
    """Ada marks dead stones with the keyboard; marking a stone again makes it live."""
    cell = ada.point("A4")
    for score, state in (("Ada 15, Ben 10", "marked dead"), ("Ada 16, Ben 7", "stone, your point")):
        cell.focus()
        ada.page.keyboard.press("Enter")
        for person in (ada, ben):
            notice(person, score)
        ada.sees("A4", state)
    ada.point("A4").click()
    notice(ben, "Ada 15, Ben 10")
    button(ben, "Accept")
    notice(ada, "Ben has accepted.")
    button(ada, "Accept")
    for person in (ada, ben):
        expect(person.page.locator("#result")).to_contain_text("Ada wins")
        expect(person.page.locator("#result")).to_contain_text("15")


def seat(person: Person, name: str) -> Any:
    """The row of this player in the list of seats."""
    return person.page.locator("#seats").get_by_role("listitem").filter(has_text=name)


def the_replay_shows_the_record(ben: Person, game: Game, folder: Path) -> None:
    lines = lines_of_the_record(ben, folder)
    for line in lines:
        shown = looks_at(ben, game.get_absolute_url(), line["step"], len(lines) - 1)
        position = line["position"]
        for y, row in enumerate(position["board"]):
            for x, stone in enumerate(row):
                told = shown[f"{'ABCDE'[x]}{5 - y}"]
                assert told.startswith(STONES[stone])
                assert ("marked dead" in told) == ([x, y] in position.get("dead", []))
                crossed = any([x, y] in points for points in position["prohibited"])
                assert ("blocked" in told) == crossed
    assert lines[-1]["outcome"] == {"ranks": [1, 2], "scores": [15, 10], "reason": "score"}


@pytest.fixture
def counted(ada: Person) -> Game:
    """A game in which Ada and Ben have both passed and are counting. She has three stones in the
    left column, he has two in the right one. Ben has no browser."""
    ben = User.objects.create_user("Ben")
    game = parallel_go("Ada", "Ben")
    for row in range(2):
        choose(game, "Ada", 0, row)
        seal(game, ben, place(4, row))
    choose(game, "Ada", 0, 2)
    choose(game, "Ben")
    for name in ("Ada", "Ben"):
        choose(game, name)
    opens(ada, game)
    return game


@pytest.mark.parametrize("phase", ["counting", "a conflict"])
def test_the_board_is_for_everybody(ada: Person, counted: Game, phase: str) -> None:
    ben = User.objects.get(username="Ben")
    if phase == "counting":
        ada.point("A5").click()
        confirm(ada)
        ada.sees("A4", "marked dead")
    else:
        seal(counted, ben, {"type": "resume"})
        choose(counted, "Ada", 2, 2)
        choose(counted, "Ben", 2, 2)
        ada.sees("C3", "blocked")
    ada.page.evaluate(AXE)
    assert axe(ada.page) == []
    assert ada.troubles == []


def test_a_count_is_whole_on_a_telephone_on_its_side(ada: Person, counted: Game) -> None:
    Game.objects.filter(pk=counted.pk).update(title="Sunday afternoon")
    opens(ada, counted)
    notice(ada, "Counting.")
    board_and_bar_are_whole(ada.page)


def test_an_empty_point_cannot_be_marked_and_says_so(ada: Person, counted: Game) -> None:
    ada.point("C3").click()
    expect(ada.page.locator("#board [role=alert]")).to_have_text(
        re.compile("There is no stone here to mark. Tap a stone.")
    )
    types(ada, "e5")
    notice(ada, "Marks all living stones of Ben as dead (2). Ada 25, Ben 0: Ada would win by 25.")
    confirm(ada)
    notice(ada, "Counting. Ada 25, Ben 0: Ada would win by 25.")
    seal(counted, User.objects.get(username="Ben"), {"type": "accept"})
    notice(ada, "Ben has accepted.")
    types(ada, "resume")
    notice(ada, "You play on.")
    assert ada.troubles == []


def test_a_cross_says_what_it_means_when_somebody_points_at_it(ada: Person) -> None:
    User.objects.create_user("Ben")
    game = parallel_go("Ada", "Ben")
    for black, white in (((4, 4), (1, 0)), ((0, 0), (0, 1))):
        choose(game, "Ada", *black)
        choose(game, "Ben", *white)
    opens(ada, game)
    note = ada.page.locator("#board .board-bubble")
    ada.point("A4").hover()
    expect(note).to_have_text(re.compile("Ben may not choose this point again .* You may"))
    ada.page.keyboard.press("Tab")
    ada.point("A5").focus()
    ada.page.keyboard.press("ArrowLeft")
    expect(note).to_have_text(re.compile("You may not choose this point again"))
    ada.chooses("A4")
    assert ada.troubles == []


def test_pressing_twice_to_pass_accepts_nothing(ada: Person, counted: Game) -> None:
    """The first press begins the count, and the second is still meant as a pass."""
    ben = User.objects.get(username="Ben")
    for how in ("Enter", "Space", "click"):
        seal(counted, ben, {"type": "resume"})
        notice(ada, "Choose a point, or pass")
        choose(counted, "Ben")
        passing = ada.page.get_by_role("button", name="Pass", exact=True)
        expect(passing).to_have_attribute("aria-disabled", "false")
        box = passing.bounding_box()
        assert box
        if how == "click":
            ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            passing.focus()
            ada.page.keyboard.press(how)
        notice(ada, "Counting.")
        for _ in range(3):
            if how == "click":
                ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            else:
                ada.page.keyboard.press(how)
        accepting = ada.page.get_by_role("button", name="Accept", exact=True)
        expect(accepting).to_have_attribute("aria-disabled", "false")
        where = accepting.bounding_box()
        assert where
        assert where["x"] > box["x"] + box["width"]
        assert line_at(counted)["position"]["accepted"] == []
        assert line_at(counted)["phase"] == "counting"
    assert ada.troubles == []


def test_what_stands_under_the_finger_for_a_moment_only_takes_no_press(
    ada: Person, counted: Game
) -> None:
    """Accept counts as a new button if the count has just changed."""
    accepting = ada.page.get_by_role("button", name="Accept", exact=True)
    expect(accepting).to_have_attribute("aria-disabled", "false")
    seal(counted, User.objects.get(username="Ben"), {"type": "mark", "at": [0, 0]})
    notice(ada, "Ada 0, Ben 25")
    accepting.dispatch_event("click")
    expect(accepting).to_have_attribute("aria-disabled", "false")
    assert line_at(counted)["position"]["accepted"] == []
    accepting.click()
    notice(ada, "You have accepted.")


def test_a_double_tap_on_a_button_neither_confirms_it_nor_takes_it_back(
    ada: Person, counted: Game, browser: Browser, site: str
) -> None:
    """Confirm and Take back appear, and all buttons move."""
    phone = somebody(browser, site, "Ada", **TOUCH)
    phone.has_logged_in()
    phone.page.clock.install()
    opens_connected(phone, counted)
    accepting = phone.page.get_by_role("button", name="Accept", exact=True)
    accepting.tap(trial=True)  # the page is laid out and moves no more
    stands_still(phone)  # two taps are one double tap however long the machine takes for them
    box = accepting.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(x, y)
    assert accepting.bounding_box() != box  # the page is laid out again: all buttons have moved
    phone.page.touchscreen.tap(x, y)
    notice(phone, "Accept this count? Ada 3, Ben 2: Ada would win by 1.")
    phone.page.clock.resume()
    confirming = phone.page.get_by_role("button", name="Confirm", exact=True)
    expect(confirming).to_have_attribute("aria-disabled", "false")
    notice(phone, "Accept this count?")
    assert line_at(counted)["position"]["accepted"] == []
    confirming.tap()
    notice(phone, "You have accepted.")
    assert phone.troubles == []


def test_a_second_tap_on_the_same_stones_confirms_a_mark(
    ada: Person, counted: Game, browser: Browser, site: str
) -> None:
    phone = somebody(browser, site, "Ada", **TOUCH)
    phone.has_logged_in()
    opens(phone, counted)
    phone.point("A5").tap()
    notice(phone, "Marks all your living stones as dead (3). Ada 0, Ben 25: Ben would win by 25.")
    expect(phone.page.locator("#board .own-ring")).to_have_count(3)
    assert line_at(counted)["position"]["dead"] == []
    # Two taps in quick succession would count as one.
    phone.page.wait_for_timeout(600)
    phone.point("A4").tap()
    notice(phone, "Counting. Ada 0, Ben 25: Ben would win by 25.")
    assert phone.troubles == []


def test_what_a_mark_would_take_is_seen_before_it_is_made(ada: Person, counted: Game) -> None:
    note = ada.page.locator("#board .board-bubble")
    ada.point("A4").hover()
    expect(note).to_have_text(
        "Marks all your living stones as dead (3)Ada 0, Ben 25: Ben would win by 25."
    )
    expect(ada.page.locator("#board .aim-ring")).to_have_count(3)
    ada.page.keyboard.press("Tab")
    ada.point("E4").focus()
    ada.page.keyboard.press("ArrowUp")
    expect(note).to_contain_text("Marks all living stones of Ben as dead (2)")
    ada.page.keyboard.press("Enter")
    notice(ada, "Marks all living stones of Ben as dead (2). Ada 25, Ben 0: Ada would win by 25.")
    expect(ada.page.locator("#board .own-ring")).to_have_count(2)
    assert line_at(counted)["position"]["dead"] == []
    confirm(ada)
    ada.sees("E5", "marked dead")
    undo = ada.page.get_by_role("button", name="Undo mark", exact=True)
    undo.click()
    notice(ada, "Counting. Ada 3, Ben 2: Ada would win by 1.")
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert ada.troubles == []


def test_a_count_that_is_claimed_in_the_last_second_is_not_taken(
    ada: Person, counted: Game
) -> None:
    """The opponent marks all her stones as dead and accepts; then the time is up."""
    expect(ada.page.locator("#clock")).to_contain_text("then play goes on")
    ben = User.objects.get(username="Ben")
    seal(counted, ben, {"type": "mark", "at": [0, 0]})
    seal(counted, ben, {"type": "accept"})
    notice(ada, "Ben has accepted.")
    time_is_up(counted)
    notice(ada, "The time for the count ran out, so play goes on.")
    expect(ada.page.locator("#log")).to_contain_text("was not agreed on in time")
    assert fresh(counted).status == "running"
    for name in ("Ada", "Ben"):
        choose(counted, name)
    expect(ada.page.locator("#clock")).to_contain_text("all stones count as alive")
    seal(counted, ben, {"type": "mark", "at": [0, 0]})
    seal(counted, ben, {"type": "accept"})
    time_is_up(counted)
    expect(ada.page.locator("#result")).to_contain_text("Ada wins")
    expect(ada.page.locator("#result")).to_contain_text("ran out twice")
    expect(ada.page.locator("#log")).to_contain_text("ran out again, so all stones count as alive")
    assert ada.troubles == []


def test_two_who_miss_one_turn_each_play_on(ada: Person) -> None:
    User.objects.create_user("Ben")
    game = parallel_go("Ada", "Ben")
    opens(ada, game)
    for turn in (2, 3):
        choose(game, "Ada" if turn == 2 else "Ben")
        time_is_up(game)
        ada.sees_turn(turn)
    time_is_up(game)
    ada.sees_turn(4)
    notice(ada, "Choose a point, or pass.")
    assert ada.troubles == []
