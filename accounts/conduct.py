"""A member's suspension, chat ban and mutes, read in one query, as many pages need all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import CharField, QuerySet, Value

from accounts.models import ChatBan, Mute, Restriction, Suspension, User, who_answers


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
    """The member's suspension, chat ban and mutes at ``now``; of a bot also what its owner is
    under."""
    suspensions, bans = _held(Suspension, user, now), _held(ChatBan, user, now)
    muted = Mute.objects.filter(member=user).order_by()
    names = muted.values_list(_named("muted"), "muted__username", "at")
    conduct = Conduct()
    for kind, text, at in suspensions.union(bans, names, all=True).order_by("until"):
        if kind == "suspension":
            conduct.suspension = Held(at, text)
        elif kind == "chatban":
            conduct.chat_ban = Held(at, text)
        else:
            conduct.muted.append(text)
    conduct.muted.sort()
    return conduct


def _held(kind: type[Restriction], user: User, now: datetime) -> QuerySet[Any, Any]:
    held = kind.objects.holding(now).filter(user__in=who_answers(user)).order_by()
    return held.values_list(_named(kind.__name__.lower()), "reason", "until")


def _named(name: str) -> Value:
    return Value(name, output_field=CharField())
