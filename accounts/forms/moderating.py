"""The forms that moderators fill in, in the admin."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.models import ChatBan, Invitation, Suspension, User, in_thirty_days
from accounts.names import name_key, tidy_name
from accounts.naming import why_taken
from accounts.roles import HOSTS, MODERATORS
from accounts.services.measures import check_measure
from pages.words import lazily_filled
from transport.refusals import Refused

IN_ZONE = {"zone": lazy(timezone.get_current_timezone_name, str)()}
"""What a help text names: the zone in which times are read, that of whoever looks."""


class MomentField(forms.DateTimeField):
    """A date and a time in the zone of whoever looks, in one field with one label."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
        super().__init__(widget=widget, **kwargs)


class NameOfMemberField(forms.CharField):
    """A member, by a name that is typed."""

    def prepare_value(self, value: Any) -> Any:
        """The name of a member who is shown."""
        return value.username if isinstance(value, User) else value

    def clean(self, value: Any) -> Any:
        """The member with this name, whatever its case."""
        key = name_key(str(super().clean(value)))
        member = User.objects.filter(name_key=key, is_bot=False).first()
        if member is None:
            raise ValidationError(
                gettext("No member has this name. Check how it is written."), code="who"
            )
        return member


class InvitationForm(forms.ModelForm):
    """A note, how many may use it, and until when."""

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
        """An end that lies in the future."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at <= timezone.now():
            raise ValidationError(
                gettext("The end lies in the past. Choose a later one."), code="past"
            )
        return expires_at


class RestrictionForm(forms.ModelForm):
    """Whom, why, until when."""

    by: User | None = None
    user = NameOfMemberField(
        label=gettext_lazy("Member"), help_text=gettext_lazy("The member’s name.")
    )
    until = MomentField(label=gettext_lazy("Until"))

    class Meta:
        fields = ("user", "reason", "until")
        help_texts: ClassVar = {"reason": gettext_lazy("The member can read it.")}

    def clean(self) -> dict[str, Any]:
        """Shows at the field what the service would refuse."""
        data = super().clean() or self.cleaned_data
        user, until = data.get("user"), data.get("until")
        if user and until:
            try:
                check_measure(user=user, until=until, by=self.by, now=timezone.now())
            except Refused as refused:
                self.add_error("until" if refused.code == "past" else "user", refused.message)
        return data


class SuspensionForm(RestrictionForm):
    """Who may only watch."""

    until = MomentField(
        label=gettext_lazy("Until"),
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
    """Who may write in no chat."""

    until = MomentField(
        label=gettext_lazy("Until"),
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
        """A name that is allowed and that nobody else has."""
        name = tidy_name(self.cleaned_data["username"])
        if not self._is_renamed(name):
            return name
        taken = why_taken(name, by=self.instance)
        if taken is not None:
            raise ValidationError(taken, code="taken")
        return name

    def _is_renamed(self, name: str) -> bool:
        return name != self.initial.get("username")

    def _get_validation_exclusions(self) -> set[str]:
        """A name that stays is not looked at again: it may be older than a rule for names."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        if not self._is_renamed(self.cleaned_data.get("username", "")):
            excluded.add("username")
        return excluded


class MemberFormOfSuperuser(MemberForm):
    """Also what only superusers decide."""

    moderates = forms.BooleanField(
        required=False,
        label=gettext_lazy("Moderator"),
        help_text=gettext_lazy("Moderators may do what is done here."),
    )

    class Meta(MemberForm.Meta):
        fields = ("username", "is_active", "is_superuser")
        labels: ClassVar = {
            "is_active": gettext_lazy("Active"),
            "is_superuser": gettext_lazy("Superuser"),
        }
        help_texts: ClassVar = {
            "is_active": gettext_lazy(
                "Anyone who is not active cannot log in and has no page; name and games are kept. "
                "Unlike deleting, this can be undone."
            ),
            "is_superuser": gettext_lazy(
                "Superusers may do everything here, such as giving passwords, choosing moderators "
                "and deleting members."
            ),
        }
