"""Boards with points smaller than a fingertip: one finger aims, two enlarge the board."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.models import Game, SealedAction
from tests.browser.barriers import barriers
from tests.browser.fingers import Fingers, middle_of
from tests.browser.games import WAIT, choose, game_of, opens, opens_connected, stands_still
from tests.browser.people import PHONE, Person, comes_true, member
from tests.games.playing import begin

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZE = 13
GAMES = ("multiplayer-go", "parallel-go", "continuous-go", "automatafl", "territory")
SPACE = """() => {
    const [a, b] = ["A1", "B1"].map((name) => document
        .querySelector(`.board-point[aria-label^="${name},"]`).getBoundingClientRect());
    return b.left - a.left;
}"""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against Ben. He has no browser."""
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", **TOUCH)
    ada.page.clock.install()
    return ada


@pytest.fixture
def game(ada: Person) -> Game:
    return game_of("Ada", "Ben", size=SIZE)


def choice(person: Person, words: str) -> None:
    expect(person.page.locator("#choice")).to_contain_text(words)


def time_passes(person: Person) -> None:
    """Moves the clock past the time that starts aiming, and the time for a double tap."""
    person.page.clock.run_for(500)


def space(person: Person) -> float:
    """Returns the distance between two points, in CSS pixels."""
    return float(person.page.evaluate(SPACE))


def test_a_finger_that_rests_sees_the_point_enlarged_moves_it_and_chooses_by_lifting(
    ada: Person, game: Game
) -> None:
    opens(ada, game)
    magnifier = ada.page.locator("#board .magnifier")
    finger = Fingers(ada)
    place = finger.rest_on(ada.point("D4"))
    expect(magnifier).to_have_text("D4")
    expect(magnifier.locator("use")).not_to_have_count(0)
    there = place.by(space(ada), -space(ada))
    finger.move_to(there)
    expect(magnifier).to_have_text("E5")
    top = magnifier.bounding_box()
    assert top
    assert top["y"] + top["height"] < there.y  # the finger does not cover it
    finger.are_lifted()
    expect(magnifier).to_be_hidden()
    choice(ada, "E5")
    assert ada.troubles == []


def test_the_magnifier_stands_above_the_finger_on_a_page_that_is_scrolled(
    ada: Person, game: Game
) -> None:
    opens(ada, game)
    # As in older browsers, where a query container also contains fixed elements.
    ada.page.evaluate("document.querySelector('#board').style.contain = 'layout'")
    ada.page.evaluate("scrollTo(0, 60)")
    finger = Fingers(ada)
    place = middle_of(ada.point("G5"))
    finger.go_down(place)
    time_passes(ada)
    magnifier = ada.page.locator("#board .magnifier")
    expect(magnifier).to_have_text("G5")
    box = magnifier.bounding_box()
    assert box
    assert box["x"] + box["width"] / 2 == pytest.approx(place.x, abs=2)
    assert place.y - 60 < box["y"] + box["height"] < place.y
    finger.are_lifted()


def test_a_finger_that_leaves_the_board_chooses_nothing(ada: Person, game: Game) -> None:
    opens(ada, game)
    finger = Fingers(ada)
    place = finger.rest_on(ada.point("D4"))
    expect(ada.page.locator("#board .magnifier")).to_have_text("D4")
    finger.move_to(place.by(0, 300))
    expect(ada.page.locator("#board .magnifier")).to_be_hidden()
    finger.are_lifted()
    time_passes(ada)
    choice(ada, "Choose a point")
    assert not SealedAction.objects.exists()


def test_a_quick_flick_on_the_board_scrolls_the_page_and_chooses_nothing(
    ada: Person, game: Game
) -> None:
    opens_connected(ada, game)
    stands_still(ada)  # a flick is quick however long the machine takes for it
    start = middle_of(ada.point("G7"))
    Fingers(ada).slide((start, start.by(0, -200)), steps=10)
    comes_true(ada.page, "scrollY > 100")
    time_passes(ada)
    choice(ada, "Choose a point")
    expect(ada.page.locator("#board .magnifier")).to_be_hidden()


def test_points_as_large_as_a_fingertip_are_tapped_without_aiming(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben", size=5))
    finger = Fingers(ada)
    finger.rest_on(ada.point("D4"))
    time_passes(ada)
    expect(ada.page.locator("#board .magnifier")).to_be_hidden()
    finger.are_lifted()
    ada.press(ada.point("C3"))
    choice(ada, "C3")


def test_a_tap_just_before_a_turn_ends_chooses_nothing_for_the_next(
    ada: Person, game: Game
) -> None:
    """The page waits for a moment whether a second tap follows."""
    choose(game, "Ada", 0, 0)
    opens_connected(ada, game)
    choice(ada, "Sealed: A13")
    ada.point("D4").tap(trial=True)
    stands_still(ada)
    ada.point("D4").tap()
    choose(game, "Ben", 5, 5)
    expect(ada.page.locator("#clock")).to_contain_text("Turn 2")
    time_passes(ada)
    ada.page.clock.resume()
    ada.sees("A13", "Ada")
    choice(ada, "Choose a point")
    expect(ada.page.locator("#board .own-stone")).to_have_count(0)
    ada.chooses("D4")
    assert ada.troubles == []


def test_two_taps_enlarge_the_board_and_choose_nothing(ada: Person, game: Game) -> None:
    opens(ada, game)
    before = space(ada)
    where = middle_of(ada.point("D4"))
    for _ in range(2):
        ada.page.touchscreen.tap(*where)
    expect(ada.page.get_by_role("button", name="Whole board")).to_be_visible()
    assert space(ada) >= max(2 * before, 44)
    # The point that was tapped is still under the finger.
    assert abs(middle_of(ada.point("D4")).x - where.x) < 3
    time_passes(ada)
    choice(ada, "Choose a point")
    assert barriers(ada) == []


def test_two_quick_taps_on_different_points_are_both_taken(ada: Person) -> None:
    """A tap waits for a second one near it, and not longer than until there is one elsewhere."""
    users = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    opens(ada, begin(*users, variant="automatafl", **WAIT))
    for where in [middle_of(ada.point(name)) for name in ("B8", "B5")]:
        ada.page.touchscreen.tap(*where)
    time_passes(ada)
    choice(ada, "B8 to B5: chosen, not sealed yet")
    assert ada.troubles == []


def test_an_enlarged_board_stays_so_between_turns_is_moved_by_a_finger_and_undone_at_a_tap(
    ada: Person, game: Game
) -> None:
    opens(ada, game)
    before = space(ada)
    fingers = Fingers(ada)
    fingers.spread(middle_of(ada.point("D4")), 60, 180)
    whole = ada.page.get_by_role("button", name="Whole board")
    expect(whole).to_be_visible()
    assert space(ada) == pytest.approx(3 * before, rel=0.1)
    assert ada.page.evaluate("visualViewport.scale") == 1  # the page is not enlarged
    where = middle_of(ada.point("D4"))
    fingers.slide((where, where.by(-60, 40)))
    moved = middle_of(ada.point("D4"))
    assert (moved.x - where.x, moved.y - where.y) == pytest.approx((-60, 40), abs=3)
    ada.press(ada.point("D4"))
    choice(ada, "D4")
    choose(game, "Ada", 3, 9)
    choose(game, "Ben", 9, 9)
    ada.sees_turn(2)
    ada.sees("D4", "Ada")
    assert space(ada) == pytest.approx(3 * before, rel=0.1)
    whole.tap()
    expect(whole).to_be_hidden()
    assert space(ada) == pytest.approx(before, rel=0.01)
    assert ada.troubles == []


def test_keys_enlarge_the_board_and_show_what_has_the_focus(ada: Person, game: Game) -> None:
    opens(ada, game)
    before = space(ada)
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    for _ in range(3):
        ada.page.keyboard.press("+")
    assert space(ada) > 2 * before
    for _ in range(SIZE):
        ada.page.keyboard.press("ArrowLeft")
    board = ada.page.locator("#board").bounding_box()
    assert board
    assert board["x"] < middle_of(ada.point("A7")).x < board["x"] + board["width"]
    ada.page.keyboard.press("0")
    assert space(ada) == pytest.approx(before, rel=0.01)


@pytest.mark.parametrize("variant", GAMES)
def test_two_fingers_enlarge_every_board_and_a_tap_shows_it_whole(
    ada: Person, variant: str
) -> None:
    users = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    waits: dict[str, Any] = WAIT
    opens(ada, begin(*users, variant=variant, options={}, **waits))
    drawing = ada.page.locator("#board .board-drawing")
    before = drawing.get_attribute("viewBox")
    Fingers(ada).spread(middle_of(drawing), 80, 200)
    whole = ada.page.get_by_role("button", name="Whole board")
    expect(whole).to_be_visible()
    assert drawing.get_attribute("viewBox") != before
    whole.tap()
    expect(drawing).to_have_attribute("viewBox", before or "")
    assert not SealedAction.objects.exists()
    assert ada.troubles == []


def test_how_to_see_points_enlarged_is_said_the_first_time_it_helps_and_never_again(
    ada: Person, game: Game
) -> None:
    opens(ada, game)
    hint = ada.page.locator("#board .board-bubble[data-kind=hint]")
    expect(hint).to_contain_text("Hold your finger on the board")
    told, board = hint.bounding_box(), ada.page.locator("#board").bounding_box()
    assert told
    assert board
    assert told["y"] + told["height"] <= board["y"]
    assert barriers(ada) == []
    finger = Fingers(ada)
    finger.rest_on(ada.point("D4"))
    expect(ada.page.locator("#board .magnifier")).to_have_text("D4")
    expect(hint).to_be_hidden()
    finger.are_lifted()
    choice(ada, "D4")
    ada.page.reload()
    opens(ada, game)
    ada.sees_the_present()
    ada.page.clock.run_for(500)
    expect(hint).to_have_count(0)
    assert ada.troubles == []


def test_nothing_is_said_of_it_where_it_does_not_help(ada: Person, game: Game) -> None:
    large = game_of("Ada", "Ben", size=5)
    opens(ada, large)
    ada.page.clock.run_for(500)
    hint = ada.page.locator("#board .board-bubble[data-kind=hint]")
    expect(hint).to_have_count(0)
    ada.goes_to(f"{game.get_absolute_url()}?step=0")
    expect(ada.page.locator("#board svg").first).to_be_visible()
    ada.page.clock.run_for(500)
    expect(hint).to_have_count(1)
