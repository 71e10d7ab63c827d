"""Areas of Continuous Go in real browsers: shown on request, read out, and at the end; and gaps."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, expect

from accounts.models import User
from games.models import Game
from tests.browser.barriers import barriers
from tests.browser.games import WAIT, opens
from tests.browser.people import PHONE, WIDE, Person, member
from tests.browser.records import REPLAYED, engines, lines_of_the_record
from tests.browser.test_continuous_go import on_screen
from tests.browser.test_every_page import troubles_on
from tests.games.playing import begin, seal
from tests.games.tangled import tangled
from tests.games.uploading import boxes

SCREENS: dict[str, Any] = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
OPTIONS = {"size": 9, "budget": 20, "lower": 4, "upper": 9, "komi": 1}
CORNER = [[0, 2.5], [2.5, 2.5], [2.5, 0]]
"""Black's corner: 6.25 squares."""
SMALL = [[5, 1], [6.5, 1], [6.5, 2.5], [5, 2.5], [5, 1]]
"""Black's small shape: 2.25 squares, a group of its own."""
ALMOST = [[6, 5], [7.5, 5], [7.5, 7], [6, 7], [6, 5.125]]
"""Black's shape with a gap of 1/8 of a space."""
INSIDE = [[0, 2], [2, 2], [2, 0], [2, 2], [2, 2.25], [2.25, 2.25], [2.25, 2], [2, 2]]
"""White's shapes in black's corner: 4 squares and a little one."""
OUTSIDE = [[5, 5], [7.25, 5], [7.25, 7], [5, 7], [5, 5]]
"""White's shape outside: 4.5 squares."""
PASS = "pass"


@pytest.fixture
def ada(request: pytest.FixtureRequest, browser: Browser, site: str) -> Person:
    """Ada, who plays black against Ben. He has no browser."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada", **SCREENS[getattr(request, "param", "wide")])


def game_of_lines(*actions: Any) -> Game:
    """Begins a game of Ada and Ben in which they took turns to draw these paths or pass."""
    users = {name: User.objects.get(username=name) for name in ("Ada", "Ben")}
    game = begin(*users.values(), variant="continuous-go", options=OPTIONS, **WAIT)
    for name, *paths in actions:
        for path in paths:
            action = {"type": PASS} if path == PASS else {"type": "draw", "path": path}
            seal(game, users[name], action)
    return game


def middle_game() -> Game:
    """Begins a game in which black has a corner, a small shape and one with a gap, and white is in
    the corner."""
    return game_of_lines(("Ada", CORNER, SMALL, PASS), ("Ben", INSIDE, PASS), ("Ada", ALMOST))


def asks_for(person: Person, colour: str, patience: int = 40_000) -> None:
    """Chooses whose areas to show, and waits for them up to ``patience`` milliseconds."""
    person.page.get_by_role("radio", name=colour, exact=True).check()
    expect(panel(person).locator(".areas-found")).to_be_visible(timeout=patience)


def panel(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Areas", exact=True)


def number(value: float) -> str:
    return f"{round(value, 2):g}"


def in_words(sections: list[dict[str, Any]]) -> list[str]:
    """Returns the texts that the list should have for a colour's sections."""
    verdicts = {"counts": "counts", "too-big": "too big", "group-too-small": "group too small"}
    groups = {None: ""} | {group: f"group {'ABCDEF'[group]}, " for group in range(6)}
    first = sorted(sections, key=lambda section: not section["counts"])
    return [
        f"{number(section['area'])} squares, {groups[section['group']]}{verdicts[section['why']]}."
        for section in first
    ]


def said(person: Person) -> list[str]:
    """Returns the first sentence that a screen reader reads for each section in the list."""
    items = panel(person).locator(".areas-item > .visually-hidden")
    return [re.sub(r"(?<=[a-z])\. .*", ".", text) for text in items.all_text_contents()]


def of_the_engine(person: Person, folder: Path) -> dict[str, Any]:
    """Returns the position with areas that the command line prints for the downloaded record."""
    lines_of_the_record(person, folder)
    printed = engines("replay", str(folder / "record.json"), "--areas")
    position: dict[str, Any] = json.loads(printed)["position"]
    return position


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_areas_of_each_colour_are_asked_for_and_are_those_of_the_engine(
    ada: Person, tmp_path: Path
) -> None:
    opens(ada, middle_game())
    position = of_the_engine(ada, tmp_path)
    for seat, colour in enumerate(("Black", "White")):
        asks_for(ada, colour)
        expect(panel(ada).locator(".areas-said")).to_contain_text(f"{colour} has")
        assert said(ada) == in_words(position["areas"][seat])
    asks_for(ada, "Both")
    sums_are(ada, position["score"])
    ada.page.get_by_role("radio", name="None", exact=True).check()
    expect(panel(ada).locator(".areas-found")).to_be_hidden()
    assert ada.troubles == []


def sums_are(person: Person, score: dict[str, Any]) -> None:
    """Waits until the table shows the engine's totals."""
    own, shared, komi, totals = (score[each] for each in ("own", "shared", "komi", "totals"))
    black = panel(person).get_by_role("row", name=re.compile("^Black"))
    expect(black.get_by_role("cell")).to_have_text(
        [number(own[0]), number(shared), "", number(totals[0]), number(score["open"])]
    )
    white = panel(person).get_by_role("row", name=re.compile("^White"))
    expect(white.get_by_role("cell")).to_have_text(
        [number(own[1]), number(shared), number(komi), number(totals[1])]
    )


def test_why_a_section_does_not_count_is_heard_by_keyboard(ada: Person) -> None:
    opens(ada, middle_game())
    asks_for(ada, "Black")
    for key in ("Tab", "Tab", "ArrowDown", "ArrowDown"):
        ada.page.keyboard.press(key)
    small = panel(ada).get_by_role("button", name="2.25 squares")
    expect(small).to_be_focused()
    why = "It does not count: group B has 2.25 squares, and needs 4."
    expect(small).to_have_accessible_name(re.compile(re.escape(why)))
    expect(panel(ada).locator(".areas-explanation")).to_contain_text(why)
    expect(ada.page.locator("#board .area-lifted")).to_be_visible()
    assert ada.troubles == []


def test_a_mouse_that_lies_still_explains_nothing_when_keys_scroll_the_list(ada: Person) -> None:
    opens(ada, middle_game())
    asks_for(ada, "Black")
    sections = panel(ada).get_by_role("list", name="Sections")
    first, second, third = sections.get_by_role("button").all()
    here = panel(ada).locator(".areas-explanation")
    first.hover()
    expect(here).to_contain_text("Black, 6.25 squares.")
    third.focus()
    # The event that a browser sends when another section has moved under the mouse.
    second.dispatch_event("pointerover")
    expect(here).to_contain_text("Black, 2.25 squares.")
    sections.dispatch_event("pointerleave")
    expect(here).to_contain_text("Black, 2.25 squares.")
    second.hover()
    expect(here).to_contain_text("Black, 55.5 squares.")
    assert ada.troubles == []


def test_areas_are_asked_for_again_when_another_step_is_shown(ada: Person) -> None:
    opens(ada, middle_game())
    asks_for(ada, "Black")
    expect(panel(ada)).to_contain_text("3 sections")
    ada.page.get_by_role("button", name="First step").click()
    expect(panel(ada).locator(".areas-said")).to_have_text("Black has no section yet.")
    ada.page.get_by_role("button", name="One step forward").click()
    expect(panel(ada)).to_contain_text("2 sections")
    assert ada.troubles == []


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_a_line_that_almost_touches_is_marked(ada: Person) -> None:
    opens(ada, middle_game())
    expect(ada.page.locator("#board .gap-ring")).to_have_count(1)
    gaps = panel(ada).get_by_role("list", name="Gaps")
    expect(gaps).to_have_text("Your line almost closes near G4: a gap of 0.13.")
    ring = ada.page.locator("#board .gap-ring").bounding_box()
    assert ring
    assert ring["width"] > 8
    assert ada.troubles == []


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_who_may_draw_finds_out_about_a_section_and_draws_as_before(ada: Person) -> None:
    opens(ada, middle_game())
    asks_for(ada, "Black")
    here = panel(ada).locator(".areas-explanation")
    fingers = ada.page.viewport_size == PHONE
    expect(here).to_contain_text("A tap on the board draws." if fingers else "Hover over a section")
    corner = "Black, 6.25 squares."
    section = panel(ada).get_by_role("button", name="6.25 squares")
    if fingers:
        section.tap()
    else:
        ada.page.mouse.move(*on_screen(ada, (1, 1), 9))
    expect(here).to_contain_text(corner)
    expect(ada.page.locator("#board .area-lifted")).to_be_visible()
    ada.page.locator("#board").scroll_into_view_if_needed()
    spot = on_screen(ada, (5.5, 1.5), 9)
    if fingers:
        ada.page.touchscreen.tap(*spot)
    else:
        ada.page.mouse.click(*spot)
    expect(ada.page.locator("#board .pen-start")).to_be_visible()
    expect(here).to_contain_text("A tap on the board draws." if fingers else "2.25 squares.")
    assert ada.troubles == []


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_who_waits_taps_a_section_to_find_out_about_it(ada: Person) -> None:
    opens(ada, game_of_lines(("Ada", CORNER, SMALL, PASS)))
    asks_for(ada, "Black")
    fingers = ada.page.viewport_size == PHONE
    expect(panel(ada)).to_contain_text("Tap a section" if fingers else "or tap it")
    ada.page.locator("#board").scroll_into_view_if_needed()
    spot = on_screen(ada, (1, 1), 9)
    if fingers:
        ada.page.touchscreen.tap(*spot)
    else:
        ada.page.mouse.click(*spot)
    expect(ada.page.locator("#board .board-bubble[data-kind=numbers]")).to_contain_text(
        "Black, 6.25 squares."
    )
    assert ada.troubles == []


@pytest.mark.parametrize("ada", SCREENS, indirect=True)
def test_a_finished_game_shows_who_holds_what_with_the_sums(ada: Person, tmp_path: Path) -> None:
    drawn = ("Ada", CORNER, PASS), ("Ben", INSIDE, OUTSIDE, PASS)
    game = game_of_lines(*drawn, ("Ada", PASS), ("Ben", PASS))
    opens(ada, game)
    sums_are(ada, of_the_engine(ada, tmp_path)["score"])
    for holder in ("black", "white", "shared"):
        expect(ada.page.locator(f"#board [data-holder={holder}]")).to_be_attached()
    spots = [[2.4, 1.0], [6.0, 6.0], [1.0, 1.0], [4.0, 4.0]]
    assert holders_at(ada, spots) == ["black", "white", "shared", "open"]
    width = "phone" if ada.page.viewport_size == PHONE else "wide"
    assert troubles_on(ada.page, width, admin=False) == []
    ada.goes_to("/games/")
    address = ada.page.locator("img.board-picture").first.get_attribute("src")
    svg = ada.page.request.get(f"{ada.site}{address}").text()
    assert all(f"url(#r{holder})" in svg for holder in ("black", "white", "shared"))
    assert ada.troubles == []


def holders_at(person: Person, points: list[list[float]]) -> list[str]:
    """Returns whose colour is painted at each of these points, by the shapes around it."""
    found: list[str] = person.page.evaluate(
        """(points) => points.map(([x, y]) => {
            const path = (holder) => document.querySelector(`#board [data-holder=${holder}]`);
            const at = new DOMPoint(x * 40, y * 40);
            const [black, white] = ["black", "white"].map((each) => path(each).isPointInFill(at));
            return black && white ? "shared" : black ? "black" : white ? "white" : "open";
        })""",
        points,
    )
    return found


def test_a_worker_counts_what_is_too_tangled_to_be_drawn(ada: Person) -> None:
    users = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    game = tangled(*users, finished=False, turn_seconds=600)
    opens(ada, game)
    page = ada.page
    page.get_by_role("radio", name="Both").check()
    said = page.locator(".areas-said")
    expect(said).to_have_text(
        "White is ahead by 7. This board has too many sections to draw. The score counts every one."
    )
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()


def test_a_long_uploaded_record_has_areas_at_its_last_and_its_middle_step(ada: Person) -> None:
    ada.goes_to("/games/upload/")
    record: FilePayload = {
        "name": "long.json",
        "mimeType": "application/json",
        "buffer": json.dumps(boxes(100, teeth=64)).encode(),
    }
    ada.page.locator("input[type=file]").set_input_files(record)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.get_by_role("button", name="Show it").click()
    count = ada.page.locator(".replay-count")
    expect(count).to_have_text("200 / 200", timeout=REPLAYED)
    asks_for(ada, "White", REPLAYED)
    expect(panel(ada)).to_contain_text("51 sections, of which 50 count")
    steps = [url.rpartition("/steps/")[2] for url in asked if "/steps/" in url]
    assert steps[:1] == ["200/areas.json"]
    ada.page.get_by_label("Step", exact=True).fill("160")
    expect(count).to_have_text("160 / 200")
    said = "41 sections, of which 40 count"
    expect(panel(ada)).to_contain_text(said, timeout=REPLAYED)
    assert ada.troubles == []


WINDOWS = [WIDE, {"width": 1280, "height": 800}]
CUT_OFF = """() => [...document.querySelectorAll("#beside, #beside *")].filter((each) =>
    each.clientHeight > 1 && each.scrollHeight > each.clientHeight + 1
    && getComputedStyle(each).overflowY !== "visible").map((each) => each.className)"""
"""Finds elements beside the board whose contents are cut off."""


def many_boxes(*, finished: bool) -> Game:
    """Begins a game with six boxes, each cut by a line, so that there is a section for each box and
    each line."""
    drawn: list[Any] = []
    for n in range(6):
        x, y = 2.75 * (n % 3) + 0.25, 4 * (n // 3) + 0.25
        box = [[x, y], [x + 2, y], [x + 2, y + 2 + n / 16], [x, y + 2 + n / 16], [x, y]]
        drawn += [("Ada", box, PASS), ("Ben", [[x, y + 1], [x + 2, y + 1]], PASS)]
    return game_of_lines(*drawn, *([("Ada", PASS), ("Ben", PASS)] if finished else []))


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: str(window["width"]))
@pytest.mark.parametrize("finished", [False, True])
def test_nothing_of_the_areas_is_cut_off_beside_the_board(
    ada: Person, window: Any, finished: bool
) -> None:
    ada.page.set_viewport_size(window)
    opens(ada, many_boxes(finished=finished))
    for colour in ("Black", "White", "Both"):
        asks_for(ada, colour)
        assert ada.page.evaluate(CUT_OFF) == []
        sections = panel(ada).locator(".areas-each")
        if sections.get_attribute("open") is None:
            sections.locator("summary").click()
        expect(panel(ada).get_by_role("list", name="Sections")).to_be_visible()
        assert ada.page.evaluate(CUT_OFF) == []
    assert barriers(ada) == []


def test_all_sections_are_listed_when_more_are_asked_for(ada: Person) -> None:
    opens(ada, many_boxes(finished=False))
    asks_for(ada, "Both")
    panel(ada).locator(".areas-each > summary").click()
    items = panel(ada).locator(".areas-item")
    expect(items).to_have_count(5)
    panel(ada).get_by_role("button", name=re.compile("more$")).click()
    expect(items.nth(5)).to_be_focused()
    panel(ada).get_by_role("button", name="Fewer").click()
    expect(items).to_have_count(5)
    expect(panel(ada).get_by_role("button", name=re.compile("more$"))).to_be_focused()
    assert ada.troubles == []


def test_areas_leave_their_place_to_pass_undo_and_the_log(ada: Person) -> None:
    opens(ada, middle_game())
    buttons = ada.page.locator("#choice .choice-others button")
    expect(buttons).to_have_count(2)
    for colour in ("Black", "White", "Both"):
        asks_for(ada, colour)
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
        log = ada.page.locator("#log").bounding_box()
        assert log is not None
        assert log["height"] > 60
        assert log["y"] + log["height"] <= WIDE["height"]
    panel(ada).locator(".areas-each > summary").click()
    log = ada.page.locator("#log").bounding_box()
    assert log is not None
    assert log["y"] + log["height"] <= WIDE["height"]
    assert barriers(ada) == []
