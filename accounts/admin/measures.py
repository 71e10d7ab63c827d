"""Warnings, chat bans and suspensions in the admin: given with a reason, and lifted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts.admin.guards import GuardedList, NeverChanged, ReadOnly, actor, say_what_changed
from accounts.forms.moderating import ChatBanForm, SuspensionForm
from accounts.models import ChatBan, MemberWarning, Restriction, Suspension
from accounts.services.measures import ban_from_chat, lift, suspend


class RestrictionAdmin(NeverChanged, GuardedList):
    """Restrictions are given with a reason and an end, and can be lifted. ``restrict``: the service
    that gives one."""

    restrict: Callable[..., Restriction]
    actions = ("lift",)
    list_display = ("user", "until", "state", "reason", "by", "created_at")
    list_filter = ()
    list_select_related = ("user", "by")
    search_fields = ("user__name_key__named", "reason")
    readonly_fields = ("state", "by", "created_at", "lifted_at", "lifted_by")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The fields to fill in; once the restriction exists, also those to read."""
        asked = ("user", "reason", "until")
        return (*asked, *self.readonly_fields) if obj else asked

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> type[ModelForm]:
        """The form, with the user as the moderator who gives the restriction."""
        form = super().get_form(request, *args, **kwargs)
        return type("FormOfActor", (form,), {"by": actor(request)})

    @admin.display(description=gettext_lazy("state"))
    def state(self, restriction: Restriction) -> str:
        """Whether it is in force, over or lifted."""
        if restriction.lifted_at is not None:
            return pgettext("a suspension", "lifted")
        holds = restriction.until > timezone.now()
        return pgettext("a suspension", "active") if holds else pgettext("a suspension", "over")

    def save_model(
        self, request: HttpRequest, obj: Restriction, form: ModelForm, change: bool
    ) -> None:
        """Restricts the member, with the user as the moderator."""
        made = self.restrict(
            user=obj.user,
            reason=obj.reason,
            until=obj.until,
            by=actor(request),
            now=timezone.now(),
        )
        obj.pk = made.pk
        obj.refresh_from_db()

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whether this user may lift restrictions of this kind."""
        return request.user.has_perm(f"accounts.lift_{self.opts.model_name}")

    def lift_chosen(self, request: HttpRequest, chosen: QuerySet[Any], words: str) -> None:
        """Lifts the restrictions now, and notes in their history those that were in force.
        ``words``: what to say unless members are restricted by others as well."""
        now = timezone.now()
        lifted = [each for each in chosen if lift(restriction=each, by=actor(request), now=now)]
        for restriction in lifted:
            self.log_change(request, restriction, gettext("Lifted."))
        still = {each.user.username for each in lifted if type(each).of(each.user, now)}
        if still:
            said = gettext("Lifted, but others are still in force for: %(names)s.")
            messages.warning(request, said % {"names": ", ".join(sorted(still))})
        else:
            say_what_changed(request, bool(lifted), words)


@admin.register(Suspension)
class SuspensionAdmin(RestrictionAdmin):
    """Suspensions: the member may only watch."""

    form = SuspensionForm
    restrict = staticmethod(suspend)

    @admin.action(description=gettext_lazy("Lift the chosen suspensions"), permissions=["lift"])
    def lift(self, request: HttpRequest, chosen: QuerySet[Suspension]) -> None:
        """Lifts the suspensions now."""
        self.lift_chosen(request, chosen, gettext("Lifted: they can play again."))


@admin.register(ChatBan)
class ChatBanAdmin(RestrictionAdmin):
    """Chat bans: the member may not write in chats."""

    form = ChatBanForm
    restrict = staticmethod(ban_from_chat)

    @admin.action(description=gettext_lazy("Lift the chosen chat bans"), permissions=["lift"])
    def lift(self, request: HttpRequest, chosen: QuerySet[ChatBan]) -> None:
        """Lifts the chat bans now."""
        self.lift_chosen(request, chosen, gettext("Lifted: they can chat again."))


@admin.register(MemberWarning)
class MemberWarningAdmin(ReadOnly, GuardedList):
    """Who was warned, and why. Warnings are given where reports are decided."""

    list_display = ("user", "reason", "by", "created_at")
    list_filter = ()
    list_select_related = ("user", "by")
    search_fields = ("user__name_key__named", "reason")
    fields = readonly_fields = ("user", "reason", "by", "created_at")
