"""What moderators and superusers change about a member."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.roles import make_moderator, set_host, unmake_moderator


@transaction.atomic
def update_member(*, user: User, hosts: bool, moderates: bool | None = None) -> None:
    """Stores the member's row and roles; ``moderates`` None leaves that one as it is."""
    user.save()
    set_host(user=user, hosts=hosts)
    if moderates is True:
        make_moderator(user=user)
    if moderates is False:
        unmake_moderator(user=user)
