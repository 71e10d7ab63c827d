"""Deleting one's account."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Removes the member with preferences, addresses and suspensions.

    Games, chat and logs stay, under "former member": their references are set to nothing.
    Every session of the member ends, because its user is gone.
    """
    User.objects.select_for_update().get(pk=user.pk).delete()
