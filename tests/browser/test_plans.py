"""Plans in real browsers: made by mouse, keys or thumb, shown on the board and in words, used."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from accounts.models import User
from games.models import Plan
from tests.browser.barriers import barriers
from tests.browser.fingers import middle_of
from tests.browser.games import choose, game_of, opens, opens_connected, stands_still
from tests.browser.people import HURRY, PHONE, WIDE, Person, hurry_animations, member
from tests.browser.test_the_bar_of_a_turn import SCROLLED, covers
from tests.games.acting import resign, set_plan
from tests.games.playing import begin, place

SCREENS: dict[str, Any] = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
SMALL = {"width": 360, "height": 640}
BY_POST = {"turn_seconds": 86_400}


@pytest.fixture
def ada(request: pytest.FixtureRequest, browser: Browser, site: str) -> Person:
    """Ada, who plays against Ben. He has no browser."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada", **SCREENS[getattr(request, "param", "wide")])


PANELS_ABOVE_FOOTER = """() => {
  const [panels, footer] = [".game-panels", ".site-footer"].map(
    (part) => document.querySelector(part).getBoundingClientRect());
  return panels.bottom <= footer.top;
}"""


def plan_of(person: Person) -> Locator:
    return person.page.get_by_role("group", name="Plan", exact=True)


def turns_planning(person: Person, words: str) -> Locator:
    """The button in the bar that begins or ends planning."""
    bar = person.page.get_by_role("group", name="This turn")
    return bar.get_by_role("button", name=words)


def plans(person: Person, *names: str) -> None:
    """Waits until the plan has these choices in this order, and the board shows their numbers."""
    rows = plan_of(person).get_by_role("listitem").locator("> span")
    expect(rows).to_have_text(list(names))


def numbers(person: Person) -> Locator:
    return person.page.locator("#board .plan-number")


def begins_to_plan(person: Person) -> None:
    person.press(turns_planning(person, "Plan ahead"))
    sees_planning(person)


def sees_planning(person: Person) -> None:
    """Waits until the page says that one plans: what is chosen before that is for this turn."""
    expect(plan_of(person)).to_contain_text("What you choose now is saved for later turns")


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_a_plan_is_made_changed_and_used_turn_by_turn(ada: Person) -> None:
    game = game_of("Ada", "Ben", **BY_POST)
    opens(ada, game)
    ada.chooses("A1")
    begins_to_plan(ada)
    for point in ("B2", "C3", "D4"):
        ada.press(ada.point(point))
    plans(ada, "B2", "C3", "D4")
    expect(numbers(ada)).to_have_text(["1", "2", "3"])
    expect(ada.page.locator("#board .own-stone")).to_have_count(1)  # A1, sealed for this turn
    ada.press(ada.page.get_by_role("button", name="Pass", exact=True))
    ada.press(plan_of(ada).get_by_role("button", name="Move up D4"))
    plans(ada, "B2", "D4", "C3", "pass")
    ada.press(plan_of(ada).get_by_role("button", name="Remove C3 from the plan"))
    plans(ada, "B2", "D4", "pass")
    ada.press(turns_planning(ada, "Done"))
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: A1")
    assert barriers(ada) == []
    choose(game, "Ben", 1, 3)  # B2
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: D4")
    expect(numbers(ada)).to_have_count(0)
    ada.press(turns_planning(ada, "Change plan"))
    plans(ada, "pass")
    assert ada.troubles == []


@pytest.mark.parametrize("ada", ["phone"], indirect=True)
@pytest.mark.parametrize("window", [PHONE, SMALL], ids=["phone", "small"])
def test_the_bar_stays_in_view_beside_the_board_while_one_plans_or_chooses(
    ada: Person, window: Any
) -> None:
    ada.page.set_viewport_size(window)
    opens(ada, game_of("Ada", "Ben", **BY_POST))
    ada.press(ada.point("A1"))
    expect(ada.page.locator("#choice")).to_contain_text("not sealed yet")
    assert not covers(ada, "#board")
    ada.press(ada.page.get_by_role("button", name="Take back"))
    begins_to_plan(ada)
    for point in ("B2", "C3", "D4"):
        ada.press(ada.point(point))
    plans(ada, "B2", "C3", "D4")
    ada.page.evaluate(SCROLLED, 0)
    assert not covers(ada, "#board")
    for top in (0, 300, 10_000):
        ada.page.evaluate(SCROLLED, top)
        expect(ada.page.locator(".game-bar")).to_be_in_viewport(ratio=0.99)
        expect(turns_planning(ada, "Done")).to_be_in_viewport(ratio=0.99)


def test_a_plan_is_made_by_keyboard_and_the_focus_stays_in_it(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben", **BY_POST))
    turns_planning(ada, "Plan ahead").press("Enter")
    sees_planning(ada)
    for text in ("b2", "c3", "d4"):
        ada.page.get_by_label("or enter").fill(text)
        ada.page.keyboard.press("Enter")
    plans(ada, "B2", "C3", "D4")
    plan_of(ada).get_by_role("button", name="Move up D4").press("Enter")
    expect(plan_of(ada).get_by_role("button", name="Move up D4")).to_be_focused()
    ada.page.keyboard.press("Enter")
    plans(ada, "D4", "B2", "C3")
    plan_of(ada).get_by_role("button", name="Remove B2 from the plan").press("Enter")
    plans(ada, "D4", "C3")
    expect(plan_of(ada).get_by_role("button", name="Remove C3 from the plan")).to_be_focused()
    plan_of(ada).get_by_role("button", name="Clear plan").press("Enter")
    plans(ada)
    expect(turns_planning(ada, "Done")).to_be_focused()
    expect(plan_of(ada)).to_have_attribute("aria-busy", "false")
    assert not Plan.objects.exists()
    assert ada.troubles == []


def test_the_focus_stays_at_hand_when_a_turn_uses_the_plan_or_the_game_ends(ada: Person) -> None:
    ben = User.objects.get(username="Ben")
    game = game_of("Ada", "Ben", **BY_POST)
    set_plan(
        game_id=game.pk,
        user=User.objects.get(username="Ada"),
        was=[],
        actions=[place(1, 3), place(2, 2)],
    )
    opens_connected(ada, game)
    plan_of(ada).get_by_role("button", name="Remove C3 from the plan").focus()
    choose(game, "Ada", 0, 0)
    choose(game, "Ben", 4, 4)
    plans(ada, "C3")
    expect(turns_planning(ada, "Change plan")).to_be_focused()
    resign(game_id=game.pk, user=ben)
    expect(ada.page.locator("#result")).to_contain_text("Ada wins")
    expect(ada.page.get_by_role("group", name="This turn")).to_be_focused()
    assert ada.troubles == []


@pytest.mark.parametrize("ada", ["phone"], indirect=True)
def test_a_double_tap_on_take_back_begins_no_plan(ada: Person) -> None:
    """The button that begins a plan moves to where Take back was."""
    ada.page.clock.install()
    opens_connected(ada, game_of("Ada", "Ben", **BY_POST))
    ada.press(ada.point("A1"))
    ada.confirms()
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: A1")
    back = ada.page.get_by_role("button", name="Take back")
    back.tap(trial=True)
    where = middle_of(back)
    stands_still(ada)
    for _ in range(2):
        ada.page.touchscreen.tap(*where)
    expect(ada.page.locator("#choice")).to_contain_text("Choose a point")
    expect(turns_planning(ada, "Plan ahead")).to_have_attribute("aria-pressed", "false")
    assert ada.troubles == []


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_a_double_tap_on_remove_removes_one_choice_of_a_plan(ada: Person) -> None:
    """The next row moves up under the finger."""
    opens(ada, game_of("Ada", "Ben", **BY_POST))
    begins_to_plan(ada)
    for point in ("B2", "C3", "D4"):
        ada.press(ada.point(point))
    plans(ada, "B2", "C3", "D4")
    remove = plan_of(ada).get_by_role("button", name="Remove B2 from the plan")
    remove.scroll_into_view_if_needed()
    remove.click(trial=True)
    where = middle_of(remove)
    hurry_animations(ada.page, 0.001)  # two taps are one double tap, however long they take
    for _ in range(2):
        ada.page.touchscreen.tap(*where) if ada.touch else ada.page.mouse.click(*where)
    hurry_animations(ada.page, HURRY)
    plans(ada, "C3", "D4")
    ada.press(plan_of(ada).get_by_role("button", name="Remove C3 from the plan"))
    plans(ada, "D4")
    assert ada.troubles == []


MOVES = {
    "parallel-go": (["B2"], "B2"),
    "automatafl": (["D4", "D7"], "D4 to D7"),
    "territory": (["C3"], "C3"),
}


@pytest.mark.parametrize("variant", MOVES)
def test_every_game_that_has_plans_shows_them_on_its_board(ada: Person, variant: str) -> None:
    taps, words = MOVES[variant]
    users = [User.objects.get(username=name) for name in ("Ben", "Ada")]
    opens(ada, begin(*users, variant=variant, turn_ends="complete", **BY_POST))
    begins_to_plan(ada)
    for name in taps:
        ada.press(ada.point(name))
    plans(ada, words)
    expect(numbers(ada)).to_have_text(["1"])
    assert ada.troubles == []


def test_a_plan_made_without_a_connection_is_kept_and_sent_when_it_is_back(ada: Person) -> None:
    game = game_of("Ada", "Ben", **BY_POST)
    opens(ada, game)
    begins_to_plan(ada)
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#connection")).to_contain_text("Connection lost")
    for point in ("B2", "C3"):
        ada.press(ada.point(point))
    plans(ada, "B2", "C3")
    lost = ada.page.get_by_text("Your plan is kept, and sent when the connection is back.")
    expect(lost.and_(ada.page.locator(".plan-trouble"))).to_be_visible()
    ada.page.context.set_offline(False)
    expect(ada.page.locator(".plan-trouble")).to_be_hidden()
    expect(plan_of(ada)).to_have_attribute("aria-busy", "false")
    plans(ada, "B2", "C3")
    planned = Plan.objects.get(seat__game=game).actions
    assert [action["at"] for action in planned] == [[1, 3], [2, 2]]


def test_a_long_plan_in_a_low_window_leaves_log_and_footer_apart(ada: Person) -> None:
    for name in ("Cleo", "Dora"):
        User.objects.create_user(name)
    ada.page.set_viewport_size({"width": 1280, "height": 720})
    opens(ada, game_of("Ada", "Ben", "Cleo", "Dora", **BY_POST))
    begins_to_plan(ada)
    for point in ("B2", "C3", "D4"):
        ada.press(ada.point(point))
    plans(ada, "B2", "C3", "D4")
    ada.page.wait_for_function(PANELS_ABOVE_FOOTER)  # once the page is laid out
    ada.press(ada.page.get_by_role("tab", name="Chat"))
    expect(ada.page.locator("#chat")).to_be_visible()
