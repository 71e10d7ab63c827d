"""What pages and services ask again and again about how a member may behave, in one question."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import CharField, QuerySet, Value

from accounts.models import ChatBan, Mute, Restriction, Suspension, User


@dataclass(frozen=True, slots=True)
class Held:
    """A restriction that holds."""

    until: datetime
    reason: str


@dataclass(slots=True)
class Conduct:
    """The suspension and the chat ban that hold and end last, and the names of those whom the
    member mutes, in order."""

    suspension: Held | None = None
    chat_ban: Held | None = None
    muted: list[str] = field(default_factory=list)


def conduct_of(user: User, now: datetime) -> Conduct:
    """What holds of the member at ``now``."""
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
    held = kind.objects.holding(now).filter(user=user).order_by()
    return held.values_list(_named(kind.__name__.lower()), "reason", "until")


def _named(name: str) -> Value:
    return Value(name, output_field=CharField())
