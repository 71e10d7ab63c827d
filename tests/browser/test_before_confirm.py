"""A forbidden choice is refused before Confirm, and the note does not cover the points nearby."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from accounts.models import User
from games.models import Game, SealedAction
from tests.browser.barriers import barriers
from tests.browser.games import WAIT, choose, opens
from tests.browser.people import PHONE, WIDE, Person, member
from tests.games.playing import begin, place, seal

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LYING: dict[str, Any] = {**TOUCH, "viewport": {"width": 844, "height": 390}}
CONFIRM = re.compile("^(Seal|Confirm)")
ADJACENT = "That is not next to one of your tiles. A shared corner is enough."
COVERS = """(note, near) => {
    const box = note.getBoundingClientRect();
    const name = (cell) => cell.getAttribute("aria-label").split(",")[0];
    const points = [...document.querySelectorAll(".board-point")];
    const middle = (cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return [left + width / 2, top + height / 2, width];
    };
    const [x, y, space] = middle(points.find((cell) => name(cell) === near));
    const covered = points.filter((cell) => {
        const [left, top] = middle(cell);
        return left > box.left && left < box.right && top > box.top && top < box.bottom;
    });
    const far = (cell) => Math.hypot(middle(cell)[0] - x, middle(cell)[1] - y) / space;
    return [covered.length, covered.filter((cell) => far(cell) < 2.5).map(name)];
}"""
"""How many points a note covers, and which of them are near a given one."""


def person(browser: Browser, site: str, **look: Any) -> Person:
    User.objects.create_user("Ben")
    return member(browser, site, "Ada", **look)


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada on a phone, where the page asks before it seals; Ben has no browser."""
    return person(browser, site, **TOUCH)


def game(variant: str, options: dict[str, Any]) -> Game:
    users = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    return begin(*users, variant=variant, options=options, **WAIT)


def territory() -> Game:
    """Begins a game on 6×4; Ada's tile is on B3, Ben's on E2."""
    return game("territory", {"rows": 4, "columns": 6, "start": [[1, 1], [4, 2]]})


def note_of(person: Person) -> Locator:
    return person.page.locator("#board [role=alert]")


def is_refused(person: Person, words: str) -> None:
    """Waits until the page shows this refusal, and checks that it offers no Confirm."""
    expect(note_of(person)).to_have_text(words)
    expect(person.page.get_by_role("button", name=CONFIRM)).to_be_hidden()
    expect(person.page.locator("#choice")).not_to_contain_text("not confirmed yet")
    expect(person.page.locator("#choice")).not_to_contain_text("not sealed yet")
    expect(person.page.locator("#board :is(.own-tile, .own-stone, .own-ring)")).to_have_count(0)
    assert not SealedAction.objects.exists()


def types(person: Person, text: str) -> None:
    person.page.get_by_label("or enter").fill(text)
    person.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("card", "cell", "why"),
    [
        (None, "F4", ADJACENT),
        (None, "E2", "There is already a tile here. Choose an empty cell."),
        ("Freedom", "E2", "There is already a tile here. Choose an empty cell."),
        ("Double move", "F4", ADJACENT),
        ("Double move", "E2", "There is already a tile here. Choose an empty cell."),
        ("Replacement", "B2", "There is no tile here to replace."),
        ("Replacement", "B3", "That tile is yours already."),
        ("Replacement", "E2", ADJACENT),
    ],
)
def test_a_tile_that_is_not_allowed_is_refused_before_confirm_with_a_card_too(
    ada: Person, card: str | None, cell: str, why: str
) -> None:
    started = territory()
    if card == "Replacement":  # which needs another player's tile next to Ada's
        seal(started, User.objects.get(username="Ada"), place(2, 1))
        seal(started, User.objects.get(username="Ben"), place(3, 1))
    opens(ada, started)
    if card:
        ada.press(ada.page.get_by_role("button", name=re.compile(card)))
    ada.press(ada.point(cell))
    is_refused(ada, f"{cell}: {why}")
    assert ada.troubles == []


def test_a_tile_that_is_typed_is_refused_before_confirm(ada: Person) -> None:
    opens(ada, territory())
    types(ada, "F4")
    is_refused(ada, f"F4: {ADJACENT}")
    types(ada, "freedom E2")
    is_refused(ada, "E2: There is already a tile here. Choose an empty cell.")
    assert barriers(ada) == []


def test_a_stone_on_a_stone_is_refused_before_confirm(ada: Person) -> None:
    started = game("multiplayer-go", {"size": 5})
    choose(started, "Ada", 2, 2)
    choose(started, "Ben")
    opens(ada, started)
    ada.press(ada.point("C3"))
    is_refused(ada, "C3: There is already a stone here. Choose an empty point.")
    types(ada, "C3")
    is_refused(ada, "C3: There is already a stone here. Choose an empty point.")


def test_a_stone_without_a_liberty_is_refused_before_confirm(ada: Person) -> None:
    started = game("parallel-go", {"size": 5})
    for own, other in (((4, 0), (1, 4)), ((3, 0), (0, 3))):
        choose(started, "Ada", *own)
        choose(started, "Ben", *other)
    opens(ada, started)
    ada.press(ada.point("A1"))
    expect(note_of(ada)).to_contain_text("Your stone would have no liberty here")
    is_refused(ada, note_of(ada).inner_text())


def test_a_move_that_is_no_line_is_refused_before_confirm(ada: Person) -> None:
    opens(ada, game("automatafl", {}))
    types(ada, "A1 B3")
    is_refused(ada, "B3: A move goes along one row or one column.")


def test_a_move_cannot_be_confirmed_while_the_board_shows_another_piece_lifted(ada: Person) -> None:
    opens(ada, game("automatafl", {}))
    confirm = ada.page.get_by_role("button", name=CONFIRM)
    ada.press(ada.point("B8"))
    expect(ada.page.locator("#choice")).to_contain_text("Choose where B8 goes")
    ada.press(ada.point("B9"))
    expect(ada.page.locator("#choice")).to_contain_text("B8 to B9: chosen, not sealed yet")
    expect(confirm).to_be_visible()
    ada.press(ada.point("E11"))
    expect(ada.page.locator("#choice")).to_contain_text("Choose where E11 goes")
    expect(confirm).to_be_hidden()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#choice")).to_contain_text("B8 to B9: chosen, not sealed yet")
    ada.confirms()
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: B8 to B9")
    assert ada.troubles == []


def test_what_was_sealed_before_stays_when_another_choice_is_refused(ada: Person) -> None:
    started = game("multiplayer-go", {"size": 5})
    choose(started, "Ada", 2, 2)
    choose(started, "Ben")
    opens(ada, started)
    ada.chooses("D4")
    types(ada, "C3")
    expect(note_of(ada)).to_contain_text("There is already a stone here")
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: D4")


@pytest.mark.parametrize("look", [{"viewport": WIDE}, TOUCH, LYING], ids=["wide", "phone", "lying"])
def test_a_refusal_covers_no_point_near_the_one_that_was_chosen(
    browser: Browser, site: str, look: dict[str, Any]
) -> None:
    ada = person(browser, site, **look)
    started = game("multiplayer-go", {"size": 9})
    for at in ((0, 0), (4, 4), (8, 8), (0, 8)):
        choose(started, "Ada", *at)
        choose(started, "Ben")
    opens(ada, started)
    for name in ("A9", "E5", "J1", "A1"):
        ada.press(ada.point(name))
        expect(note_of(ada)).to_contain_text(f"{name}: There is already a stone here.")
        covered, near = note_of(ada).evaluate(COVERS, name)
        assert near == []
        assert covered == 0 or look is LYING  # in landscape the board fills the window's height
        expect(note_of(ada)).to_be_in_viewport(ratio=1)
    ada.page.keyboard.press("Escape")
    expect(note_of(ada)).to_be_hidden()
    assert ada.troubles == []


def test_a_refusal_covers_no_point_nearby_on_an_enlarged_board(ada: Person) -> None:
    started = game("multiplayer-go", {"size": 9})
    choose(started, "Ada", 4, 4)
    choose(started, "Ben")
    opens(ada, started)
    ada.point("E5").focus()
    for _ in range(3):
        ada.page.keyboard.press("+")
    ada.press(ada.point("E5"))
    expect(note_of(ada)).to_contain_text("E5: There is already a stone here.")
    assert note_of(ada).evaluate(COVERS, "E5")[1] == []
