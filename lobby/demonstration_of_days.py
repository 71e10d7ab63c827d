"""Demonstration data for slow games: games by correspondence with the first moderator, a seat to
take over, and an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User
from accounts.services.days_off import enter_days_off, today_in
from accounts.services.roles import set_host
from accounts.standing import without_session
from engines.registry import game as engine_for
from engines.rules import Json
from games.models import Game
from games.pages.commands import carry_out
from games.play.calendar import Calendar
from games.play.game_transaction import Need
from games.play.messages import AskVote, Resign, SetPlan
from games.play.seal import seal
from games.play.settings import GameSettings, VoteOn, seconds_of
from games.play.turn_end import resolve_due_step
from games.store.starting import NewSeat, start_game
from games.store.sync import run_game
from lobby.colours import Colours
from lobby.models import Table
from lobby.services.inviting import invite
from lobby.services.opening import open_table
from lobby.table_settings import TableSettings
from transport.messages import Command

PLAYED = "multiplayer-go"
ZONE = "UTC"
DAILY = Calendar(times=("20:00",), zone=ZONE)
BEGAN = timedelta(hours=26)
"""How long ago the last turn began. Its time is up, whatever the time of day."""

COLOURS = (Colours("sea", "straw"), Colours("ember", "shell"), Colours("sky", "ink"))
OPENING = (
    ((2, 2), (6, 6), (6, 2)),
    ((3, 2), (6, 5), (6, 3)),
    ((2, 4), (4, 6), (7, 4)),
    ((3, 4), (5, 6), (5, 3)),
    ((4, 2), (5, 4), (5, 1)),
    ((1, 5), (3, 7), (7, 5)),
)
"""The points that the seats choose in the first turns of a game, one turn a day."""
BEFORE_THE_END = timedelta(minutes=30)
"""How much time is left when the last player chooses and a turn ends. That is too little for
another turn, so the next one ends a day after the deadline of this one."""

PAUSE = timedelta(days=2)
"""The length of the pause that one of the players asks for."""


def show_days(*, host: User, members: Sequence[User], now: datetime) -> None:
    """Creates these games and the invitation, for ``host``, who can log in, and four members."""
    first, second, third, fourth = members
    _extended(host, first, second, now)
    _waits(host, third, now)
    _free_seat((first, second, fourth), now)
    _invitation(host, first, now)


def _extended(host: User, chose: User, slept: User, now: datetime) -> None:
    """A game in which one player chose in time and two use an extension. The host, one of the two,
    has planned ahead, and the players vote on a pause."""
    game = _begun("One turn a day", (host, chose, slept), now, days=5)
    _choose(game, 1)
    _time_is_up(game)
    planned = [_place(2, 6), _place(3, 6), _place(3, 5)]
    carry_out(
        SetPlan(was=[], actions=planned), game_id=game.pk, login=without_session(host), arrived=now
    )
    ask = AskVote(about=VoteOn.PAUSE, seconds=int(PAUSE.total_seconds()))
    _act(game, chose, ask, now)


def _waits(host: User, off: User, now: datetime) -> None:
    """A game that waits for a player with days off."""
    today, before = today_in(ZONE, now), now - timedelta(days=2)
    last = today + timedelta(days=2)
    enter_days_off(member=off, first=today, last=last, zone=ZONE, now=before)
    game = _begun("Whenever there is time", (host, off), now, days=4)
    _choose(game, 0)
    _time_is_up(game)


def _free_seat(players: Sequence[User], now: datetime) -> None:
    """A game in which a seat can be taken over."""
    game = _begun("A seat is free", players, now, days=6)
    for number in range(len(players)):
        _choose(game, number)
    _act(game, players[-1], Resign(), now)


def _invitation(host: User, inviting: User, now: datetime) -> None:
    """A member invites the host to a table of theirs."""
    set_host(user=inviting, hosts=True)
    chosen = TableSettings(
        variant=PLAYED,
        options=_options(),
        seats=2,
        settings=_settings(),
        joining=Table.Joining.ANYONE,
        title="A quiet game for two",
    )
    table = open_table(host=inviting, table_settings=chosen, now=now)
    invite(table_id=table.pk, by=inviting, name=host.username, now=now)


def _begun(title: str, players: Sequence[User], now: datetime, *, days: int) -> Game:
    """A game in which ``days`` turns have been played and the time of the next has just run out."""
    game = start_game(
        variant=PLAYED,
        options=_options(),
        title=title,
        settings=_settings(),
        seats=[NewSeat(user, own.stone, own.mark) for user, own in zip(players, COLOURS)],
        now=now - BEGAN - timedelta(days=days),
    )
    for points in OPENING[:days]:
        _play(game, points)
    return game


def _play(game: Game, points: Sequence[tuple[int, int]]) -> None:
    """Plays one turn: all choose in time, which ends it."""
    with run_game(game.pk) as run:
        assert run.game.deadline is not None
        run.now = run.game.deadline - BEFORE_THE_END
        for own, point in zip(run.seats, points):
            seal(run, own, run.game.next_step, _place(*point), run.now)


def _act(game: Game, member: User, command: Command, now: datetime) -> None:
    carry_out(command, game_id=game.pk, login=without_session(member), arrived=now)


def _settings() -> GameSettings:
    """Unrated settings, as nobody really plays these games."""
    return GameSettings(
        turn_seconds=seconds_of(DAILY),
        calendar=DAILY,
        extensions=2,
        days_off=True,
        rated=False,
        seats_taken_over=True,
    )


def _options() -> dict[str, object]:
    return {**engine_for(PLAYED).usual_options(), "size": 9}


def _choose(game: Game, number: int) -> None:
    """Records that a player chose before the deadline."""
    with run_game(game.pk) as run:
        assert run.game.deadline is not None
        arrived = run.game.deadline - BEFORE_THE_END
        seal(run, run.seats[number], run.game.next_step, _place(4, 3 + number), arrived)


def _time_is_up(game: Game) -> None:
    """Does what a worker does when the time of a turn is up."""
    with run_game(game.pk, needs=[Need.DAYS_OFF]) as run:
        resolve_due_step(run)


def _place(x: int, y: int) -> Json:
    return {"type": "place", "at": [x, y]}
