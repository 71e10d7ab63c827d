"""What the admin's pages let nobody do: strange questions, and changes of what stays."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from accounts.models import User

KEY = re.compile(r"[0-9]{1,18}")


class GuardedList(admin.ModelAdmin):
    """Lists are asked by what they declare, and of rows by their keys."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether the lookup is one that the filters of ``list_filter`` make, and no other."""
        return any(
            lookup in (name, f"{name}__exact", f"{name}__id__exact", f"{name}__isnull")
            for name in self.list_filter
        )

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *more: Any
    ) -> HttpResponse | None:
        """What the action answers; keys that no row can have are refused before it."""
        if not all(KEY.fullmatch(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            messages.warning(request, "Choose rows of the list.")
            return None
        return super().response_action(request, queryset, *more)


class NeverChanged:
    """Rows that stay as they were made; actions end what they do."""

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes any."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes any: who did what stays known."""
        return False


class OnlyRead(NeverChanged):
    """Rows that are made elsewhere, too, and only looked at here."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds any."""
        return False


def actor(request: HttpRequest) -> User:
    """Who asks; the admin lets nobody else than users in."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    return user
