"""Invitations in the admin: made and revoked here; a button copies the link."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm, Script
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.admin.guards import GuardedList, NeverChanged, ReadOnly, actor, say_what_changed
from accounts.forms.moderating import InvitationForm
from accounts.models import Invitation, InvitationUse
from accounts.services.invitations import invite, revoke_invitation

STATES_IN_WORDS = {
    "open": pgettext_lazy("an invitation", "open"),
    "revoked": pgettext_lazy("an invitation", "withdrawn"),
    "expired": pgettext_lazy("an invitation", "expired"),
    "used-up": pgettext_lazy("an invitation", "used up"),
}


class UseInline(ReadOnly, admin.TabularInline):
    """Who used an invitation, and when."""

    model = InvitationUse
    fields = readonly_fields = ("user", "used_at")
    verbose_name_plural = gettext_lazy("used by")
    extra = 0


@admin.register(Invitation)
class InvitationAdmin(NeverChanged, GuardedList):
    """Invitations are made and revoked here; a button copies the link."""

    form = InvitationForm
    list_display = ("__str__", "state", "uses", "expires_at", "creator", "link")
    list_filter = ()
    list_select_related = ("creator",)
    search_fields = ("note", "creator__name_key__named")
    actions = ("revoke",)
    inlines = (UseInline,)

    class Media:
        js: ClassVar[list[Script]] = [Script("js/admin/copy-link.js", type="module")]

    def get_fields(self, request: HttpRequest, obj: Invitation | None = None) -> tuple[str, ...]:
        """The fields to fill in; once the invitation exists, also those to read."""
        asked = ("note", "most_uses", "expires_at")
        return (*asked, "state", "uses", "creator", "created_at", "link") if obj else asked

    readonly_fields = ("state", "uses", "creator", "created_at", "link")

    def get_inlines(self, request: HttpRequest, obj: Invitation | None = None) -> Any:
        """Who used the invitation, once it exists."""
        return self.inlines if obj else ()

    @admin.display(description=gettext_lazy("state"))
    def state(self, invitation: Invitation) -> str:
        """Whether somebody can still join with it."""
        return str(STATES_IN_WORDS[invitation.state(timezone.now())])

    @admin.display(ordering="used", description=gettext_lazy("uses"))
    def uses(self, invitation: Invitation) -> str:
        """How often it was used, out of how often it can be used."""
        values = {"number": invitation.used, "total": invitation.most_uses}
        return gettext("%(number)s of %(total)s") % values

    @admin.display(description=gettext_lazy("link"))
    def link(self, invitation: Invitation) -> SafeString | str:
        """The link, with a button that copies it."""
        if invitation.state(timezone.now()) != "open":
            return gettext("no longer valid")
        return format_html(
            '<button type="button" class="button" data-copy="{0}">{2}</button> '
            '<span role="status"></span> <a href="{0}">{1}</a>',
            invitation.get_absolute_url(),
            invitation.code,
            gettext("Copy link"),
        )

    def save_model(
        self, request: HttpRequest, obj: Invitation, form: ModelForm, change: bool
    ) -> None:
        """Makes the invitation, with the user as its creator."""
        made = invite(
            creator=actor(request),
            note=obj.note,
            most_uses=obj.most_uses,
            expires_at=obj.expires_at,
            now=timezone.now(),
        )
        obj.pk = made.pk
        obj.refresh_from_db()

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Whether this user may revoke."""
        return request.user.has_perm("accounts.revoke_invitation")

    @admin.action(
        description=gettext_lazy("Withdraw the chosen invitations"), permissions=["revoke"]
    )
    def revoke(self, request: HttpRequest, chosen: QuerySet[Invitation]) -> None:
        """Withdraws the invitations, and notes that in their history."""
        now = timezone.now()
        revoked = [each for each in chosen if revoke_invitation(invitation=each, now=now)]
        for invitation in revoked:
            self.log_change(request, invitation, gettext("Withdrawn."))
        words = gettext("Withdrawn: nobody else can join with them.")
        say_what_changed(request, bool(revoked), words)
