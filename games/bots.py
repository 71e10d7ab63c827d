"""Bots: members of their own kind, and when the server chooses for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.names import name_key
from engines.game import Game as Engine
from games.core.choosing import seal_for_bot
from games.core.rows import Status
from games.core.run import Run
from games.services.running import run_game_if_free


def bot_member(engine: Engine[Any], taken: Collection[int]) -> User:
    """A bot user for this game whose id is not among ``taken``, made where there is none left.

    The first is named as the game's bot is, the next ones are numbered.
    """
    number = 1
    while True:
        name = engine.bot.name if number == 1 else f"{engine.bot.name} {number}"
        number += 1
        fresh = {"username": name, "is_bot": True, "password": make_password(None)}
        user, _ = User.objects.get_or_create(name_key=name_key(name), defaults=fresh)
        if user.is_bot and user.pk not in taken:
            return user


def seed_for(public_id: str, step: int, seat: int) -> int:
    """The seed of a bot's choice: the same again for the same game, step and seat.

    Keyed with the site's secret: bots are deterministic, and nobody may work out what one
    has sealed.
    """
    digest = salted_hmac("bot", f"{public_id}/{step}/{seat}").digest()
    return int.from_bytes(digest[:8], "big") >> 1


def choose_for_bots(*, game_id: int) -> bool:
    """Seals an action for every bot of the game that still owes one; says whether it did.

    Does nothing where somebody else has the game locked: the next sweep finds it again.
    """
    with run_game_if_free(game_id) as run:
        if run is None or run.game.status != Status.RUNNING or run.game.bots_due is None:
            return False
        seal_for_bots(run)
        return True


def seal_for_bots(run: Run) -> None:
    """Seals an action for every bot that owes one, in an open step for one of them."""
    run.bots_asked = True
    for seat in run.bots_that_owe():
        seed = seed_for(run.game.public_id, run.game.next_step, seat.number)
        action = run.engine.bot.choose(run.state, seat.number, seed)
        if action is None:
            continue
        seal_for_bot(run, seat, action)
        if not run.engine.sealed(run.state):
            return
