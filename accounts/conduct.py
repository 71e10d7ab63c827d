"""A member's suspension, chat ban and mutes, read in one query, as many pages need all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import CharField, QuerySet, Value

from accounts.models import ChatBan, Mute, Restriction, Suspension, User
from database.queries import KEY, NOW, Compiled, compiled


@dataclass(frozen=True, slots=True)
class Held:
    """A restriction that is in force."""

    until: datetime
    reason: str


@dataclass(slots=True)
class Conduct:
    """A member's current suspension and chat ban (the one that ends last, if there are several),
    and the names of the members they mute, sorted."""

    suspension: Held | None = None
    chat_ban: Held | None = None
    muted: list[str] = field(default_factory=list)


def conduct_of(user: User, now: datetime) -> Conduct:
    """The member's suspension, chat ban and mutes at ``now``. A member's bot is also under its
    owner's restrictions."""
    conduct = Conduct()
    owner = user.owner_id or user.pk
    for kind, text, at in _conduct_rows().rows(member=user.pk, owner=owner, now=now):
        if kind == "suspension":
            conduct.suspension = Held(at, text)
        elif kind == "chatban":
            conduct.chat_ban = Held(at, text)
        else:
            conduct.muted.append(text)
    conduct.muted.sort()
    return conduct


@cache
def _conduct_rows() -> Compiled:
    muted = Mute.objects.filter(member=KEY).order_by()
    return compiled(
        "{suspensions} UNION ALL {bans} UNION ALL {names} ORDER BY 3",
        {"member": KEY, "owner": KEY - 1},
        suspensions=_held(Suspension),
        bans=_held(ChatBan),
        names=muted.values_list(_named("muted"), "muted__username", "at"),
    )


def _held(kind: type[Restriction]) -> QuerySet[Any, Any]:
    held = kind.objects.holding(NOW).filter(user__in=[KEY, KEY - 1]).order_by()
    return held.values_list(_named(kind.__name__.lower()), "reason", "until")


def _named(name: str) -> Value:
    return Value(name, output_field=CharField())
