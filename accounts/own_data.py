"""All that the site holds about a member, for the member: each app registers its own parts.

A part has the member's own data. It has nobody else's secrets: not who reported the member, and no
key, code or address with which somebody could log in, join or write to a browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from accounts.models import User

Maker = Callable[[User], Any]


@dataclass(frozen=True, slots=True)
class Part:
    """What is under one name in the file, and the models that it is made from."""

    models: tuple[type[Model], ...]
    make: Maker


_parts: dict[str, Part] = {}


def register(name: str, *models: type[Model], make: Maker) -> None:
    """From now on the file has this part. What ``make`` gives is written by ``DjangoJSONEncoder``:
    times, dates and durations may be in it."""
    _parts[name] = Part(models, make)


def own_data(member: User) -> dict[str, Any]:
    """All parts by name, in the order of their names after the account."""
    names = sorted(_parts, key=lambda name: (name != "account", name))
    return {name: _parts[name].make(member) for name in names}


def exported_models() -> set[type[Model]]:
    """The models of which something is in the file."""
    return {model for part in _parts.values() for model in part.models}


def rows(found: QuerySet[Any], *fields: str) -> list[dict[str, Any]]:
    """These fields of each row. A field of another model (``game__title``) is named as
    ``game_title``."""
    return [
        {name.replace("__", "_"): value for name, value in row.items()}
        for row in found.values(*fields)
    ]
