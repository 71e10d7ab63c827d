"""Suspensions: given with a reason and an end, and lifted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts.admin.guards import GuardedList, NeverChanged, actor
from accounts.forms.moderating import SuspensionForm
from accounts.models import Suspension
from accounts.services.suspensions import lift, suspend


@admin.register(Suspension)
class SuspensionAdmin(NeverChanged, GuardedList):
    """Given with a reason and an end, and lifted."""

    form = SuspensionForm
    list_display = ("user", "until", "state", "reason", "by", "created_at")
    list_filter = ()
    list_select_related = ("user", "by")
    search_fields = ("user__name_key__named", "reason")
    readonly_fields = ("state", "by", "created_at", "lifted_at")
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Suspension | None = None) -> tuple[str, ...]:
        """What is asked for, and later what is shown."""
        asked = ("user", "reason", "until")
        return (*asked, *self.readonly_fields) if obj else asked

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> type[ModelForm]:
        """The form, which knows who suspends."""
        form = super().get_form(request, *args, **kwargs)
        return type("SuspensionFormOfActor", (form,), {"by": actor(request)})

    @admin.display(description=gettext_lazy("state"))
    def state(self, suspension: Suspension) -> str:
        """Whether it holds."""
        if suspension.lifted_at is not None:
            return pgettext("a suspension", "lifted")
        holds = suspension.until > timezone.now()
        return pgettext("a suspension", "holds") if holds else pgettext("a suspension", "over")

    def save_model(
        self, request: HttpRequest, obj: Suspension, form: ModelForm, change: bool
    ) -> None:
        """Suspends the member, in the name of the user."""
        made = suspend(
            user=obj.user,
            reason=obj.reason,
            until=obj.until,
            by=actor(request),
            now=timezone.now(),
        )
        obj.pk = made.pk
        obj.refresh_from_db()

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whether this user may lift suspensions."""
        return request.user.has_perm("accounts.lift_suspension")

    @admin.action(description=gettext_lazy("Lift the chosen suspensions"), permissions=["lift"])
    def lift(self, request: HttpRequest, chosen: QuerySet[Suspension]) -> None:
        """Ends the suspensions now, and notes it in their history."""
        for suspension in chosen:
            lift(suspension=suspension, now=timezone.now())
            self.log_change(request, suspension, gettext("Lifted."))
        messages.success(request, gettext("Lifted: they can play again."))
