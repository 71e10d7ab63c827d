"""Territory in real browsers: cards, filling and grey tiles; on a desktop and on a phone."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.models import Game
from tests.browser.barriers import barriers
from tests.browser.games import WAIT, opens
from tests.browser.people import PHONE, Person, comes_true, member
from tests.browser.records import lines_of_the_record, looks_at
from tests.games.acting import resign
from tests.games.playing import begin, place, seal

CARDS = {"double-move": "Double move", "replacement": "Replacement", "freedom": "Freedom"}
SAMPLE = Path(__file__).parents[1] / "engines" / "records" / "territory" / "filled.json"
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against others without browsers."""
    for name in ("Ben", "Cleo"):
        User.objects.create_user(name)
    return member(browser, site, "Ada")


def territory(*names: str, **options: Any) -> Game:
    """Begins a game of these members on 6×4."""
    users = [User.objects.get(username=name) for name in names]
    start = {2: [[1, 1], [4, 2]], 3: [[1, 1], [4, 2], [2, 3]]}[len(users)]
    options = {"rows": 4, "columns": 6, "start": start, **options}
    return begin(*users, variant="territory", options=options, **WAIT)


def cell_name(at: list[int], rows: int) -> str:
    return f"{'ABCDEFGHJK'[at[0]]}{rows - at[1]}"


def plays(person: Person, action: dict[str, Any], rows: int) -> None:
    """Carries out an action by clicks or taps."""
    if "card" in action:
        person.press(person.page.get_by_role("button", name=re.compile(CARDS[action["card"]])))
    for at in (action["at"], action.get("then")):
        if at:
            person.press(person.point(cell_name(at, rows)))
    person.confirms()


def test_two_people_play_with_all_cards_until_the_board_is_filled(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = member(browser, site, "Ada"), member(browser, site, "Ben", **TOUCH)
    record = json.loads(SAMPLE.read_text())["record"]
    game = territory("Ada", "Ben", **record["options"])
    for person in people:
        opens(person, game)
    for turn, step in enumerate(record["steps"], start=1):
        ((seat, action),) = step["actions"].items()
        people[int(seat)].sees_turn(turn)
        if turn == 1:
            assert [barriers(person) for person in people] == [[], []]
        plays(people[int(seat)], action, rows=4)
    for person in people:
        expect(person.page.locator("#result")).to_contain_text("Ada wins")
        expect(person.page.locator("#result")).to_contain_text("Nobody could move any more")
    people[0].sees("D1", "Ben")
    people[1].sees("D2", "Ada")
    the_replay_shows_the_record(people[1], game, tmp_path, "Ada", "Ben")
    assert [person.troubles for person in people] == [[], []]


def the_replay_shows_the_record(person: Person, game: Game, folder: Path, *names: str) -> None:
    lines = lines_of_the_record(person, folder)
    tiles: dict[object, str] = {None: "empty", "gray": "grey tile"}
    for seat, name in enumerate(names):
        tiles[seat] = "your tile" if name == person.name else f"{name}’s tile"
    for line in lines:
        shown = looks_at(person, game.get_absolute_url(), line["step"], len(lines) - 1)
        for y, row in enumerate(line["position"]["board"]):
            for x, holder in enumerate(row):
                assert shown[cell_name([x, y], 4)].startswith(tiles[holder])
    assert lines[-1]["outcome"]["reason"] == "blocked"


def test_one_of_three_leaves_another_is_blocked_and_the_rest_is_filled_as_one_wave(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    looks: tuple[dict[str, Any], ...] = ({}, {}, TOUCH)
    names = ("Ada", "Ben", "Cleo")
    people = [member(browser, site, name, **look) for name, look in zip(names, looks, strict=True)]
    ada, ben, cleo = people
    game = territory(*names, rows=4, columns=4, start=[[3, 2], [1, 3], [1, 2]])
    for person in people:
        opens(person, game)
    plays(ada, place(2, 2, card="double-move", then=[2, 3]), rows=4)
    ben.sees_turn(2)
    plays(ben, place(1, 2, card="replacement"), rows=4)
    cleo.sees_turn(3)
    plays(cleo, place(3, 3, card="freedom"), rows=4)
    ben.sees("D1", "Cleo’s tile")
    ben.page.get_by_role("tab", name="More").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for person in (ada, cleo):
        for name in ("B1", "B2"):
            person.sees(name, "grey tile")
    plays(ada, place(2, 1, card="freedom"), rows=4)
    cleo.sees("C3", "Ada’s tile")
    for person in (ada, cleo):
        watches_the_tiles_come(person)
    plays(cleo, place(2, 3, card="replacement"), rows=4)
    for person in (ada, cleo):
        sees_a_wave(person, rings=[5, 4])
        expect(person.page.locator("#seats li").filter(has_text="blocked")).to_contain_text("Cleo")
    expect(cleo.page.locator("#choice")).to_contain_text("You are blocked")
    assert [barriers(person) for person in (ada, cleo)] == [[], []]
    plays(ada, place(3, 3, card="replacement"), rows=4)
    for person in (ada, cleo):
        expect(person.page.locator("#result")).to_contain_text("Ada wins")
        person.sees("B1", "grey tile")
    the_replay_shows_the_record(cleo, game, tmp_path, *names)
    assert [person.troubles for person in people] == [[], [], []]


def watches_the_tiles_come(person: Person) -> None:
    """Records from now on the delay with which each tile fades in."""
    person.page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.waits = [];
            Element.prototype.animate = function (frames, timing) {
                if (this.closest("#board") && frames[0].opacity === 0) waits.push(timing.delay);
                return animate.call(this, frames, timing);
            };
        }"""
    )


def sees_a_wave(person: Person, rings: list[int]) -> None:
    """Waits until all tiles have faded in, ring by ring, with this many tiles in each."""
    comes_true(person.page, f"waits.length >= {sum(rings)}")
    waits = Counter(person.page.evaluate("waits"))
    assert [waits[delay] for delay in sorted(waits)] == rings


def test_cells_that_can_be_taken_are_marked_and_a_card_marks_others(ada: Person) -> None:
    opens(ada, territory("Ada", "Ben"))
    ada.sees("C2", "you can take it")
    expect(ada.point("F4")).to_have_attribute("aria-label", "F4, empty")
    freedom = ada.page.get_by_role("button", name=re.compile("Freedom"))
    freedom.click()
    expect(freedom).to_have_attribute("aria-pressed", "true")
    ada.sees("F4", "you can take it")
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    ada.page.keyboard.press("Escape")
    expect(freedom).to_have_attribute("aria-pressed", "false")
    expect(ada.point("F4")).to_have_attribute("aria-label", "F4, empty")
    assert ada.troubles == []


def test_a_double_move_shows_its_first_tile_before_the_second(ada: Person) -> None:
    game = territory("Ada", "Ben")
    opens(ada, game)
    ada.page.get_by_role("button", name=re.compile("Double move")).click()
    ada.point("C2").click()
    ada.sees("C2", "your choice")
    expect(ada.page.locator("#beside")).to_contain_text("first C2. Now the second cell")
    ada.point("F4").click()
    expect(ada.page.locator("#board [role=alert]")).to_contain_text("The second tile goes")
    ada.point("D1").click()
    for name in ("C2", "D1"):
        ada.sees(name, "your tile, just placed")
    used = ada.page.get_by_role("button", name=re.compile("Double move"))
    expect(used).to_contain_text("used")
    assert ada.troubles == []


def test_a_cell_that_cannot_be_taken_says_why(ada: Person) -> None:
    opens(ada, territory("Ada", "Ben"))
    said = ada.page.locator("#board [role=alert]")
    ada.point("F4").click()
    expect(said).to_contain_text("That is not next to one of your tiles")
    ada.point("E2").click()
    expect(said).to_contain_text("There is already a tile here")
    assert ada.troubles == []


def test_a_cell_and_a_card_can_be_typed(ada: Person) -> None:
    opens(ada, territory("Ada", "Ben"))
    ada.page.get_by_label("or enter").fill("freedom F4")
    ada.page.keyboard.press("Enter")
    ada.sees("F4", "your tile")
    expect(ada.page.locator("#log")).to_contain_text("Ada placed F4 with the freedom card")
    assert ada.troubles == []


def test_a_cell_that_is_typed_is_taken_with_the_card_that_is_lifted(ada: Person) -> None:
    opens(ada, territory("Ada", "Ben"))
    ada.page.get_by_role("button", name="Freedom").click()
    ada.page.get_by_label("or enter").fill("F4")
    ada.page.keyboard.press("Enter")
    ada.sees_turn(2)
    ada.sees("F4", "your tile")
    expect(ada.page.locator("#log")).to_contain_text("with the freedom card")
    assert ada.troubles == []


def test_the_cells_of_a_double_move_are_typed_one_after_the_other(ada: Person) -> None:
    opens(ada, territory("Ada", "Ben"))
    ada.page.get_by_role("button", name="Double move").click()
    for cell in ("C3", "D3"):
        ada.page.get_by_label("or enter").fill(cell)
        ada.page.keyboard.press("Enter")
    ada.sees_turn(2)
    ada.sees("D3", "your tile")
    assert ada.troubles == []


def test_tiles_of_those_who_left_turn_gray_and_scores_are_live(ada: Person) -> None:
    game = territory("Ada", "Ben", "Cleo")
    opens(ada, game)
    tally = ada.page.locator("#beside [role=img]")
    expect(tally).to_have_attribute("aria-label", "Tiles: Ada 1, Ben 1, Cleo 1; 21 cells empty")
    ada.point("C2").click()
    ada.sees_turn(2)
    seal(game, User.objects.get(username="Ben"), place(3, 2))
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))
    ada.sees("E2", "grey tile")
    label = "Tiles: Ada 2, Ben 0, Cleo 1, grey 2; 19 cells empty"
    expect(tally).to_have_attribute("aria-label", label)
    expect(ada.page.locator("#log")).to_contain_text("Ben resigned, and 2 tiles turned grey")
    assert ada.troubles == []
