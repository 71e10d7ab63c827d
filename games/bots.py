"""Bots: members of their own kind, and when the server chooses for them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.names import name_key
from engines.game import Game as Engine
from games.live import groups
from games.live.messages import ActionSealed
from games.live.sending import send_on_commit
from games.models import Game
from games.services.locking import lock_game_if_free
from games.services.opening import conclude, open_while_complete
from games.services.preparing import Opening


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


def seed_for(game: Game, seat: int) -> int:
    """The seed of a bot's choice: the same again for the same game, step and seat.

    Keyed with the site's secret: bots are deterministic, and nobody may work out what one
    has sealed.
    """
    digest = salted_hmac("bot", f"{game.public_id}/{game.preparing}/{seat}").digest()
    return int.from_bytes(digest[:8], "big") >> 1


def choose_for_bots(*, game_id: int, now: datetime) -> bool:
    """Seals an action for every bot of the game that still owes one; says whether it did.

    Locks the game's row, or gives up at once where somebody else holds the lock: the next
    sweep finds the same game.
    """
    with transaction.atomic():
        game = lock_game_if_free(game_id)
        if game is None or game.status != Game.Status.RUNNING or game.bots_due is None:
            return False
        opening = Opening(game, now)
        seal_for_bots(opening)
        if opening.is_complete():
            open_while_complete(opening)
            conclude(opening)
        else:
            game.bots_due = None
            game.save(update_fields=["bots_due"])
        return True


def seal_for_bots(opening: Opening) -> None:
    """Seals an action for every bot that owes one, in an open step for one of them. The caller
    holds the lock."""
    game, engine = opening.game, opening.engine
    for seat in opening.awaited_bots():
        action = engine.bot.choose(opening.state, seat.number, seed_for(game, seat.number))
        if action is None:
            continue
        engine.check(opening.state, seat.number, action)
        opening.seal(seat, action)
        told = ActionSealed(now=timezone.now(), seat=seat.number, step=game.preparing)
        send_on_commit((groups.watchers(game.public_id), told))
        if not engine.sealed(opening.state):
            return
