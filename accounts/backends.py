"""Who can log in. Every session stores this module's name: moving it would log everybody out."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Suspension, User

_relations = ["preferences"]


def load_along(relation: str) -> None:
    """From now on, the user of a request is loaded together with this row of theirs, which many
    pages need."""
    if relation not in _relations:
        _relations.append(relation)


class MembersOnly(ModelBackend):
    """Members log in by name and password; bots never do."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, loaded together with what nearly every page needs: their
        preferences and what :func:`load_along` adds, ``group_names``, and whether they are
        suspended (``is_suspended``)."""
        groups = Group.objects.filter(user=OuterRef("pk")).order_by().values("name")
        held = Suspension.objects.holding(timezone.now()).filter(user=OuterRef("pk"))
        users = User.objects.select_related(*_relations).annotate(
            group_names=ArraySubquery(groups), is_suspended=Exists(held)
        )
        user = users.filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Whether this user may have a session: active, and not a bot."""
        return super().user_can_authenticate(user) and not getattr(user, "is_bot", True)
