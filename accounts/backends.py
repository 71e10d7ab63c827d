"""Who can log in. Every session stores this module's name: moving it would log everybody out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import Session, Suspension, User
from database.queries import KEY, NOW, Prepared

_relations = ["preferences"]


def load_along(relation: str) -> None:
    """Has the user of every request loaded together with this one-to-one relation, which many pages
    need."""
    if relation not in _relations:
        _relations.append(relation)


class MembersOnly(ModelBackend):
    """Members log in by name and password; bots never do."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, loaded together with what nearly every page needs: their
        preferences and what :func:`load_along` adds, ``group_names``, and whether they are
        suspended (``is_suspended``)."""
        found = _with_this_key(tuple(_relations)).rows(member=int(user_id), now=timezone.now())
        user = found[0] if found else None
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Whether this user may have a session: active, and not a bot."""
        return super().user_can_authenticate(user) and not getattr(user, "is_bot", True)


def session_with_user(key: str, now: datetime) -> Session | None:
    """The row of a session that has not ended, with its user as :meth:`MembersOnly.get_user` loads
    them, in one statement; None if there is no such session."""
    found = _session_with_this_key(tuple(_relations)).rows(session=key, now=now)
    if not found:
        return None
    row = found[0]
    if row.user is not None:
        for name in _ALONG:
            setattr(row.user, name, getattr(row, name))
    return row


def session_alone(key: str, now: datetime) -> Session | None:
    """The row of a session that has not ended; None if there is no such session."""
    found = _session_alone().rows(session=key, now=now)
    return found[0] if found else None


_ALONG = ("group_names", "is_suspended")


@cache
def _with_this_key(relations: Sequence[str]) -> Prepared[User]:
    users = User.objects.select_related(*relations).annotate(**_along("pk"))
    return Prepared(users.filter(pk=KEY).order_by(), {"member": KEY})


@cache
def _session_with_this_key(relations: Sequence[str]) -> Prepared[Session]:
    along = ("user", *(f"user__{relation}" for relation in relations))
    return _with_session_key(Session.objects.select_related(*along).annotate(**_along("user_id")))


@cache
def _session_alone() -> Prepared[Session]:
    return _with_session_key(Session.objects.all())


def _with_session_key(sessions: QuerySet[Session]) -> Prepared[Session]:
    key = "a key"
    found = sessions.filter(session_key=key, expire_date__gt=NOW).order_by()
    return Prepared(found, {"session": key})


def _along(key: str) -> dict[str, Any]:
    """What is loaded with the user whose key is in this column."""
    groups: QuerySet[Any, Any] = Group.objects.filter(user=OuterRef(key)).order_by().values("name")
    held = Suspension.objects.holding(NOW).filter(user=OuterRef(key))
    return {"group_names": ArraySubquery(groups), "is_suspended": Exists(held)}
