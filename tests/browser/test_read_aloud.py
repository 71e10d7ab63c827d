"""What screen readers are told in games, and where the keyboard stops."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from accounts.services.roles import make_moderator
from tests.browser.games import choose, game_of, opens, play_three_turns
from tests.browser.people import Person, comes_true, member, newcomer
from tests.browser.test_automatafl import automatafl
from tests.browser.test_continuous_go import continuous_go, draws
from tests.browser.test_evening import listen
from tests.browser.test_territory import territory
from tests.games.acting import say
from tests.games.playing import place, seal

PROMPT = "Choose a point. Your choice stays secret until the reveal."


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against others without browsers."""
    for name in ("Ben", "Cleo"):
        User.objects.create_user(name)
    return member(browser, site, "Ada")


def told(person: Person, last: str) -> list[str]:
    """Waits until ``last`` has been read out. Returns all lines read out since :func:`listen`."""
    comes_true(person.page, f"window.told.some((line) => line.includes({last!r}))")
    lines: list[str] = person.page.evaluate("window.told")
    return lines


def regions(person: Person) -> dict[str, dict[str, Any]]:
    """Returns what the browser tells screen readers about the page's live regions, by role."""
    tools = person.page.context.new_cdp_session(person.page)
    tools.send("Accessibility.enable")
    found = {}
    for node in tools.send("Accessibility.getFullAXTree")["nodes"]:
        values = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        if "live" in values and not node["ignored"]:
            found[node["role"]["value"]] = values
    return found


def test_only_what_is_new_in_a_live_region_is_read_out(ada: Person) -> None:
    """Lines stay for some seconds. An atomic region would be read out as a whole with each one."""
    opens(ada, game_of("Ada", "Ben"))
    found = regions(ada)
    assert {role: values["live"] for role, values in found.items()} == {
        "status": "polite",
        "alert": "assertive",
    }
    assert {role: values["atomic"] for role, values in found.items()} == {
        "status": False,
        "alert": False,
    }


def test_a_player_hears_what_a_turn_did_before_what_to_do_next(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    listen(ada)
    choose(game, "Ben", 0, 0)
    ada.point("C3").press("Enter")
    lines = told(ada, PROMPT)
    assert lines == ["Sealed: C3. It stays secret until the reveal.", "Ada C3, Ben A5.", PROMPT]


def test_the_last_turn_is_told_before_the_result(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    choose(game, "Ada")
    opens(ada, game)
    listen(ada)
    choose(game, "Ben")
    lines = told(ada, "The game is over.")
    assert lines[:1] == ["Ada and Ben passed."]


def test_nobody_hears_that_a_line_waits_for_a_game_that_runs(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    opens(ada, game)
    listen(ada)
    ada.page.get_by_label("or enter your choice").fill("C4 E4")
    ada.page.keyboard.press("Enter")
    lines = told(ada, "Keep drawing")
    assert lines[0].startswith("Ada drew 2 spaces")
    assert len(lines) == 2
    draws(game, "Ada", [2, 1], [3, 1])
    assert [line for line in told(ada, "from C6 to D6") if "resumes" in line] == []


def test_a_selected_cell_is_told_once(ada: Person) -> None:
    opens(ada, automatafl("Ada", "Ben"))
    listen(ada)
    cell = ada.point("A2")
    cell.focus()
    ada.page.keyboard.press("Enter")
    asked = told(ada, "Choose where A2 goes")
    assert asked == ["Choose where A2 goes, along its row or its column."]
    ada.page.keyboard.press("ArrowUp")
    ada.page.keyboard.press("Enter")
    lines = told(ada, "Sealed")
    assert lines[1:] == ["Sealed: A2 to A3. It stays secret until the reveal. Waiting for Ben."]


def test_the_agents_reasons_are_read_out_to_whoever_asks(ada: Person) -> None:
    opens(ada, automatafl("Ada", "Ben"))
    listen(ada)
    ada.point("E1").press("Enter")
    [line] = told(ada, "It would now go to")
    assert line.startswith("It would now go to F1")


def test_the_board_is_one_tab_stop(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    role = "document.activeElement.getAttribute('role')"
    ada.page.locator("#rated").focus()
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate(role) == "gridcell"
    ada.page.keyboard.press("Tab")
    expect(ada.page.get_by_role("button", name="Pass", exact=True)).to_be_focused()
    ada.page.keyboard.press("Shift+Tab")
    ada.page.keyboard.press("Shift+Tab")
    expect(ada.page.locator("#rated")).to_be_focused()


def test_a_replay_keeps_the_focus_where_it_ends(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    play_three_turns(game)
    opens(ada, game)
    back, forward = (
        ada.page.get_by_role("button", name=f"One step {way}") for way in ("back", "forward")
    )
    count = ada.page.locator(".replay-count")
    for step in (2, 1, 0):
        back.press("Enter")
        expect(count).to_have_text(f"{step} / 3")
    expect(back).to_be_focused()
    expect(back).to_have_attribute("aria-disabled", "true")
    back.press("Enter")
    for step in (1, 2, 3):
        forward.press("Enter")
        expect(count).to_have_text(f"{step} / 3")
    expect(forward).to_be_focused()


def test_the_button_that_stops_a_replay_gets_the_focus(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    for name in ("Ada", "Ben"):
        choose(game, name)
    opens(ada, game)
    ada.page.locator("#replay-all").press("Enter")
    expect(ada.page.locator(".replay-count")).to_have_text("0 / 1")
    expect(ada.page.locator(".replay-button:focus")).to_have_attribute("aria-label", "Stop")


def test_a_button_that_can_do_nothing_more_keeps_the_focus(browser: Browser, site: str) -> None:
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)
    mona = member(browser, site, "Mona")
    make_moderator(user=User.objects.get(username="Mona"))
    opens(mona, game_of("Ada", "Ben"))
    mona.page.get_by_role("tab", name="Moderate").press("Enter")
    pause = mona.page.get_by_role("button", name="Pause", exact=True)
    pause.press("Enter")
    mona.page.get_by_label("Reason").fill("Tea")
    mona.page.get_by_role("button", name="Pause game").press("Enter")
    expect(pause).to_have_attribute("aria-disabled", "true")
    expect(pause).to_be_focused()


def test_a_lesson_is_read_out_when_it_is_the_players_turn(browser: Browser, site: str) -> None:
    for name in ("Ben", "Cleo"):
        User.objects.create_user(name)
    ada = newcomer(browser, site, "Ada")
    game = territory("Ada", "Ben", "Cleo")
    opens(ada, game)
    expect(ada.page.locator("#lesson")).to_be_visible()
    listen(ada)
    for name, x, y in (("Ada", 0, 0), ("Ben", 5, 2), ("Cleo", 2, 2)):
        seal(game, User.objects.get(username=name), place(x, y))
        expect(ada.page.locator("#log li")).to_have_count(1 + ("Ada", "Ben", "Cleo").index(name))
    lines = told(ada, "Since then: Ben")
    assert len([line for line in lines if line.startswith("You took")]) == 1


def test_what_is_said_while_a_dialog_is_open_is_said_in_the_dialog(ada: Person) -> None:
    """While a modal dialog is open, the rest of the page is inert, and so are its live regions."""
    game = game_of("Ada", "Ben")
    opens(ada, game)
    ada.page.get_by_role("tab", name="More").click()
    resign = ada.page.get_by_role("button", name="Resign")
    resign.press("Enter")
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    expect(dialog).to_have_accessible_description("The game ends at once, and Ben wins.")
    ben = User.objects.get(username="Ben")
    say(game=game, user=ben, room="table", text="Wait for me")
    expect(dialog.get_by_role("status")).to_have_text("Ben: Wait for me")
    assert set(regions(ada)) == {"status", "alert"}
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(resign).to_be_focused()
    say(game=game, user=ben, room="table", text="Good")
    expect(ada.page.locator("#polite")).to_contain_text("Ben: Good")
