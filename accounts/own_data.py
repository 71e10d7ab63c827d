"""The export of everything that the site stores about a member. Each app registers its own parts.

A part holds the member's own data. It does not reveal secrets: not who reported the member, and no
key, code or address with which somebody could log in, join or send messages to a browser.
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
    """One part of the file: the models it is made from, and the function that makes it."""

    models: tuple[type[Model], ...]
    make: Maker


_parts: dict[str, Part] = {}


def register(name: str, *models: type[Model], make: Maker) -> None:
    """Adds a part to the file. What ``make`` returns is written by ``DjangoJSONEncoder``, so it may
    contain times, dates and durations."""
    _parts[name] = Part(models, make)


def own_data(member: User) -> dict[str, Any]:
    """All parts by name: the account first, the others in alphabetical order."""
    names = sorted(_parts, key=lambda name: (name != "account", name))
    return {name: _parts[name].make(member) for name in names}


def exported_models() -> set[type[Model]]:
    """The models that have data in the file."""
    return {model for part in _parts.values() for model in part.models}


def rows(found: QuerySet[Any], *fields: str) -> list[dict[str, Any]]:
    """These fields of each row. A field of another model (``game__title``) is named
    ``game_title``."""
    return [
        {name.replace("__", "_"): value for name, value in row.items()}
        for row in found.values(*fields)
    ]
