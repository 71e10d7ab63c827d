"""Who can log in. Every session stores this module's name: moving it would log everybody out."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser

from accounts.models import User


class MembersOnly(ModelBackend):
    """Members log in by name and password; bots never do."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, loaded together with their preferences: every page needs those."""
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Whether this user may have a session: active, and not a bot."""
        return super().user_can_authenticate(user) and not getattr(user, "is_bot", True)
