"""Opens tables and seats players; short to call in tests."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Suspension, User
from engines.record import complete_options
from engines.registry import game as engine_for
from games.play.settings import GameSettings
from lobby.colours import Colours
from lobby.models import Place, Table
from lobby.services.joining import join_table
from lobby.services.opening import open_table
from lobby.services.readiness import set_ready
from lobby.table_settings import TableSettings
from transport.refusals import Refused

STONES = ("ember", "sky", "straw", "iris", "ink", "shell")


def table_settings(variant: str = "multiplayer-go", **changes: Any) -> TableSettings:
    """Settings for two players with a minute per turn, open to anyone."""
    settings: dict[str, Any] = {"turn_seconds": 60}
    for name in set(changes) & set(GameSettings.__struct_fields__):
        settings[name] = changes.pop(name)
    usual = {
        "options": complete_options(engine_for(variant), changes.pop("options", {})),
        "seats": 2,
        "joining": "anyone",
        "title": "Tuesday",
    }
    return TableSettings(variant=variant, settings=GameSettings(**settings), **{**usual, **changes})


def open_one(host: User, variant: str = "multiplayer-go", **changes: Any) -> Table:
    """Opens a table."""
    return open_table(
        host=host, table_settings=table_settings(variant, **changes), now=timezone.now()
    )


def sit(table: Table, user: User, stone: str | None = None, **more: Any) -> Place:
    """The user joins, in a colour of their own."""
    stone = stone or STONES[table.places.count()]
    mark = "ink" if stone in ("shell", "straw") else "shell"
    return join_table(
        table_id=table.pk, user=user, colours=Colours(stone, mark), now=timezone.now(), **more
    )


def say_ready(table: Table, *users: User, ready: bool = True) -> None:
    """These users say whether they are ready."""
    for user in users:
        set_ready(table_id=table.pk, user=user, ready=ready, now=timezone.now())


def counting_down(host: User, *users: User, **changes: Any) -> Table:
    """A table at which these users sit and are ready."""
    table = open_one(host, **{"seats": len(users), **changes})
    for user in users:
        sit(table, user)
    say_ready(table, *users)
    return fresh(table)


def fresh(table: Table) -> Table:
    """The table as it is in the database."""
    return Table.objects.get(pk=table.pk)


def seated(table: Table) -> list[str]:
    """The names of those who sit there, in seat order."""
    places = table.places.filter(number__isnull=False).order_by("number")
    return [place.user.username for place in places]


def suspend(user: User) -> Suspension:
    """Suspends the user until tomorrow."""
    until = timezone.now() + timedelta(days=1)
    return Suspension.objects.create(
        user=user, reason="Rudeness", until=until, created_at=timezone.now()
    )


def refused(code: str, words: str = "") -> Any:
    """The block must be refused with this code, in words that start like this."""
    return pytest.raises(Refused, match=f"^{code}: {words}")
