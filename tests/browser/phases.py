"""Boards of every kind of game in all phases: positions from sample records, played by members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from playwright.sync_api import Page, expect

from accounts.models import User
from engines.record import complete_options
from engines.registry import game as engine_for
from engines.rules import Json
from games.models import Game
from games.play.resolve import resolve
from games.play.rows import Cause
from games.play.settings import GameSettings, TurnEnds
from games.store.starting import NewSeat, start_game
from games.store.sync import run_game
from lobby.colours import Colours
from pages.palette import BY_THE_RULES
from tests.browser.people import PASSWORD, picks
from tests.engines import samples
from tests.games.acting import resign, seal_action

Do = Callable[[Page], object]
COLOURS = {
    "Ida": Colours("sea", "straw"),
    "Jon": Colours("ember", "shell"),
    "Kim": Colours("sky", "ink"),
    "Lea": Colours("straw", "plum"),
    "Max": Colours("ink", "straw"),
    "Noa": Colours("shell", "plum"),
    "Oda": Colours("moss", "shell"),
    "Pia": Colours("plum", "straw"),
    "Rob": Colours("rose", "ink"),
    "Sol": Colours("lichen", "ink"),
    "Tim": Colours("iris", "ink"),
    "Ute": Colours("night", "straw"),
}
"""The players, by seat. They play only in these games, so that other pages do not change."""


@dataclass(frozen=True)
class Phase:
    """A board after ``steps`` steps of a sample record, as ``who`` sees it; without a sample, of
    the record from :func:`twelve_at_once`. ``sealed``: they have sealed their next choice in the
    record. ``then``: what they do on the page."""

    name: str
    variant: str
    sample: str
    steps: int
    who: str = "Ida"
    sealed: bool = False
    then: Do | None = None

    @property
    def page(self) -> str:
        """Returns the name of its page, such as ``parallel-go-counting``."""
        return f"{self.variant}-{self.name}"


def shows_both_areas(page: Page) -> None:
    """Shows the areas of both colours."""
    picks(page.get_by_role("radio", name="Both"))
    expect(page.locator(".area").first).to_be_attached()


def lifts_a_card(page: Page) -> None:
    """Picks up a card."""
    page.get_by_role("button", name="Replace").first.click()


def begins_a_line(page: Page) -> None:
    """Begins a line and brings its end close to the end of another line of theirs."""
    box = page.locator("#board > svg").bounding_box()
    assert box
    side = box["width"]
    page.mouse.click(box["x"] + 0.65 * side, box["y"] + 0.35 * side)
    page.mouse.move(box["x"] + 0.365 * side, box["y"] + 0.06 * side, steps=4)
    expect(page.locator("#board .snap")).to_be_attached()


def lifts_a_piece(page: Page) -> None:
    """Picks up a piece, which marks the cells in line with it."""
    page.get_by_role("gridcell", name="white piece").first.click()
    expect(page.get_by_role("gridcell", name="in line").first).to_be_attached()


def twelve_at_once() -> Json:
    """Makes a record of twelve players who place stones in columns of their own."""
    rows = [[seat, 3 * turn + seat % 3] for turn in range(4) for seat in range(12)]
    steps = [rows[turn * 12 : turn * 12 + 12] for turn in range(4)]
    steps.append([[12, seat] for seat in range(12)])
    return {
        "options": {"size": 13},
        "seats": 12,
        "steps": [
            {"actions": {str(n): {"type": "place", "at": at} for n, at in enumerate(cells)}}
            for cells in steps
        ],
    }


PHASES = (
    Phase("shared", "multiplayer-go", "merge", 3),
    Phase("closed", "multiplayer-go", "ko", 2),
    Phase("captured", "multiplayer-go", "two-stages", 5),
    Phase("twelve", "multiplayer-go", "", 5),
    Phase("sealed", "parallel-go", "prohibited", 0, sealed=True),
    Phase("conflict", "parallel-go", "prohibited", 2),
    Phase("counting", "parallel-go", "counting", 18),
    Phase("finished", "parallel-go", "counting", 20),
    Phase("drawing", "continuous-go", "whole-game", 1, then=begins_a_line),
    Phase("areas", "continuous-go", "groups", 9, then=shows_both_areas),
    Phase("finished", "continuous-go", "groups", 12),
    Phase("card", "territory", "cards", 2, then=lifts_a_card),
    Phase("left", "territory", "leaving", 3),
    Phase("finished", "territory", "filled", 13),
    Phase("sealed", "automatafl", "opening", 0, sealed=True),
    Phase("decided", "automatafl", "opening", 1),
    Phase("conflict", "automatafl", "conflict", 1),
    Phase("four", "automatafl", "conflict", 3),
    Phase("selected", "automatafl", "opening", 1, then=lifts_a_piece),
    Phase("finished", "automatafl", "goal", 1),
)


def play_all(now: datetime) -> dict[str, str]:
    """Plays all phases; returns the games' paths by the pages' names."""
    people = {name: User.objects.create_user(name, password=PASSWORD) for name in COLOURS}
    return {phase.page: play(phase, people, now) for phase in PHASES}


def play(phase: Phase, people: dict[str, User], now: datetime) -> str:
    """Plays the sample's first steps as the site would; returns the game's path."""
    record = record_of(phase)
    engine = engine_for(phase.variant)
    names = list(people)[: record["seats"]]
    fixed = [BY_THE_RULES.get(colour, colour) for colour in engine.fixed_colours]
    stones = fixed or [COLOURS[name].stone for name in names]
    game = start_game(
        variant=phase.variant,
        options=complete_options(engine, record["options"]),
        title="Sunday afternoon",
        settings=GameSettings(
            listed=False, turn_seconds=86400, turn_ends=TurnEnds.TIMER, absences_allowed=None
        ),
        seats=[
            NewSeat(people[name], stone, COLOURS[name].mark)
            for name, stone in zip(names, stones, strict=False)
        ],
        now=now,
        seed=record.get("seed", 0),
    )
    users = [people[name] for name in names]
    for step in record["steps"][: phase.steps]:
        open_as_recorded(game, users, step, now)
    if phase.sealed:
        number = names.index(phase.who)
        seal(game, users[number], record["steps"][phase.steps]["actions"][str(number)], now)
    return game.get_absolute_url()


def record_of(phase: Phase) -> Json:
    """Returns the record of a phase."""
    if not phase.sample:
        return twelve_at_once()
    return samples.contents(samples.RECORDS / phase.variant / f"{phase.sample}.json")["record"]


def open_as_recorded(game: Game, users: list[User], step: Json, now: datetime) -> None:
    """Plays one step with the choices and leaves in the record."""
    game.refresh_from_db()
    preparing = game.next_step
    for number in step.get("leave", []):
        resign(game_id=game.pk, user=users[number])
    for number, action in step.get("actions", {}).items():
        seal(game, users[int(number)], action, now)
    game.refresh_from_db()
    if game.next_step == preparing:
        with run_game(game.pk) as run:
            resolve(run, Cause.MODERATOR)


def seal(game: Game, user: User, action: Json, now: datetime) -> None:
    """Seals a choice for the next step."""
    game.refresh_from_db()
    seal_action(game_id=game.pk, user=user, step=game.next_step, action=action, arrived=now)
