"""Who can log in. Every session stores this module's name: moving it would log everybody out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Suspension, User
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


@cache
def _with_this_key(relations: Sequence[str]) -> Prepared[User]:
    groups = Group.objects.filter(user=OuterRef("pk")).order_by().values("name")
    held = Suspension.objects.holding(NOW).filter(user=OuterRef("pk"))
    users = User.objects.select_related(*relations).annotate(
        group_names=ArraySubquery(groups), is_suspended=Exists(held)
    )
    return Prepared(users.filter(pk=KEY).order_by(), {"member": KEY})
