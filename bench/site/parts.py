"""What is measured of the site, part by part. Needs Django set up on running servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from bench.site import beside_bots, boards, choices, club, first_view, turns, watchers
from bench.site.figures import Figures
from bench.site.production import Running
from games.core.resolving import resolve
from games.core.rows import Cause
from games.models import Game
from games.services.running import run_game


def measure_turns(_running: Running) -> Iterator[Figures]:
    """200 games of 4 bots, their deadlines spread over the length of a turn."""
    players = club.bots(4)
    games = [
        club.begin(players, turn_seconds=turns.TURN_SECONDS, turn_ends="timer")
        for _ in range(turns.GAMES)
    ]
    work = f"{turns.GAMES} games of 4 bots, {turns.TURN_SECONDS} s"
    measured = asyncio.run(turns.measure(work, games))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(status=Game.Status.CANCELLED)
    yield measured


def measure_bots(_running: Running) -> Iterator[Figures]:
    """Games of members beside games of the bots that think for longest."""
    heavy = [
        club.begin(
            club.bots(4, beside_bots.VARIANT),
            variant=beside_bots.VARIANT,
            options=beside_bots.OPTIONS,
            turn_seconds=86_400,
            turn_ends="complete",
        )
        for _ in range(beside_bots.TABLES)
    ]
    players = [club.member("Beside one"), club.member("Beside two")]
    games = [club.begin(players, turn_seconds=5, turn_ends="timer") for _ in range(4)]
    chooses = partial(club.choose_again, games[0], players[0])
    yield from asyncio.run(beside_bots.measure(games, chooses))
    for game in (*heavy, *games):
        Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)


def measure_choices(running: Running) -> Iterator[Figures]:
    """50 games of 2 members whose turns end when both have chosen."""
    games = []
    for number in range(choices.GAMES):
        players = [club.member(f"one{number}"), club.member(f"two{number}")]
        game = club.begin(players, turn_seconds=600, turn_ends="complete")
        games.append((game.public_id, club.cookie(players[0]), club.cookie(players[1])))
    yield asyncio.run(choices.measure(running, games))


def measure_watchers(running: Running) -> Iterator[Figures]:
    """A 19×19 game of 4 with 1,000 visitors; a step is opened whenever the last one has come."""
    players = [club.member(f"watched{number}") for number in range(4)]
    game = club.begin(players, turn_seconds=600, turn_ends="timer", options={"size": 19})

    def open_next() -> None:
        with run_game(game.pk) as run:
            resolve(run, Cause.MODERATOR)

    async def send() -> None:
        await asyncio.to_thread(open_next)

    yield asyncio.run(watchers.measure(running, game.public_id, send))


def measure_views(running: Running) -> Iterator[Figures]:
    """A running 19×19 game of 4, half full, as a visitor sees it first."""
    game = filled(boards.SEEN)
    words = f"{boards.SEEN.variant}, {boards.SEEN.words}"
    yield from first_view.measure_views(running, game.get_absolute_url(), words)


def measure_steps(running: Running) -> Iterator[Figures]:
    """Every game's largest board, in which the next step is opened when the last is drawn."""
    for board in boards.LARGEST:
        game = filled(board)
        yield first_view.measure_steps(
            running,
            game.get_absolute_url(),
            f"{board.variant}, {board.words}",
            partial(club.play_step, game, board.choose),
        )


def filled(board: boards.Board) -> Game:
    """A running game on this board, played until it is full of things."""
    players = [club.member(f"{board.variant}-{board.steps}-{n}") for n in range(board.seats)]
    game = club.begin(
        players,
        variant=board.variant,
        options=board.options,
        turn_seconds=600,
        turn_ends="complete",
    )
    for _ in range(board.steps):
        club.play_step(game, board.choose)
    return game


MEASURES: dict[str, Callable[[Running], Iterable[Figures]]] = {
    "turns": measure_turns,
    "bots": measure_bots,
    "choices": measure_choices,
    "watchers": measure_watchers,
    "views": measure_views,
    "steps": measure_steps,
}
