"""Announcements in the admin: moderators write, list and end them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts.admin.guards import GuardedList, NeverChanged, actor, say_what_changed
from accounts.forms.moderating import IN_ZONE, MomentField
from notices.models import Announcement
from notices.services.announcing import announce, end_announcement
from pages.words import lazily_filled


def in_two_weeks() -> datetime:
    """The end that the form suggests for an announcement."""
    return timezone.now() + timedelta(days=14)


class AnnouncementForm(forms.ModelForm):
    """The text of an announcement, and until when it is shown."""

    until = MomentField(
        label=gettext_lazy("Until"),
        initial=in_two_weeks,
        help_text=lazily_filled(
            gettext_lazy(
                "Everybody sees it on every page until they have read it, at most until then. "
                "Times are in %(zone)s."
            ),
            IN_ZONE,
        ),
    )

    class Meta:
        model = Announcement
        fields = ("text", "until")
        labels: ClassVar = {"text": gettext_lazy("Text")}
        help_texts: ClassVar = {
            "text": gettext_lazy(
                "At most 500 characters, in a language that all members read. It cannot be changed "
                "later, only ended."
            )
        }

    def clean_until(self) -> datetime:
        """The end, which must be in the future."""
        until: datetime = self.cleaned_data["until"]
        if until <= timezone.now():
            raise ValidationError(gettext("The end is in the past."), code="past")
        return until


@admin.register(Announcement)
class AnnouncementAdmin(NeverChanged, GuardedList):
    """Announcements can be added and ended, not changed."""

    form = AnnouncementForm
    list_display = ("__str__", "state", "read_by", "until", "by", "created_at")
    list_filter = ()
    list_select_related = ("by",)
    search_fields = ("text", "by__name_key__named")
    actions = ("end",)
    readonly_fields = ("state", "read_by", "by", "created_at", "ended_at")

    def get_fields(self, request: HttpRequest, obj: Announcement | None = None) -> tuple[str, ...]:
        """The fields of the form; for an existing announcement, what is shown of it."""
        asked = ("text", "until")
        return (*asked, *self.readonly_fields) if obj else asked

    def get_queryset(self, request: HttpRequest) -> QuerySet[Announcement]:
        """The announcements, with the numbers of members who got and have read each."""
        read = Count("notices", filter=Q(notices__read_at__isnull=False))
        return super().get_queryset(request).annotate(shown=Count("notices"), read=read)

    @admin.display(description=gettext_lazy("state"))
    def state(self, announcement: Announcement) -> str:
        """Whether the announcement is still shown."""
        if announcement.ended_at is not None:
            return pgettext("an announcement", "ended")
        shown = announcement.until > timezone.now()
        return (
            pgettext("an announcement", "shown") if shown else pgettext("an announcement", "over")
        )

    @admin.display(description=gettext_lazy("read by"))
    def read_by(self, announcement: Any) -> str:
        """How many of its members have read it, while it is shown."""
        if announcement.ended_at is not None or announcement.until <= timezone.now():
            return "–"
        values = {"number": announcement.read, "total": announcement.shown}
        return gettext("%(number)s of %(total)s") % values

    def save_model(
        self, request: HttpRequest, obj: Announcement, form: forms.ModelForm, change: bool
    ) -> None:
        """Shows the announcement to all members, as written by the user."""
        now = timezone.now()
        made = announce(text=obj.text, until=obj.until, by=actor(request), now=now)
        obj.pk = made.pk
        obj.refresh_from_db()

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether this user may end announcements."""
        return request.user.has_perm("notices.end_announcement")

    @admin.action(description=gettext_lazy("End the chosen announcements"), permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Announcement]) -> None:
        """Stops showing the announcements, and records it in their history."""
        now = timezone.now()
        ended = [each for each in chosen if end_announcement(announcement=each, now=now)]
        for announcement in ended:
            self.log_change(request, announcement, gettext("Ended."))
        say_what_changed(request, bool(ended), gettext("Ended: nobody is shown them any more."))
