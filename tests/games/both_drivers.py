"""Makes choices by either of the store's drivers."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.standing import Login
from games.models import (
    ArchivedGame,
    ArchivedPlayer,
    Game,
    GameEvent,
    ModeratorAct,
    Plan,
    SealedAction,
    Seat,
    Step,
    Tenure,
)
from games.play.commands import do
from games.play.messages import SealAction, WithdrawAction
from games.store import aio
from games.store.played import was_done_before
from tests.games.acting import act
from tests.games.playing import fresh
from tests.servers.session import open_session
from transport.refusals import Refused
from transport.threads import in_thread


def login(user: User) -> Login:
    """A session of the user, in the form that a socket has."""
    return Login(user.pk, user.password, open_session(user))


async def by_request(game: Game, user: User, kind: str, **what: Any) -> None:
    """Makes a choice as a request does."""
    command = SealAction(**what) if kind == "seal" else WithdrawAction(**what)
    await in_thread(act, game.pk, user, command)


async def by_event_loop(game: Game, user: User, kind: str, **what: Any) -> None:
    """Makes a choice as a socket does."""
    command = SealAction(**what) if kind == "seal" else WithdrawAction(**what)
    known = await in_thread(login, user)
    try:
        await aio.run_game(game.pk, known, partial(do, command, arrived=timezone.now()))
    except Refused as refused:
        if not await in_thread(was_done_before, command, game.pk, known, refused):
            raise


def rows(game: Game) -> list[Any]:
    """All stored rows of a game, without keys."""
    keys = {"id", "game_id", "seat_id", "public_id", "user_id"}
    found: list[Any] = [fresh(game), *Plan.objects.filter(seat__game=game).order_by("seat__number")]
    for model in (
        Seat,
        Tenure,
        SealedAction,
        Step,
        GameEvent,
        ModeratorAct,
        ArchivedGame,
    ):
        found += list(model.objects.filter(game=game).order_by("pk"))
    # One statement writes all players, and so gives them their keys in no certain order.
    found += list(ArchivedPlayer.objects.filter(game=game).order_by("member"))
    return [
        {name: value for name, value in vars(row).items() if name not in keys and name[0] != "_"}
        for row in found
    ]
