"""What of a member's standing pages and services ask about again and again, in one question."""

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
class Standing:
    """The suspension and the chat ban that hold and end last, and the names of those whom the
    member mutes, in order."""

    suspension: Held | None = None
    chat_ban: Held | None = None
    muted: list[str] = field(default_factory=list)


def standing_of(user: User, now: datetime) -> Standing:
    """The member's standing at ``now``."""
    suspensions, bans = _held(Suspension, user, now), _held(ChatBan, user, now)
    muted = Mute.objects.filter(member=user).order_by()
    names = muted.values_list(_named("muted"), "muted__username", "at")
    standing = Standing()
    for kind, text, at in suspensions.union(bans, names, all=True).order_by("until"):
        if kind == "suspension":
            standing.suspension = Held(at, text)
        elif kind == "chatban":
            standing.chat_ban = Held(at, text)
        else:
            standing.muted.append(text)
    standing.muted.sort()
    return standing


def _held(kind: type[Restriction], user: User, now: datetime) -> QuerySet[Any, Any]:
    held = kind.objects.holding(now).filter(user=user).order_by()
    return held.values_list(_named(kind.__name__.lower()), "reason", "until")


def _named(name: str) -> Value:
    return Value(name, output_field=CharField())
