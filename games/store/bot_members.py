"""Bots as members: the user accounts under which they play."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.hashers import make_password

from accounts.models import User
from accounts.names import name_key
from engines.rules import Rules


def bot_member(engine: Rules[Any], taken: Collection[int]) -> User:
    """A bot user for this game whose id is not among ``taken``. Creates one if none is left.

    The first has the name of the game's bot; the others are numbered.
    """
    number = 1
    while True:
        name = engine.bot.name if number == 1 else f"{engine.bot.name} {number}"
        number += 1
        fresh = {"username": name, "is_bot": True, "password": make_password(None)}
        user, _ = User.objects.get_or_create(name_key=name_key(name), defaults=fresh)
        if user.is_bot and user.pk not in taken:
            return user
