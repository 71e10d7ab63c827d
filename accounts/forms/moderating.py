"""The forms for moderators in the admin."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import Script
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.models import ChatBan, Invitation, Suspension, User, in_thirty_days
from accounts.names import name_key, tidy_name
from accounts.roles import HOSTS, MODERATORS
from accounts.services.measures import check_measure
from accounts.services.names import lock_names, why_taken
from pages.words import lazily_filled
from transport.refusals import Refused

IN_ZONE = {"zone": lazy(timezone.get_current_timezone_name, str)()}
"""Values for help texts: the viewer's time zone, in which times are entered."""


AS_IN_FIELD = "%Y-%m-%dT%H:%M"
"""The format of dates with times in browsers' input fields."""

OFFERED = (timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=28))
"""How long a restriction usually lasts: the ends that are offered as buttons."""


LAST_YEAR = 2999
"""Later ends are refused: at the end of the year 9999 a time has no date in other time zones."""


class MomentField(forms.DateTimeField):
    """A date with a time, in the viewer's time zone, in one field with one label."""

    widget = forms.DateTimeInput(format=AS_IN_FIELD, attrs={"type": "datetime-local"})

    def validate(self, value: datetime | None) -> None:
        """Raises ValidationError if the time is missing or too far in the future."""
        super().validate(value)
        if value is not None and value.year > LAST_YEAR:
            raise ValidationError(
                gettext("The end is too far in the future. Choose an earlier one."), code="too-late"
            )


class EndInput(forms.DateTimeInput):
    """A time in the future, with buttons for the usual choices (js/admin/end-dates.js)."""

    def __init__(self) -> None:
        super().__init__(format=AS_IN_FIELD, attrs={"type": "datetime-local"})

    class Media:
        js: ClassVar[list[Script]] = [Script("js/admin/end-dates.js", type="module")]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The field's context, with the earliest time allowed and the choices counted from now."""
        now = timezone.localtime()
        offers = [
            {"words": _days(length), "value": f"{now + length:{AS_IN_FIELD}}"} for length in OFFERED
        ]
        more = {"min": f"{now:{AS_IN_FIELD}}", "data-offers": json.dumps(offers)}
        return super().get_context(name, value, {**(attrs or {}), **more})


class EndField(MomentField):
    """When a restriction ends: one of the usual choices, or any other time."""

    widget = EndInput()


def _days(length: timedelta) -> str:
    return ngettext("%(count)s day", "%(count)s days", length.days) % {"count": length.days}


def in_a_week() -> datetime:
    """The default end of a restriction."""
    return timezone.now() + timedelta(days=7)


class NameOfMemberField(forms.CharField):
    """A member, entered by name."""

    def prepare_value(self, value: Any) -> Any:
        """The name to show for a member."""
        return value.username if isinstance(value, User) else value

    def clean(self, value: Any) -> Any:
        """The member with this name, ignoring case; raises ValidationError if there is none."""
        key = name_key(str(super().clean(value)))
        member = User.objects.filter(name_key=key, is_bot=False, is_guest=False).first()
        if member is None:
            raise ValidationError(
                gettext("No member has this name. Check how it is written."), code="who"
            )
        return member


class InvitationForm(forms.ModelForm):
    """An invitation's note, how many people may use it, and until when."""

    expires_at = MomentField(
        label=gettext_lazy("Until"),
        initial=in_thirty_days,
        help_text=lazily_filled(gettext_lazy("Times are in %(zone)s."), IN_ZONE),
    )

    class Meta:
        model = Invitation
        fields = ("note", "most_uses", "expires_at")
        labels: ClassVar = {"most_uses": gettext_lazy("How many people may use it")}
        help_texts: ClassVar = {
            "note": gettext_lazy("Who it is for. Moderators see it, the people invited do not.")
        }

    def clean_expires_at(self) -> Any:
        """The end; raises ValidationError if it is in the past."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at <= timezone.now():
            raise ValidationError(
                gettext("The end is in the past. Choose a later one."), code="past"
            )
        return expires_at


class RestrictionForm(forms.ModelForm):
    """Whom to restrict, why, and until when."""

    by: User | None = None
    user = NameOfMemberField(
        label=gettext_lazy("Member"), help_text=gettext_lazy("The member’s name.")
    )
    until = EndField(label=gettext_lazy("Until"), initial=in_a_week)

    class Meta:
        fields = ("user", "reason", "until")
        help_texts: ClassVar = {"reason": gettext_lazy("The member can read it.")}

    def clean(self) -> dict[str, Any]:
        """Shows beside the right field what the service would refuse."""
        data = super().clean() or self.cleaned_data
        user, until = data.get("user"), data.get("until")
        if user and until:
            try:
                check_measure(user=user, until=until, by=self.by, now=timezone.now())
            except Refused as refused:
                self.add_error("until" if refused.code == "past" else "user", refused.message)
        return data


class SuspensionForm(RestrictionForm):
    """Suspends a member, who may then only watch."""

    until = EndField(
        label=gettext_lazy("Until"),
        initial=in_a_week,
        help_text=lazily_filled(
            gettext_lazy(
                "Until then they can watch, but not play, host or chat. Times are in %(zone)s."
            ),
            IN_ZONE,
        ),
    )

    class Meta(RestrictionForm.Meta):
        model = Suspension


class ChatBanForm(RestrictionForm):
    """Bans a member from writing in chats."""

    until = EndField(
        label=gettext_lazy("Until"),
        initial=in_a_week,
        help_text=lazily_filled(
            gettext_lazy("Until then they can play and read, but not chat. Times are in %(zone)s."),
            IN_ZONE,
        ),
    )

    class Meta(RestrictionForm.Meta):
        model = ChatBan


class MemberForm(forms.ModelForm):
    """A member's name, and whether they host."""

    hosts = forms.BooleanField(
        label=gettext_lazy("Hosts"),
        required=False,
        help_text=gettext_lazy("Hosts may open tables."),
    )

    class Meta:
        model = User
        fields: tuple[str, ...] = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = set(self.instance.groups.values_list("name", flat=True))
        self.initial["hosts"] = HOSTS in groups
        self.initial["moderates"] = MODERATORS in groups

    def clean_username(self) -> str:
        """The tidied name; raises ValidationError if it is taken.

        Holds the lock on names until the admin's transaction ends, so that nobody can take the
        name between this check and the save.
        """
        name = tidy_name(self.cleaned_data["username"])
        if not self._is_renamed(name):
            return name
        lock_names()
        taken = why_taken(name, by=self.instance)
        if taken is not None:
            raise ValidationError(taken, code="taken")
        return name

    def _is_renamed(self, name: str) -> bool:
        return name != self.initial.get("username")

    def _get_validation_exclusions(self) -> set[str]:
        """Leaves out an unchanged name: it may be older than a rule for names."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        if not self._is_renamed(self.cleaned_data.get("username", "")):
            excluded.add("username")
        return excluded


class MemberFormOfSuperuser(MemberForm):
    """Adds the fields that only superusers may change."""

    moderates = forms.BooleanField(
        required=False,
        label=gettext_lazy("Moderator"),
        help_text=gettext_lazy("Moderators may do what is done here."),
    )

    class Meta(MemberForm.Meta):
        fields = ("username", "is_active", "is_superuser")
        labels: ClassVar = {
            "is_active": gettext_lazy("Active"),
            "is_superuser": gettext_lazy("Administrator"),
        }
        help_texts: ClassVar = {
            "is_active": gettext_lazy(
                "Anyone who is not active cannot log in and has no page; name and games are kept. "
                "Unlike deleting, this can be undone."
            ),
            "is_superuser": gettext_lazy(
                "Administrators may do everything here, such as giving passwords, choosing "
                "moderators and deleting members."
            ),
        }
