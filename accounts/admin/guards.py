"""What the admin's pages prevent: unexpected lookups, changes to rows that have to stay, and
saving what a service refuses."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext

from accounts.models import User
from transport.refusals import Refused

KEY = re.compile(r"[0-9]{1,18}")


class GuardedList(admin.ModelAdmin):
    """A list with only the filters that it declares. Actions accept only valid keys of rows."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether the lookup is one that the filters of ``list_filter`` make."""
        return any(lookup in _lookups_of(each) for each in self.list_filter)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The form. If a service refuses what the form had accepted, because something changed in
        between, the page says why; nothing is stored or logged as done."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refused as refused:
            messages.error(request, refused.message)
            return HttpResponseRedirect(request.get_full_path())

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Notes a change in the history; a form that was sent as it was has changed nothing."""
        return super().log_change(request, obj, message) if message else None

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *more: Any
    ) -> HttpResponse | None:
        """The response to an action; first refuses keys that no row can have."""
        if not all(KEY.fullmatch(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            messages.warning(request, gettext("Choose rows from the list."))
            return None
        return super().response_action(request, queryset, *more)


def _lookups_of(of_list: Any) -> tuple[str, ...]:
    """The lookups that a filter's links make. A filter is a field, a field with a filter class, or
    a filter class alone."""
    if isinstance(of_list, type) and issubclass(of_list, admin.SimpleListFilter):
        return (str(of_list.parameter_name),)
    name = of_list if isinstance(of_list, str) else of_list[0]
    made = ("exact", "id__exact", "isnull", "isempty")
    return (name, *(f"{name}__{lookup}" for lookup in made))


class NeverChanged:
    """Rows that stay as they were made; actions can end their effect."""

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """False for everybody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """False for everybody: who did what must stay on record."""
        return False


class ReadOnly(NeverChanged):
    """Rows that are made elsewhere and only shown here."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """False for everybody."""
        return False


def say_what_changed(request: HttpRequest, changed: bool, words: str) -> None:
    """Says what an action did, or that somebody else had done it to all the chosen rows before."""
    if changed:
        messages.success(request, words)
    else:
        messages.warning(request, gettext("Nothing had to be changed."))


def actor(request: HttpRequest) -> User:
    """The user who makes the request. The admin lets in nobody else; raises PermissionDenied."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    return user
