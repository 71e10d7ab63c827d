"""Members' own bots: registering, renewing the token, retiring, and noting when they are
connected."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.models import BotConnection, Scope, User
from accounts.services.locking import lock_member
from accounts.services.members import lock_for_deletion
from accounts.services.names import lock_names, why_taken
from accounts.services.tokens import LONGEST_DAYS, make_token
from transport.refusals import Refused

MOST_BOTS = 5
"""How many bots a member may have."""
GONE = gettext_noop("You no longer have this bot.")


@transaction.atomic
def register_bot(*, owner: User, name: str, now: datetime) -> tuple[User, str]:
    """Makes a bot for the member; returns it and its token, which cannot be read again later. The
    caller has tidied and validated ``name``.

    Raises Refused: ``too-many``, ``name-taken``.
    """
    lock_names()
    owner = lock_member(owner.pk)
    if owner.bots.count() >= MOST_BOTS:
        values = {"most": MOST_BOTS}
        raise Refused("too-many", "You have %(most)s bots, the most there may be.", values=values)
    taken = why_taken(name)
    if taken is not None:
        raise Refused("name-taken", taken, at="username")
    bot = User.objects.create(
        username=name, owner=owner, is_bot=True, password=make_password(None), date_joined=now
    )
    return bot, _new_token(bot, now)


@transaction.atomic
def renew_token(*, owner: User, bot_id: int, now: datetime) -> tuple[User, str]:
    """Replaces the bot's token with a new one; returns the bot and the token. Raises Refused
    ``not-found``."""
    bot = _own_bot(owner, bot_id)
    return bot, _new_token(bot, now)


def retire_bot(*, owner: User, bot_id: int) -> User:
    """Deletes the bot, in the same way as members' accounts: its games stay. Returns the deleted
    bot. Raises Refused ``not-found``."""
    # First, by itself: from then on nobody can add it to one more table.
    if not owner.bots.filter(pk=bot_id).update(is_active=False):
        raise Refused("not-found", GONE)
    with transaction.atomic():
        lock_for_deletion({bot_id})
        bot = _own_bot(owner, bot_id)
        bot.delete()
    return bot


def note_connected(*, bot: User, key: str, takes: Any, now: datetime) -> None:
    """Stores that the bot has connected: the connection's ``key``, and what the bot plays."""
    values = {"key": key, "takes": takes, "seen_at": now}
    BotConnection.objects.update_or_create(bot=bot, defaults=values)


def note_still_connected(*, bot: User, key: str, takes: Any, now: datetime) -> None:
    """Stores that this connection of the bot is still open, and what the bot plays, unless there is
    a later connection that has not ended."""
    own_or_ended = BotConnection.objects.filter(Q(key=key) | Q(seen_at=None), bot=bot)
    own_or_ended.update(key=key, takes=takes, seen_at=now)


def note_gone(*, bot: User, key: str) -> None:
    """Stores that this connection of the bot has ended, unless there is a later connection."""
    BotConnection.objects.filter(bot=bot, key=key).update(seen_at=None)


def _own_bot(owner: User, bot_id: int) -> User:
    bot = owner.bots.select_for_update().filter(pk=bot_id).first()
    if bot is None:
        raise Refused("not-found", GONE)
    return bot


def _new_token(bot: User, now: datetime) -> str:
    bot.api_tokens.all().delete()
    _, token = make_token(
        member=bot, name=bot.username, scopes=Scope.values, days=LONGEST_DAYS, now=now
    )
    return token
