"""Makes games, and plays their first steps."""

from __future__ import annotations

from inspect import signature
from typing import Any

from bench.site.prepare.choices import CHOICES
from bench.site.prepare.members import bots, cookie, member, token

COLOURS = ("sea", "ember", "moss", "straw", "plum")
DAY = 24 * 60 * 60
"""In seconds. Games with turns of at least this length are correspondence games."""


def correspond(games: int, members: int) -> None:
    """Makes games of three members with a turn a day; in each, one player has chosen."""
    from django.utils import timezone

    from accounts.models import User
    from engines.registry import game as engine_for
    from games.store.starting import NewSeat, start_game

    club = User.objects.bulk_create(User(username=f"member{number}") for number in range(members))
    engine = engine_for("multiplayer-go")
    for number in range(games):
        three = [club[(3 * number + seat) % members] for seat in range(3)]
        game = start_game(
            variant=engine.slug,
            options={**engine.usual_options(), "size": 9},
            title="by correspondence",
            **settings_of(DAY, "complete"),
            seats=[
                NewSeat(user, stone, mark)
                for user, stone, mark in zip(three, COLOURS, reversed(COLOURS))
            ],
            now=timezone.now(),
        )
        seal(game, three[0], 1, {"type": "place", "at": [number % 9, 4]})


def make_game(
    variant: str,
    options: dict[str, Any],
    seats: list[str] | int,
    turn_seconds: int,
    turn_ends: str,
    steps: int = 0,
    script: int = 0,
    choices: str = "bot",
) -> Any:
    """Makes a running game. ``seats``: the names of members, who are made, too, or a number of
    bots.

    ``steps``: how many steps are played. ``script``: how many further steps are worked out but not
    played, each as a list of (seat, action). ``choices``: how both are chosen, a key of
    ``CHOICES``.
    """
    from django.utils import timezone

    from engines.registry import game as engine_for
    from games.store.starting import NewSeat, start_game

    engine = engine_for(variant)
    members = bots(engine, seats) if isinstance(seats, int) else [member(name) for name in seats]
    stones = engine.fixed_colours or COLOURS
    plays: Any = {"engine_plays": isinstance(seats, int)}
    if "engine_plays" not in signature(NewSeat).parameters:
        plays = {}
    game = start_game(
        variant=variant,
        options={**engine.usual_options(), **options},
        title="measured",
        **settings_of(turn_seconds, turn_ends),
        seats=[
            NewSeat(user, stone, mark, **plays)
            for user, stone, mark in zip(members, stones, reversed(COLOURS))
        ],
        now=timezone.now(),
    )
    for _ in range(steps):
        play_step(game, choices)
    return {
        "id": game.public_id,
        "path": game.get_absolute_url(),
        "step": game.step,
        "cookies": [cookie(user) for user in members],
        "tokens": [] if isinstance(seats, int) else [token(user) for user in members],
        "script": script_of(game, script, choices),
    }


def settings_of(turn_seconds: int, turn_ends: str) -> dict[str, Any]:
    """Settings of a game that is not public and that absent players never leave, as this version
    takes them."""
    from games.store.starting import start_game

    settings = {
        "listed": False,
        "turn_seconds": turn_seconds,
        "turn_ends": turn_ends,
        "absences_allowed": None,
    }
    if "settings" not in signature(start_game).parameters:
        return settings
    from games.play.settings import read_settings

    return {"settings": read_settings(settings)}


def play_step(game: Any, choices: str) -> None:
    """Seals a choice for each awaited seat, so that the step is resolved."""
    state = state_of(game)
    step = game.step + 1
    for number in game.engine.awaiting(state):
        user = game.seats.get(number=number).user
        action = CHOICES[choices](game.engine, state, number, step)
        if action is not None:
            seal(game, user, step, action)
    game.refresh_from_db()


def seal(game: Any, user: Any, step: int, action: Any) -> None:
    """Seals a member's action with this version's services."""
    from django.utils import timezone

    try:
        from games.pages.commands import carry_out
    except ImportError:  # an older version
        _seal_before(game, user, step, action)
        return
    from accounts.standing import without_session
    from games.play.messages import SealAction

    command = SealAction(step=step, action=action)
    carry_out(command, game_id=game.pk, login=without_session(user), arrived=timezone.now())


def _seal_before(game: Any, user: Any, step: int, action: Any) -> None:
    """The same, for versions from before ``games.store``."""
    from importlib import import_module

    from django.utils import timezone

    carry_out = import_module("games.play.commands").carry_out
    command = import_module("games.core.messages").SealAction(step=step, action=action)
    carry_out(command, game_id=game.pk, user=user, arrived=timezone.now())


def script_of(game: Any, steps: int, choices: str) -> list[list[tuple[int, Any]]]:
    """The choices of the awaited seats in the next ``steps`` steps, worked out but not played."""
    engine = game.engine
    state, script = state_of(game), []
    for step in range(game.step + 1, game.step + 1 + steps):
        actions = {
            seat: CHOICES[choices](engine, state, seat, step) for seat in engine.awaiting(state)
        }
        for seat, action in actions.items():
            engine.check(state, seat, action)
        script.append(list(actions.items()))
        state, _ = engine.resolve(state, engine.recorded(state, actions))
    return script


def state_of(game: Any) -> Any:
    """The engine's current state. Older versions store it in the game's row."""
    if hasattr(game, "state"):
        return game.engine.load(game.state)
    from games.store.rows import state_at

    return state_at(game, game.step)
