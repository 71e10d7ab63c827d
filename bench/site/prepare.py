"""Prepares what is measured with the site's own code: the database, the club, and commands.

``python -m bench.site.prepare WHAT`` runs in the folder and environment of the measured commit. It
reads its input from standard input and writes what it made to standard output, both as JSON. It is
the only program of the benchmark that uses the site's models and services. Older commits without it
get a copy: it also knows the services of 686fa39, with which the site is compared, and imports
nothing of the benchmark that is newer than that.

======== =========================================================================================
base     migrates the database and collects the static files
club     plays ``{"games": [...]}`` (see :func:`make_game`), and returns addresses and cookies;
         ``{"correspondence": {...}}`` adds other games (see :func:`correspond`)
spread   spreads the deadlines of live games evenly over a turn, ``{"lead": 5}`` seconds from now;
         ``{"games": [...]}`` limits it to games with these ids
meet     makes the turns of all other games end together, ``{"in": 20}`` seconds from now; returns
         when
overdue  resolves overdue turns of all games, which are of bots, ``{"rounds": 2}`` times; returns
         the number of turns and the seconds of processor time
commands returns the commands that start ``web``, ``workers`` and ``beat``, for ``{"port": 8000}``
======== =========================================================================================
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

import django

BOT_DELAY = timedelta(seconds=1)
"""How long the site waits after the start of a turn before bots choose."""
SEGMENTS = 18
"""The number of segments of winding lines: more do not find room among 300 others."""
COLOURS = ("sea", "ember", "moss", "straw", "plum")
DAY = 24 * 60 * 60
"""In seconds. Games with turns of at least this length are correspondence games."""


def base(_wanted: Any) -> None:
    """Migrates the database and collects the static files."""
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    try:
        from running.prepare import collect_static_files
    except ImportError:  # in older versions, which collect them even if nothing has changed
        call_command("collectstatic", interactive=False, verbosity=0)
    else:
        Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
        collect_static_files(Path(settings.STATIC_ROOT))


def club(wanted: Any) -> Any:
    """Makes the games in this order."""
    if "correspondence" in wanted:
        correspond(**wanted["correspondence"])
    return {"games": [make_game(**game) for game in wanted["games"]]}


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


def bots(engine: Any, count: int) -> list[Any]:
    """Makes ``count`` different bots."""
    try:
        from games.store.starting import bot_member
    except ImportError:  # its module at 686fa39
        from games.bots import bot_member  # type: ignore[import-not-found, no-redef]

    found: list[Any] = []
    while len(found) < count:
        found.append(bot_member(engine, [bot.pk for bot in found]))
    return found


def member(name: str) -> Any:
    """Makes a member without a password, for whom only a session can be opened."""
    from accounts.models import User

    user = User(username=name)
    user.set_unusable_password()
    user.save()
    return user


def cookie(user: Any) -> str:
    """The Cookie header of a session in which ``user`` is logged in."""
    from django.conf import settings

    from tests.servers.session import open_session

    return f"{settings.SESSION_COOKIE_NAME}={open_session(user)}"


def token(user: Any) -> str | None:
    """A token with which programs of ``user`` read and play; None in versions without tokens."""
    from django.utils import timezone

    try:
        from accounts.services.tokens import make_token
    except ImportError:
        return None
    scopes, now = ("read", "play"), timezone.now()
    return make_token(member=user, name="measured", scopes=scopes, days=1, now=now)[1]


def play_step(game: Any, choices: str) -> None:
    """Seals the choices of all awaited seats, which resolves the step."""
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
    """The same in versions before ``games.store``."""
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
    """The engine's current state. In older versions the game's row held it."""
    if hasattr(game, "state"):
        return game.engine.load(game.state)
    from games.store.rows import state_at

    return state_at(game, game.step)


def choice_of_bot(engine: Any, state: Any, seat: int, step: int) -> Any:
    """The choice of the game's own bot."""
    return engine.bot().think(state, seat, step * 12 + seat)


def choice_of_curls(engine: Any, state: Any, seat: int, step: int) -> Any:
    """A winding line in a place with enough room; a pass if none is found."""
    from bench.engines.continuous_go import curl
    from engines.rules import IllegalAction

    for attempt in range(50):
        seed = (step * 12 + seat) * 100 + attempt
        action = {"type": "draw", "path": curl(Random(seed), SEGMENTS)}
        try:
            engine.check(state, seat, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


def choice_of_columns(_engine: Any, _state: Any, seat: int, step: int) -> Any:
    """A stone of Parallel Multiplayer Go for two on 9×9. Each seat fills its side of the board from
    the middle outwards; the middle column stays free, so that nothing is captured for 36 turns."""
    column, row = divmod(step - 1, 9)
    return {"type": "place", "at": [5 + column if seat else 3 - column, row]}


CHOICES = {"bot": choice_of_bot, "columns": choice_of_columns, "curls": choice_of_curls}


def spread(wanted: Any) -> Any:
    """Spreads the deadlines, and with them the times at which bots choose; returns the deadlines by
    game, in seconds since 1970."""
    from django.utils import timezone

    from games.models import Game

    meant = wanted.get("games")
    running = [
        game
        for game in of_running()
        if turn_seconds_of(game) < DAY and (meant is None or game.public_id in meant)
    ]
    first = timezone.now() + timedelta(seconds=wanted["lead"])
    for number, game in enumerate(running):
        turn = timedelta(seconds=turn_seconds_of(game))
        game.deadline = first + turn * (number / len(running))
        game.bots_due = game.deadline - turn + BOT_DELAY
    Game.objects.bulk_update(running, ["deadline", "bots_due"], batch_size=500)
    return {game.public_id: game.deadline.timestamp() for game in running if game.deadline}


def meet(wanted: Any) -> Any:
    """Makes the turns of all correspondence games end together; returns when, in seconds since
    1970."""
    from django.utils import timezone

    from games.models import Game

    ends = timezone.now() + timedelta(seconds=wanted["in"])
    long = [game.pk for game in of_running() if turn_seconds_of(game) >= DAY]
    Game.objects.filter(pk__in=long).update(deadline=ends)
    return ends.timestamp()


def of_running() -> list[Any]:
    """All running games, in the order in which they were made."""
    from games.models import Game

    return list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))


def turn_seconds_of(game: Any) -> int:
    """The length of a game's turns, from where this version stores it."""
    settings: Any = getattr(game, "settings", game)
    assert settings.turn_seconds is not None
    return int(settings.turn_seconds)


def overdue(wanted: Any) -> Any:
    """Resolves turns in this process instead of the workers, so that only this work is counted."""
    import time

    from django.db import connection
    from django.utils import timezone

    from games.models import Game, Step

    sweep = sweeper()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        database = (~cursor.fetchone()[0] << 3) | 2  # the backend's clock: clock_getcpuclockid(3)
    own = base = 0.0
    before = 0
    for number in range(wanted["rounds"] + 1):
        past = timezone.now() - timedelta(seconds=1)
        Game.objects.update(deadline=past, bots_due=past)
        if number == 1:  # the first round warms the process up
            before = Step.objects.count()
            own, base = time.process_time(), time.clock_gettime(database)
        while Game.objects.filter(deadline__lte=past).exists():
            sweep()
    return {
        "turns": Step.objects.count() - before,
        "process": time.process_time() - own,
        "PostgreSQL": time.clock_gettime(database) - base,
    }


def sweeper() -> Any:
    """Returns a function that does what a worker does for due games of bots."""
    from django.utils import timezone

    try:
        from games.schedule.jobs import BOTS
        from scheduler.sweeping import sweep
    except ImportError:  # as at 686fa39
        from games import due  # type: ignore[attr-defined]

        return lambda: (
            due.play_due_bots(now=timezone.now()),
            due.resolve_due_turns(now=timezone.now(), sleep=lambda _: None),
        )
    return lambda: sweep([BOTS], ahead=timedelta())


def commands(wanted: Any) -> Any:
    """The commands that start the site's processes."""
    from running import processes

    known: Any = processes  # versions with only one kind of worker run two of it
    workers = known.workers() if hasattr(known, "workers") else [known.worker()] * 2
    return {
        "web": list(processes.web("127.0.0.1", wanted["port"]).command),
        "workers": [list(worker.command) for worker in workers],
        "beat": list(processes.beat().command),
    }


def main() -> None:
    """Runs the function that the first argument names."""
    works = (base, club, spread, meet, overdue, commands)
    work = {each.__name__: each for each in works}[sys.argv[1]]
    wanted = json.load(sys.stdin)
    if work is not commands:
        django.setup()
    json.dump(work(wanted), sys.stdout)


if __name__ == "__main__":
    main()
