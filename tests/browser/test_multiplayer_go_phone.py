"""Parallel Multiplayer Go with the other collision rules, played on a phone."""

from pathlib import Path
from typing import Any

from django.utils import timezone
from playwright.sync_api import Browser, expect

from accounts.models import User
from engines.record import complete_options
from engines.registry import game as engine_for
from games.models import Game
from games.play.settings import read_settings
from games.store.starting import NewSeat, start_game
from pages.palette import KEYS
from tests.browser.barriers import barriers
from tests.browser.games import WAIT, choose, opens
from tests.browser.people import PHONE, Person, member
from tests.browser.records import lines_of_the_record, looks_at
from tests.games.playing import begin

OTHERS = ("Cleo", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
"""The other players in a game of twelve with Ada and Ben; they have no browsers."""
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZE = 5


def the_three(browser: Browser, site: str) -> tuple[Person, Person, Person]:
    """Ada and Cleo with phones, and Ben with a desktop browser."""
    looks: tuple[tuple[str, dict[str, Any]], ...] = (("Ada", TOUCH), ("Ben", {}), ("Cleo", TOUCH))
    ada, ben, cleo = (member(browser, site, name, **look) for name, look in looks)
    return ada, ben, cleo


def begun(people: tuple[Person, ...], collision: str) -> Game:
    """Begins their game on 5×5 with one of the collision rules."""
    waits: dict[str, Any] = WAIT
    users = [User.objects.get(username=person.name) for person in people]
    return begin(*users, options={"size": SIZE, "collision": collision}, **waits)


def play(people: tuple[Person, ...], turn: int, *choices: str) -> None:
    """Each player chooses a point or passes."""
    for person in people:
        person.sees_turn(turn)
    for person, choice in zip(people, choices, strict=True):
        if choice:
            person.press(person.point(choice))
            person.confirms()
        else:
            person.passes()


def says(people: tuple[Person, ...], words: str) -> None:
    for person in people:
        expect(person.page.locator("#log")).to_contain_text(words)


def the_replay_shows_the_record(person: Person, game: Game, folder: Path) -> None:
    """Compares the replay with the record step by step, through what a screen reader says about
    each point."""
    lines = lines_of_the_record(person, folder)
    names = ("Ada", "Ben", "Cleo")
    for line in lines:
        shown = looks_at(person, game.get_absolute_url(), line["step"], len(lines) - 1)
        for y, row in enumerate(line["position"]["board"]):
            for x, here in enumerate(row):
                told = shown["ABCDE"[x] + str(SIZE - y)]
                owners = [] if here is None else [here] if isinstance(here, int) else here
                if owners:
                    whose = " and ".join(names[seat] for seat in owners)
                    assert told.startswith(f"{whose}’s stone")
                else:
                    closed = [x, y] in line["position"]["closed"]
                    assert told.startswith("blocked" if closed else "empty")


def test_stones_are_shared_and_captured_with_any_of_their_chains(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = ada, _, _ = the_three(browser, site)
    game = begun(people, "merge")
    for person in people:
        opens(person, game)
    play(people, 1, "A1", "A1", "A2")
    says(people, "Ada and Ben met at A1 and share a stone")
    for person in people:
        person.sees("A1", "Ada and Ben’s stone, just placed")
    assert [barriers(person) for person in people] == [[], [], []]
    play(people, 2, "D4", "E1", "B1")
    says(people, "Ada lost 1 stone (A1), Ben lost 1 stone (A1)")
    for person in people:
        person.sees("A1", "empty")
    play(people, 3, "", "", "")
    for person in people:
        expect(person.page.locator("#result")).to_contain_text("Cleo wins")
    the_replay_shows_the_record(ada, game, tmp_path)
    assert [person.troubles for person in people] == [[], [], []]


def test_a_point_where_some_met_is_closed_for_a_turn_and_says_so(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = _, _, cleo = the_three(browser, site)
    game = begun(people, "ko")
    for person in people:
        opens(person, game)
    play(people, 1, "C3", "C3", "E5")
    says(people, "Ada and Ben met at C3: nobody got it, and it is blocked for a turn")
    for person in people:
        person.sees_turn(2)
        person.sees("C3", "blocked this turn")
    cleo.press(cleo.point("C3"))
    expect(cleo.page.locator("#board [role=alert]")).to_contain_text("blocked this turn")
    play(people, 2, "B2", "", "")
    for person in people:
        person.sees_turn(3)
        person.sees("C3", "empty")
    cleo.chooses("C3")
    play(people[:2], 3, "", "")
    for person in people:
        person.sees("C3", "Cleo’s stone")
    play(people, 4, "", "", "")
    for person in people:
        expect(person.page.locator("#clock")).to_contain_text("Finished")
    the_replay_shows_the_record(cleo, game, tmp_path)
    assert [person.troubles for person in people] == [[], [], []]


def twelve_begin() -> Game:
    """Begins a game of twelve on 13×13, each in a colour of their own."""
    return start_game(
        variant="multiplayer-go",
        options=complete_options(engine_for("multiplayer-go"), {"size": 13}),
        title="Everybody",
        settings=read_settings({**WAIT, "absences_allowed": None}),
        seats=[
            NewSeat(User.objects.get(username=name), stone, "ink" if stone == "straw" else "straw")
            for name, stone in zip(("Ada", "Ben", *OTHERS), sorted(KEYS), strict=False)
        ],
        now=timezone.now(),
    )


def test_twelve_play_and_their_stones_stay_distinct_with_and_without_heat(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    ada = member(browser, site, "Ada", **TOUCH)
    people = (ada, member(browser, site, "Ben"))
    for name in OTHERS:
        User.objects.create_user(name)
    game = twelve_begin()
    for person in people:
        opens(person, game)
    for column, name in enumerate(OTHERS, start=2):
        choose(game, name, column, column % 3)
    play(people, 1, "A1", "B7")
    for person in people:
        person.sees_turn(2)
        for point, whose in {"A1": "Ada", "B7": "Ben", "C11": "Cleo", "M11": "Lou"}.items():
            person.sees(point, f"{whose}’s stone")
        stones = person.page.locator("#seats li svg:not(.icon)")
        expect(stones).to_have_count(12)
        drawn = stones.evaluate_all("stones => stones.map((stone) => stone.innerHTML)")
        assert len(set(drawn)) == 12
    heat = ada.page.locator("#board .board-heat path")
    ada.page.get_by_role("button", name="All points").tap()
    expect(heat).not_to_have_count(0)
    assert [barriers(person) for person in people] == [[], []]
    ada.page.get_by_role("tab", name="More").tap()
    ada.page.get_by_label("Show heat").tap()
    expect(heat).to_have_count(0)
    assert barriers(ada) == []
    for name in OTHERS:
        choose(game, name)
    play(people, 2, "", "")
    for person in people:
        expect(person.page.locator("#clock")).to_contain_text("Finished")
    assert len(lines_of_the_record(ada, tmp_path)) == 3
    assert [person.troubles for person in people] == [[], []]
