"""Demonstration data, so that a new club looks as after a while: tables, games, ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import User
from engines.bots import Bot
from engines.registry import game as engine_for
from engines.rules import Json
from games.models import Game
from games.play.bots import seed_for
from games.play.seal import seal
from games.play.settings import GameSettings, TurnEnds
from games.schedule.bots import choose_for_bots
from games.store.starting import NewSeat, bot_member, start_game
from games.store.sync import run_game
from lobby.colours import Colours
from lobby.demonstration_of_days import show_days
from lobby.models import Table
from lobby.services.opening import open_table
from lobby.services.places import put_bot
from lobby.table_settings import TableSettings

SHOWN = "multiplayer-go"
"""The game that the demonstration club plays."""

BOTS = (Colours("ember", "shell"), Colours("sky", "ink"), Colours("straw", "plum"))
MOST_TURNS = 120
"""The limit of turns in the finished game."""
MOST_TURNS_ON = 240
"""The limit of turns in the running game. Less than the limit for games of bots alone, so that it
ends with a result."""

MEMBERS = {"Dosaku": True, "Jowa": True, "Shusaku": False, "Shuei": False}
"""Members with earlier games, by name; the value: whether they play well. Nobody can log in as one
of them."""
GAMES_BEFORE = 10
"""Rated games before: enough for everybody to be on the ladder."""
TURNS_BEFORE = 6


def set_up_demonstration(*, host: User, now: datetime) -> None:
    """Creates a table that waits for players, a running and a finished game of bots, rated games of
    members, and games by correspondence."""
    table = open_table(
        host=host, table_settings=_table_settings("Come and play", size=9, seats=4), now=now
    )
    put_bot(table_id=table.pk, by=host, now=now)
    put_bot(table_id=table.pk, by=host, now=now)
    _play_to_the_end(_start("An evening of bots", size=9, turn_seconds=None, now=now))
    _start("Bots on a big board", size=19, turn_seconds=20, now=now)
    members = [User.objects.create_user(name) for name in MEMBERS]
    for number in range(GAMES_BEFORE):
        _play_before(members[number % 4 :] + members[: number % 4], now)
    show_days(host=host, members=members, now=now)


def _table_settings(title: str, *, size: int, seats: int) -> TableSettings:
    return TableSettings(
        variant=SHOWN,
        options=_options(size),
        seats=seats,
        settings=GameSettings(turn_seconds=60),
        joining=Table.Joining.ANYONE,
        title=title,
    )


def _options(size: int, max_turns: int | None = None) -> dict[str, object]:
    return {**engine_for(SHOWN).usual_options(), "size": size, "max_turns": max_turns}


def _start(title: str, *, size: int, turn_seconds: int | None, now: datetime) -> Game:
    """A game of bots. With a timer it goes on by itself; without one it is played at once."""
    engine = engine_for(SHOWN)
    seats: list[NewSeat] = []
    for colours in BOTS:
        bot = bot_member(engine, {seat.user.pk for seat in seats})
        seats.append(NewSeat(bot, colours.stone, colours.mark, engine_plays=True))
    return start_game(
        variant=SHOWN,
        options=_options(
            size, min(MOST_TURNS_ON, settings.BOTS_ALONE_STEPS) if turn_seconds else MOST_TURNS
        ),
        title=title,
        settings=GameSettings(
            turn_seconds=turn_seconds,
            turn_ends=TurnEnds.TIMER if turn_seconds else TurnEnds.COMPLETE,
            absences_allowed=None,
        ),
        seats=seats,
        now=now,
    )


def _play_to_the_end(game: Game) -> None:
    """Lets the bots choose, with the usual service, until the game is over."""
    while choose_for_bots(game_id=game.pk):
        pass


def _play_before(members: Sequence[User], now: datetime) -> None:
    """A rated game of members on a small board. Bots choose for them."""
    colours = (Colours("sea", "straw"), *BOTS)
    game = start_game(
        variant=SHOWN,
        options=_options(5, TURNS_BEFORE),
        title="A quick one",
        settings=GameSettings(turn_seconds=60, turn_ends=TurnEnds.COMPLETE),
        seats=[
            NewSeat(member, own.stone, own.mark)
            for member, own in zip(members, colours, strict=True)
        ],
        now=now,
    )
    while not _all_choose(game):
        pass


def _all_choose(game: Game) -> bool:
    """Chooses for every awaited seat, which ends the turn; returns whether the game is over."""
    with run_game(game.pk) as run:
        if run.game.is_over:
            return True
        step = run.game.next_step
        for number in run.engine.awaiting(run.state):
            seat = run.seats[number]
            choose = _way_to_choose(run.engine.bot(), seat.name)
            action = choose(run.state, number, seed_for(game.public_id, step, number))
            assert action is not None  # passing is always legal
            seal(run, seat, step, action, run.now)
    return False


def _way_to_choose(bot: Bot[Any], name: str) -> Callable[[Any, int, int], Json | None]:
    return bot.think if MEMBERS[name] else bot.at_once
