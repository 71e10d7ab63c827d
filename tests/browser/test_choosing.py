"""Choosing in a real browser: by keyboard, by thumb, in two tabs, offline."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect

from accounts.models import Preferences, User
from games.models import SealedAction, Seat
from tests.browser.fingers import middle_of
from tests.browser.games import WAIT, choose, game_of, opens, opens_connected, stands_still
from tests.browser.people import HURRY, PHONE, Person, hurry_animations, member, somebody
from tests.games.playing import begin

LOST = "Connection lost"
SETTLED = 800
"""Milliseconds after which a button takes presses again."""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against Ben. He has no browser."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada")


def choice(person: Person, words: str) -> None:
    """Waits until the text beside the board contains these words."""
    expect(person.page.locator("#choice")).to_contain_text(words)


def test_a_point_is_chosen_with_the_arrow_keys_and_enter(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowLeft", "ArrowUp", "Enter"):
        ada.page.keyboard.press(key)
    choice(ada, "Sealed: B4")
    ada.page.keyboard.press("Enter")
    choice(ada, "Choose a point")
    assert ada.troubles == []


def test_a_point_typed_on_the_board_is_chosen(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    ada.page.keyboard.type("z9")
    ada.page.keyboard.press("Enter")
    field = ada.page.get_by_role("textbox", name="or enter your choice, such as D4")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("That cannot be read. Enter it like D4.")
    ada.page.keyboard.type("d4")
    ada.page.keyboard.press("Enter")
    choice(ada, "Sealed: D4")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert ada.troubles == []


def test_who_confirms_first_has_nothing_sealed_until_then(ada: Person) -> None:
    user = User.objects.get(username="Ada")
    Preferences.objects.update_or_create(user=user, defaults={"confirm_sealing": "always"})
    opens(ada, game_of("Ada", "Ben"))
    ada.point("D4").click()
    choice(ada, "D4: chosen, not sealed yet.")
    assert not SealedAction.objects.exists()
    ada.page.get_by_role("button", name=re.compile("^Seal")).click()
    choice(ada, "Sealed: D4")
    assert ada.troubles == []


def test_a_button_is_the_same_one_before_and_after_a_choice(ada: Person) -> None:
    """Otherwise a finger already on the button would press nothing."""
    opens(ada, game_of("Ada", "Ben"))
    before = ada.page.get_by_role("button", name="Pass", exact=True).element_handle()
    assert before
    ada.chooses("D4")
    ada.passes()
    choice(ada, "Sealed: pass")
    assert before.evaluate("button => [button.isConnected, button.ariaPressed]") == [True, "true"]


def test_a_double_click_on_a_button_does_not_take_back_what_it_chose(ada: Person) -> None:
    ada.page.clock.install()
    opens_connected(ada, game_of("Ada", "Ben"))
    passing = ada.page.get_by_role("button", name="Pass", exact=True)
    passing.click(trial=True)
    stands_still(ada)
    passing.dblclick()
    choice(ada, "Sealed: pass")
    ada.page.clock.resume()
    passing.click()  # later another press does
    choice(ada, "Choose a point")
    assert ada.troubles == []


def test_a_double_click_on_a_point_does_not_take_back_what_it_chose(ada: Person) -> None:
    opens_connected(ada, game_of("Ada", "Ben"))
    ada.point("D4").dblclick()
    choice(ada, "Sealed: D4")
    ada.point("D4").click()  # another click does
    choice(ada, "Choose a point")
    assert ada.troubles == []


def test_a_double_tap_on_seal_seals_and_does_nothing_else(browser: Browser, site: str) -> None:
    """Seal disappears, and the other buttons move to its place."""
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.page.clock.install()
    opens_connected(ada, game_of("Ada", "Ben", size=9))
    ada.point("D4").tap()
    choice(ada, "D4: chosen, not sealed yet.")
    seal = ada.page.get_by_role("button", name=re.compile("^Seal"))
    seal.tap(trial=True)
    where = middle_of(seal)
    stands_still(ada)
    for _ in range(2):
        ada.page.touchscreen.tap(*where)
    choice(ada, "Sealed: D4")
    buttons = ada.page.locator("#bar .choice-buttons")
    expect(buttons.get_by_role("button", disabled=False)).to_have_count(0)
    ada.page.clock.resume()
    ada.page.get_by_role("button", name="Take back").tap()
    choice(ada, "Choose a point")
    assert ada.troubles == []


def test_the_focus_stays_in_the_bar_when_the_pressed_button_goes(ada: Person) -> None:
    user = User.objects.get(username="Ada")
    Preferences.objects.update_or_create(user=user, defaults={"confirm_sealing": "always"})
    opens(ada, game_of("Ada", "Ben"))
    for words, then in ((re.compile("^Seal"), "Sealed: D4"), ("Take back", "Choose a point")):
        if then.startswith("Sealed"):
            ada.point("D4").click()
        button = ada.page.get_by_role("button", name=words)
        expect(button).to_be_enabled()
        button.press("Enter")
        choice(ada, then)
        expect(ada.page.locator("#bar")).to_be_focused()
    assert ada.troubles == []


def test_the_focus_stays_in_the_bar_when_the_field_for_coordinates_goes(ada: Person) -> None:
    """In games in which one seat plays at a time, the field disappears after each choice."""
    users = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    options = {"rows": 4, "columns": 6, "start": [[1, 1], [4, 2]]}
    opens(ada, begin(*users, variant="territory", options=options, **WAIT))
    ada.page.get_by_label("or enter").fill("C3")
    ada.page.keyboard.press("Enter")
    choice(ada, "It is Ben’s turn.")
    expect(ada.page.locator("#bar")).to_be_focused()
    assert ada.troubles == []


def test_a_key_that_is_held_down_chooses_once(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    ada.point("D4").focus()
    hold(ada, "Enter")
    choice(ada, "Sealed: D4")
    ada.page.get_by_role("button", name="Pass").focus()
    hold(ada, "Enter")
    choice(ada, "Sealed: pass")
    ada.page.wait_for_timeout(SETTLED)
    hold(ada, "Enter", presses=3)
    choice(ada, "Choose a point")
    assert ada.troubles == []


def hold(person: Person, key: str, presses: int = 12) -> None:
    """Holds a key down for longer than a button ignores presses: after the first press come
    repetitions."""
    for _ in range(presses):
        person.page.keyboard.down(key)
        person.page.wait_for_timeout(100)
    person.page.keyboard.up(key)


def test_two_tabs_of_one_player_agree(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    other = Person("Ada", ada.page.context.new_page(), ada.site, [])
    opens(other, game)
    ada.chooses("D4")
    choice(other, "Sealed: D4")
    expect(other.point("D4")).to_have_attribute("aria-selected", "true")
    other.page.get_by_role("button", name="Take back").click()
    choice(ada, "Choose a point")
    expect(ada.point("D4")).to_have_attribute("aria-selected", "false")


def test_a_lost_connection_shows_keeps_the_choice_and_repairs_itself(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#connection")).to_contain_text(LOST)
    ada.point("D4").click()
    choice(ada, "Your choice is kept, and sent when the connection is back")
    ada.page.context.set_offline(False)
    choice(ada, "Sealed: D4")
    expect(ada.page.locator("#connection")).not_to_contain_text(LOST)
    choose(game, "Ben", 0, 0)
    ada.sees_turn(2)
    ada.sees("D4", "Ada")


def test_a_turn_that_opened_while_the_connection_was_lost_is_caught_up_with(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    ada.chooses("D4")
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#connection")).to_contain_text(LOST)
    choose(game, "Ben", 0, 0)
    ada.page.context.set_offline(False)
    ada.sees_turn(2)
    ada.sees("A5", "Ben")
    expect(ada.page.locator("#log")).to_contain_text("Ben A5")


def test_turns_that_were_missed_come_into_the_log_though_it_cannot_be_read_at_first(
    ada: Person,
) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    broken: list[Route] = []

    def break_the_first(route: Route) -> None:
        if broken:
            return route.continue_()
        broken.append(route)
        return route.abort()

    ada.page.route("**/log.json*", break_the_first)
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#connection")).to_contain_text(LOST)
    for turn in range(5):
        choose(game, "Ada", turn, 0)
        choose(game, "Ben", turn, 2)
    ada.page.context.set_offline(False)
    ada.sees_turn(6)
    expect(ada.page.locator("#log")).to_contain_text("Ben A3")
    assert len(broken) == 1


@pytest.mark.parametrize("arrives", [True, False])
def test_only_a_choice_that_came_too_late_is_said_to_have(ada: Person, arrives: bool) -> None:
    """The choice would end the turn, and the connection breaks before the answer arrives."""
    broken: list[bool] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        if broken:
            return

        def send(message: str | bytes) -> None:
            if "action.seal" not in str(message):
                server.send(message)
                return
            broken.append(True)
            if arrives:
                socket.on_close(lambda *_: None)  # only the page loses the connection
                server.on_message(lambda _: socket.close())
                server.send(message)
            else:
                choose(game, "Ada", 4, 4)
                socket.close()

        socket.on_message(send)

    ada.page.route_web_socket(re.compile("/ws/games/"), line)
    game = game_of("Ada", "Ben")
    choose(game, "Ben", 0, 0)
    opens(ada, game)
    ada.point("D4").click()
    ada.sees_turn(2)
    trouble = ada.page.locator("#choice", has_text="The turn was over before your choice")
    expect(trouble).to_have_count(0 if arrives else 1)
    expect(ada.page.locator("#connection")).not_to_contain_text(LOST)
    if arrives:
        ada.sees("D4", "Ada")
        expect(ada.page.locator("#main")).not_to_contain_text("before your choice was sealed")


SLOW = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, duration: 1e8 });
    };
"""
"""Makes the board's animations practically endless."""


def test_the_board_catches_up_with_quick_turns_and_whoever_passes_sees_the_present(
    ada: Person,
) -> None:
    game = game_of("Ada", "Ben")
    ada.page.add_init_script(SLOW)
    opens(ada, game)
    for turn, name in enumerate(("A5", "B5", "C5", "D5", "E5")):
        choose(game, "Ben", turn, 0)
        choose(game, "Ada")
        expect(ada.page.locator("#clock")).to_contain_text(f"Turn {turn + 2}")
        if turn:
            shown_before = "ABCDE"[turn - 1]
            ada.sees(f"{shown_before}5", "Ben’s stone")
        expect(ada.page.locator("#log")).to_contain_text(name)
    expect(ada.point("E5")).to_have_attribute("aria-label", "E5, empty")
    ada.page.get_by_role("button", name="Pass", exact=True).click()
    ada.sees("E5", "Ben’s stone")
    ada.sees_the_present()
    assert ada.troubles == []


def test_an_illegal_choice_is_refused_at_the_point_with_its_reason(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 2, 2)
    choose(game, "Ben")
    opens(ada, game)
    ada.point("C3").click()
    bubble = ada.page.locator("#board [role=alert]")
    expect(bubble).to_have_text("C3: There is already a stone here. Choose an empty point.")
    assert abs(middle(ada.point("C3")) - middle(bubble)) < 2
    ada.chooses("D4")
    expect(bubble).to_be_hidden()
    assert ada.troubles == []


def middle(shown: Locator) -> float:
    """Returns how far the middle of an element is from the left, in pixels."""
    box = shown.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


def test_a_thumb_chooses_moves_and_takes_back_on_a_phone(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    opens(ada, game_of("Ada", "Ben", size=9))
    for name in ("D4", "E5"):
        ada.point(name).tap()
        choice(ada, f"{name}: chosen, not sealed yet.")
    ada.confirms()
    choice(ada, "Sealed: E5")
    ada.point("E5").tap()
    choice(ada, "Choose a point")
    board = ada.page.locator("#board svg").first.bounding_box()
    assert board
    assert board["width"] > 0.95 * PHONE["width"]
    assert ada.troubles == []


@pytest.mark.parametrize(
    ("confirm", "turn_ends", "asks"),
    [
        ("touch", "complete", True),
        ("touch", "timer", False),
        ("never", "complete", False),
        ("always", "timer", True),
    ],
)
def test_a_finger_confirms_what_may_end_the_turn_unless_its_owner_likes_it_otherwise(
    browser: Browser, site: str, confirm: str, turn_ends: str, asks: bool
) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    user = User.objects.get(username="Ada")
    if confirm != "touch":  # the default
        Preferences.objects.create(user=user, confirm_sealing=confirm)
    opens(ada, game_of("Ada", "Ben", turn_ends=turn_ends))
    ada.point("D4").tap()
    choice(ada, "D4: chosen, not sealed yet." if asks else "Sealed: D4")
    assert SealedAction.objects.exists() is not asks
    assert ada.troubles == []


@pytest.mark.parametrize("name", ["Cleo", ""])
def test_who_watches_cannot_choose(browser: Browser, site: str, ada: Person, name: str) -> None:
    game = game_of("Ada", "Ben")
    watcher = member(browser, site, name) if name else somebody(browser, site, name)
    opens(watcher, game)
    watcher.point("D4").click()
    choice(watcher, "You are watching.")
    for control in ("Pass", "Choose", "Resign"):
        expect(watcher.page.get_by_role("button", name=control, exact=True)).to_be_hidden()
    assert not SealedAction.objects.exists()
    assert watcher.troubles == []


def test_leaving_asks_once(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    ada.page.get_by_role("tab", name="More").click()
    leave = ada.page.get_by_role("button", name="Resign")
    leave.click()
    ada.page.get_by_role("button", name="Cancel").click()
    expect(ada.page.get_by_role("dialog")).to_be_hidden()
    assert not Seat.objects.exclude(left_why="").exists()
    leave.click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ada.page.locator("#result")).to_contain_text("Ben wins")
    assert ada.troubles == []


def test_a_double_tap_on_resign_does_not_answer_the_question(ada: Person) -> None:
    """The dialog may open with its button under the finger."""
    opens(ada, game_of("Ada", "Ben"))
    ada.page.get_by_role("tab", name="More").click()
    dialog = ada.page.get_by_role("dialog")
    hurry_animations(ada.page, 0.001)  # two taps are one double tap, however long they take
    ada.page.get_by_role("button", name="Resign").click()
    sure = dialog.get_by_role("button", name="Resign")
    ada.page.mouse.click(*middle_of(sure))
    hurry_animations(ada.page, HURRY)
    expect(dialog).to_be_visible()
    assert not Seat.objects.exclude(left_why="").exists()
    sure.click()
    expect(ada.page.locator("#result")).to_contain_text("Ben wins")
    assert ada.troubles == []


def test_a_player_is_told_before_the_seat_leaves(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    game.seats.filter(number=0).update(absences=2)
    opens(ada, game)
    choice(ada, "Miss one more turn and you are out of the game.")
    ada.chooses("D4")
    expect(ada.page.get_by_text("Miss one more turn")).to_be_hidden()
    assert ada.troubles == []


def test_blocked_storage_and_an_unknown_zone_cost_nobody_the_board(ada: Person) -> None:
    ada.page.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, {
                get() { throw new DOMException("blocked", "SecurityError"); },
            });"""
    )
    user = User.objects.get(username="Ada")
    Preferences.objects.update_or_create(user=user, defaults={"time_zone": "Mars/Olympus_Mons"})
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 0, 0)
    choose(game, "Ben", 1, 1)
    opens(ada, game)
    expect(ada.page.locator("#log time")).to_have_text(re.compile(r"\d\d:\d\d$"))
    ada.page.get_by_role("tab", name="More").click()
    ada.page.get_by_label("Sounds").uncheck()
    ada.chooses("D4")
    assert ada.troubles == []


def test_an_hour_in_the_log_names_its_day_once_that_is_over(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 0, 0)
    choose(game, "Ben", 1, 1)
    ada.page.clock.install()
    opens(ada, game)
    shown = ada.page.locator("#log time")
    expect(shown).to_have_text(re.compile(r"^\d\d:\d\d$"))
    ada.page.clock.fast_forward("25:00:00")
    expect(shown).to_have_text(re.compile(r"^\d+ \w+, \d\d:\d\d$"))
