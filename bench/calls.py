"""``python -m bench.calls``: counts the calls of the site's own functions that a choice causes.

Two members seal their choices over sockets: the first choice completes nothing, the second
completes the turn. Calls are counted from the message until both pages have heard of it, in the
event loop.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OURS = ("accounts", "engines", "games", "lobby", "notices", "ratings", "transport")
AIMS = {"a choice that completes nothing": (150, 20), "one that completes a turn": (350, 30)}
HEARD = ("action.sealed", "step.resolved")
"""What both pages hear of each of the two choices."""

WAITS = CO_COROUTINE | CO_GENERATOR | CO_ASYNC_GENERATOR


def begins(frame: FrameType) -> bool:
    """Whether a coroutine or generator begins, rather than goes on: the argument of the instruction
    RESUME is 0 then."""
    return frame.f_code.co_code[frame.f_lasti + 1] == 0


@contextmanager
def counting() -> Iterator[Counter[tuple[str, str]]]:
    """Counts the calls of functions of the site in this thread during the block, by file and name.
    Comprehensions and module bodies are not counted, nor is a coroutine that goes on after it has
    waited."""
    calls: Counter[tuple[str, str]] = Counter()
    folders = tuple(f"{ROOT}{os.sep}{name}{os.sep}" for name in OURS)

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event != "call" or code.co_name[0] == "<" or not code.co_filename.startswith(folders):
            return
        if not code.co_flags & WAITS or begins(frame):
            calls[code.co_filename.removeprefix(f"{ROOT}{os.sep}"), code.co_qualname] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


async def measure() -> None:
    """Plays one turn to warm up, then counts the calls of the next one."""
    from tests.games.sockets import page
    from transport.threads import in_thread

    game, users = await in_thread(make_game)
    async with page(game, users[0]) as first, page(game, users[1]) as second:
        for step in (1, 2):
            choices = zip(AIMS.items(), HEARD, (first, second), (2, 6), strict=True)
            for (what, aim), heard, opened, x in choices:
                action = {"type": "place", "at": [x, 2 * step]}
                with counting() as calls:
                    answer = await opened.seal(step, action)
                    for page_of_game in (first, second):
                        await page_of_game.hear(heard)
                assert answer["type"] == "command.done", answer
                if step == 2:
                    report(what, calls, aim)


def make_game() -> tuple[Any, list[Any]]:
    """Makes a game of two whose turns end when both have chosen; returns it and the players."""
    from django.utils import timezone

    from accounts.models import User
    from engines.registry import game as engine_for
    from games.play.settings import read_settings
    from games.store.starting import NewSeat, start_game

    users = [User.objects.create(username=name) for name in ("Ada", "Bo")]
    seats = [NewSeat(users[0], "sea", "straw"), NewSeat(users[1], "straw", "sea")]
    game = start_game(
        variant="parallel-go",
        options={**engine_for("parallel-go").usual_options(), "size": 9},
        title="counted",
        settings=read_settings({"listed": False, "turn_seconds": 3600, "turn_ends": "complete"}),
        seats=seats,
        now=timezone.now(),
    )
    return game, users


def report(what: str, calls: Counter[tuple[str, str]], aim: tuple[int, int]) -> None:
    """Prints a line for one choice and, with ``--each``, a line for every function."""
    files = {file for file, _ in calls}
    print(
        f"{what}: {calls.total()} calls of {len(calls)} functions in {len(files)} files"
        f" (aim: {aim[0]} calls, {aim[1]} files)"
    )
    if "--each" in sys.argv:
        for (file, name), count in calls.most_common():
            print(f"  {count:4} {file} {name}")


def main() -> int:
    """Starts the servers, and counts in another process that uses them."""
    if "--inside" in sys.argv:
        import django

        django.setup()
        asyncio.run(measure())
        return 0
    from bench.site.checkouts import present
    from bench.site.servers import servers

    with servers() as started:
        database = started.create("base_calls")
        environment = started.environment(
            database=database, name="calls", program="prepare", port=0
        )
        present().prepare("base", None, environment)
        environment |= {"ALLOWED_HOSTS": "testserver", "SITE_URL": "http://testserver"}
        inside = [sys.executable, "-m", "bench.calls", "--inside", *sys.argv[1:]]
        return subprocess.run(inside, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
