"""Automatafl in real browsers: moves by taps, drags and keys, conflicts, the Agent, the corners."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.models import Game, SealedAction
from tests.browser.barriers import barriers
from tests.browser.fingers import middle_of
from tests.browser.games import WAIT, opens
from tests.browser.people import PHONE, Person, member
from tests.browser.records import lines_of_the_record, looks_at
from tests.games.playing import begin, seal, sealed

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SETUP = ["B.....B", "..W....", ".......", "W....W.", "B..BA.."]
"""The black piece next to the Agent drives it towards the corner G1 of the second seat."""
PIECES = {"W": "white piece", "B": "black piece", "A": "the Agent", ".": "empty"}


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against others without browsers."""
    for name in ("Ben", "Cleo", "Dora"):
        User.objects.create_user(name)
    return member(browser, site, "Ada")


def automatafl(*names: str) -> Game:
    """Begins a game of these members on 7×5."""
    users = [User.objects.get(username=name) for name in names]
    return begin(*users, variant="automatafl", options={"setup": SETUP}, **WAIT)


def move(from_x: int, from_y: int, to_x: int, to_y: int) -> dict[str, object]:
    return {"type": "move", "from": [from_x, from_y], "to": [to_x, to_y]}


def choose(game: Game, name: str, action: dict[str, object]) -> None:
    """Seals a choice for a player without a browser in the test."""
    seal(game, User.objects.get(username=name), action)


def moves(person: Person, start: str, end: str, *, last: bool = False) -> None:
    """Taps two cells and waits until the move is sealed, unless it ends the turn."""
    person.press(person.point(start))
    person.press(person.point(end))
    person.confirms()
    if not last:
        notice(person, f"Sealed: {start} to {end}")


def notice(person: Person, words: str) -> None:
    expect(person.page.locator("#choice")).to_contain_text(words)


def sees_arrows(person: Person, count: int) -> None:
    """Waits until ``count`` moves are drawn on the person's board."""
    expect(person.page.locator("#board .arrow")).to_have_count(count)


def test_two_people_play_with_a_conflict_until_the_agent_reaches_a_corner(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = ada, ben = member(browser, site, "Ada"), member(browser, site, "Ben", **TOUCH)
    game = automatafl("Ada", "Ben")
    for person in people:
        opens(person, game)
    moves(ada, "A2", "A3")
    sees_arrows(ada, 1)
    sees_arrows(ben, 0)
    moves(ben, "C3", "C2", last=True)  # C3 is empty, so the move fails
    for person in people:
        person.sees_turn(2)
        expect(person.page.locator("#log")).to_contain_text("no piece was there to move")
        expect(person.page.locator("#log")).to_contain_text("The Agent went to F1, away from black")
        person.sees("A3", "white piece")
    moves(ada, "A3", "F3")
    moves(ben, "F2", "F3", last=True)
    for person in people:
        notice(person, "After a conflict: choose another move")
        person.sees("F3", "blocked this turn")
    assert [barriers(person) for person in people] == [[], []]
    moves(ada, "A3", "B3")
    moves(ben, "C4", "D4", last=True)
    for person in people:
        expect(person.page.locator("#result")).to_contain_text("Ben wins")
        person.sees("G1", "the Agent")
    the_replay_shows_the_record(ada, game, tmp_path)
    assert [person.troubles for person in people] == [[], []]


def test_a_drag_during_which_a_turn_ends_moves_nothing_in_the_next(ada: Person) -> None:
    game = automatafl("Ada", "Ben")
    choose(game, "Ada", move(0, 3, 0, 2))
    opens(ada, game)
    notice(ada, "Sealed: A2 to A3")
    ada.page.mouse.move(*middle_of(ada.point("F2")))
    ada.page.mouse.down()
    ada.page.mouse.move(*middle_of(ada.point("F4")), steps=3)
    choose(game, "Ben", move(2, 2, 2, 3))
    ada.sees_turn(2)
    ada.page.mouse.up()
    notice(ada, "Choose a move")
    expect(ada.page.get_by_role("button", name="Take back")).to_be_hidden()
    assert not SealedAction.objects.filter(seat__user__username="Ada").exists()
    moves(ada, "F2", "F4")
    assert ada.troubles == []


def the_replay_shows_the_record(ada: Person, game: Game, folder: Path) -> None:
    lines = lines_of_the_record(ada, folder)
    for line in lines:
        shown = looks_at(ada, game.get_absolute_url(), line["step"], len(lines) - 1)
        for y, row in enumerate(line["position"]["board"]):
            for x, piece in enumerate(row):
                assert shown[f"{'ABCDEFG'[x]}{5 - y}"].startswith(PIECES[piece])
    assert lines[-1]["outcome"]["reason"] == "goal"


def test_four_people_play_round_a_conflict_until_the_agent_reaches_one_of_their_corners(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    looks: list[dict[str, Any]] = [{}, TOUCH, {}, TOUCH]
    names = ("Ada", "Ben", "Cleo", "Dora")
    people = [member(browser, site, name, **look) for name, look in zip(names, looks, strict=True)]
    ada, ben, cleo, dora = people
    game = automatafl(*names)
    for person in people:
        opens(person, game)
    ben.sees("G5", "your corner")
    dora.sees("G1", "Cleo’s corner")
    moves(ada, "A2", "A3")
    moves(cleo, "F2", "F3")
    moves(ben, "C4", "C3")
    moves(dora, "C4", "D4", last=True)
    for person in people:
        person.sees("C4", "blocked this turn")
    notice(ben, "After a conflict: choose another move")
    notice(cleo, "Your move stands. After a conflict Ben and Dora choose again.")
    moves(ben, "B3", "C3")  # B3 is empty, so the move fails
    moves(dora, "A1", "B1", last=True)
    for person in people:
        person.sees_turn(2)
        person.sees("F1", "the Agent")
    moves(ada, "A5", "A4")
    moves(cleo, "G5", "G4")
    moves(dora, "B1", "A1")
    moves(ben, "A3", "G3", last=True)  # the piece that Cleo moved is in the way
    for person in people:
        expect(person.page.locator("#result")).to_contain_text("Cleo wins")
        person.sees("G1", "the Agent")
    the_replay_shows_the_record(dora, game, tmp_path)
    assert [person.troubles for person in people] == [[]] * 4


def test_players_have_signs_that_name_no_column_and_no_row(ada: Person) -> None:
    game = automatafl("Ada", "Ben", "Cleo", "Dora")
    opens(ada, game)
    path = """figure => {
        const drawn = figure.querySelector(".seat-sign path").getAttribute("d");
        return drawn.replace(/^M\\S+ \\S+?m/, "m");
    }"""
    corners = ada.page.locator("#board .board-corners > g")
    expect(corners).to_have_count(4)
    expect(corners.locator("text")).to_have_count(0)
    signs = [corner.evaluate(path) for corner in corners.all()]
    assert len(set(signs)) == 4
    listed = ada.page.locator("#seats .seat-stone")
    expect(listed.locator("text")).to_have_count(0)
    assert [stone.evaluate(path) for stone in listed.all()] == signs
    moves(ada, "A5", "A4")
    arrow = ada.page.locator("#board .arrow")
    expect(arrow.locator("text")).to_have_count(0)
    assert arrow.evaluate(path) == signs[0]
    ada.sees("G1", "corner")


def test_on_opening_the_moves_the_looks_and_the_rule_are_shown(ada: Person) -> None:
    game = automatafl("Ada", "Ben")
    opens(ada, game)
    moves(ada, "A2", "A3")
    choose(game, "Ben", move(2, 2, 2, 3))
    board = ada.page.locator("#board")
    expect(board.locator(".arrow")).to_have_count(2)
    expect(board.locator(".arrow--failed")).to_contain_text("no piece")
    expect(board.locator(".sight")).to_have_count(4)
    expect(board.locator(".board-bubble")).to_contain_text("Away from black")
    expect(board.locator(".board-bubble")).to_be_hidden()
    ada.sees("F1", "the Agent")
    expect(ada.page.locator("#beside")).to_contain_text("Last turn the Agent went from E1 to F1")
    assert ada.troubles == []


def test_a_walk_that_plays_itself_waits_until_the_agent_has_moved(ada: Person) -> None:
    game = automatafl("Ada", "Ben")
    for ada_moves, ben_moves in (
        (move(0, 3, 0, 2), move(2, 1, 2, 2)),
        (move(0, 2, 0, 3), move(2, 2, 2, 1)),
    ):
        choose(game, "Ada", ada_moves)
        choose(game, "Ben", ben_moves)
    opens(ada, game, "?step=0")
    ada.page.evaluate(
        """() => {
            window.brokenOff = window.played = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...how) {
                const made = animate.apply(this, how);
                window.played += 1;
                made.finished.catch(() => (window.brokenOff += 1));
                return made;
            };
        }"""
    )
    ada.page.get_by_role("button", name="Play").click()
    expect(ada.page.locator(".replay-count")).to_have_text("2 / 2", timeout=60_000)
    assert ada.page.evaluate("window.played") > 3
    assert ada.page.evaluate("window.brokenOff") == 0
    assert ada.troubles == []


def test_a_move_is_chosen_and_put_down_with_the_keyboard(ada: Person) -> None:
    opens(ada, automatafl("Ada", "Ben"))
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("Home", "ArrowDown", "Enter"):
        ada.page.keyboard.press(key)
    ada.sees("A2", "selected")
    ada.sees("A3", "in line")
    notice(ada, "Choose where A2 goes")
    ada.page.keyboard.press("Escape")
    expect(ada.point("A3")).to_have_attribute("aria-label", "A3, empty")
    notice(ada, "Choose a move")
    for key in ("Enter", "ArrowUp", "Enter"):
        ada.page.keyboard.press(key)
    notice(ada, "Sealed: A2 to A3")
    ada.page.keyboard.press("Enter")
    notice(ada, "Choose a move")
    assert ada.troubles == []


def test_a_move_is_typed_and_a_bad_one_is_explained(ada: Person) -> None:
    opens(ada, automatafl("Ada", "Ben"))
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    for typed, told in (
        ("a2 b3", "A move goes along one row or one column."),
        ("e1 e3", "The Agent moves by itself."),
        ("a2 a3", "Sealed: A2 to A3"),
    ):
        ada.page.get_by_label("or enter").fill(typed)
        ada.page.keyboard.press("Enter")
        notice(ada, told)
    assert ada.troubles == []


def test_a_piece_is_dragged_with_mouse_and_finger(browser: Browser, site: str, ada: Person) -> None:
    game = automatafl("Ada", "Ben")
    opens(ada, game)
    ada.point("A2").hover()
    ada.page.mouse.down()
    ada.point("A3").hover()
    ada.point("A4").hover()
    ada.page.mouse.up()
    notice(ada, "Sealed: A2 to A4")
    User.objects.get(username="Cleo").delete()
    cleo = member(browser, site, "Cleo", **TOUCH)
    opens(cleo, automatafl("Cleo", "Ben"))
    drags_with_a_finger(cleo, "F2", "F4")
    cleo.confirms()
    notice(cleo, "Sealed: F2 to F4")
    assert cleo.page.evaluate("scrollY") == 0
    assert ada.troubles + cleo.troubles == []


def drags_with_a_finger(person: Person, start: str, end: str) -> None:
    session = person.page.context.new_cdp_session(person.page)
    (x, y), (end_x, end_y) = middle(person, start), middle(person, end)
    session.send("Input.dispatchTouchEvent", touch("touchStart", x, y))
    for part in (0.3, 0.6, 1):
        there = touch("touchMove", x + part * (end_x - x), y + part * (end_y - y))
        session.send("Input.dispatchTouchEvent", there)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def touch(kind: str, x: float, y: float) -> dict[str, object]:
    return {"type": kind, "touchPoints": [{"x": x, "y": y}]}


def middle(person: Person, name: str) -> tuple[float, float]:
    box = person.point(name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_after_a_conflict_of_others_ones_own_move_stands_and_nobody_else_sees_it(
    browser: Browser, site: str, ada: Person
) -> None:
    game = automatafl("Ada", "Ben", "Cleo", "Dora")
    opens(ada, game)
    ada.sees("A5", "your corner")
    ada.sees("G1", "Cleo’s corner")
    moves(ada, "A2", "A3")
    visitor = member(browser, site, "Vera")
    opens(visitor, game)
    choose(game, "Ben", move(2, 1, 2, 2))
    choose(game, "Cleo", move(5, 3, 5, 2))
    choose(game, "Dora", move(2, 1, 3, 1))
    notice(ada, "Your move stands. After a conflict Ben and Dora choose again.")
    ada.sees("A2", "your move starts here")
    for person in (ada, visitor):
        person.sees("C4", "blocked this turn")
    sees_arrows(ada, 1)
    sees_arrows(visitor, 0)
    other_tab = replace(ada, page=ada.page.context.new_page())
    opens(other_tab, game)
    for tab in (ada, other_tab):
        tab.sees("A2", "your move starts here")
    ada.page.reload()
    ada.sees("A2", "your move starts here")
    assert sorted(sealed(game)) == []
    expect(ada.page.get_by_role("listitem").filter(has_text="Cleo")).to_have_text(
        re.compile("move stands")
    )
    assert ada.troubles + visitor.troubles == []
