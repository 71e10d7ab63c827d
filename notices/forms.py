"""The form for quiet hours and the time of warnings."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.adapter import is_mail_sent
from accounts.forms.preferences import time_zones
from accounts.models import Preferences, User
from engines.registry import GAMES
from notices.models import StepIn, Timing

NIGHT = time(22), time(7)
"""The quiet hours that the form suggests."""

BEFORE = [timedelta(minutes=minutes) for minutes in (15, 30, 60, 120, 240, 480, 720)]


def times_before() -> list[tuple[str, Any]]:
    """The choices for how early to warn, beginning with the default."""
    usual = gettext("Default: one hour, or a quarter of the turn if that is shorter")
    return [("", usual), *((_minutes(before), _words(before)) for before in BEFORE)]


class QuietTimeField(forms.TimeField):
    """When quiet hours begin or end."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("required", "invalid"),
        gettext_lazy("Enter a time, such as 22:00, or turn quiet hours off."),
    )


class TimingForm(forms.Form):
    """When to warn a member and, if the site sends anything (``is_sent``), their quiet hours."""

    warn_before = forms.ChoiceField(
        label=gettext_lazy("Warn me before a turn ends"),
        choices=times_before,
        required=False,
        help_text=gettext_lazy("If you have not chosen by then; at most half of the turn before."),
    )
    quiet = forms.BooleanField(
        label=gettext_lazy("Quiet hours: nothing is sent to me then"),
        required=False,
        help_text=gettext_lazy("What still waits for you when they end is sent then."),
    )
    quiet_from = QuietTimeField(label=gettext_lazy("From"))
    quiet_until = QuietTimeField(label=gettext_lazy("Until"))
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=time_zones, required=False
    )

    def __init__(self, *arguments: Any, is_sent: bool, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if not is_sent:
            for name in ("quiet", "quiet_from", "quiet_until", "time_zone"):
                del self.fields[name]
        elif is_mail_sent():
            self.fields["quiet"].label = gettext(
                "Quiet hours: nothing is sent to me then, except an email if I could lose my seat "
                "or the game before they end"
            )

    def clean(self) -> dict[str, Any]:
        """Refuses quiet hours that end when they begin; ignores their errors when they are off."""
        data = super().clean() or self.cleaned_data
        times = {"quiet_from", "quiet_until"}
        if not data.get("quiet"):
            for name in times & set(self.errors):
                del self.errors[name]
        elif not times & set(self.errors) and data["quiet_from"] == data["quiet_until"]:
            words = gettext("Quiet hours need to end at another time than they start.")
            self.add_error("quiet_until", ValidationError(words, code="no-end"))
        return data

    @property
    def quiet_hours(self) -> tuple[time, time] | None:
        """When quiet hours begin and end; None: no quiet hours."""
        data = self.cleaned_data
        return (data["quiet_from"], data["quiet_until"]) if data["quiet"] else None

    @property
    def before(self) -> timedelta | None:
        """How early to warn; None: the default."""
        minutes = self.cleaned_data["warn_before"]
        return timedelta(minutes=int(minutes)) if minutes else None


class StepInForm(forms.Form):
    """In which games a member likes to take over seats."""

    live = forms.BooleanField(label=gettext_lazy("Live games"), required=False)
    correspondence = forms.BooleanField(
        label=gettext_lazy("Games by correspondence"), required=False
    )
    step_in_games = forms.MultipleChoiceField(
        label=gettext_lazy("Which games"),
        choices=[(game.slug, game.name) for game in GAMES],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def stepping_in_of(member: User) -> dict[str, Any]:
    """The initial values of :class:`StepInForm` for a member."""
    wish = StepIn.objects.filter(member=member).first() or StepIn(member=member)
    games = wish.games or [game.slug for game in GAMES]
    return {"live": wish.live, "correspondence": wish.correspondence, "step_in_games": games}


def timing_of(member: User) -> dict[str, Any]:
    """The form's initial values for a member."""
    timing = Timing.objects.filter(member=member).first() or Timing(member=member)
    is_quiet = timing.quiet_from is not None
    begins, ends = (timing.quiet_from, timing.quiet_until) if is_quiet else NIGHT
    return {
        "warn_before": _minutes(timing.warn_before) if timing.warn_before else "",
        "quiet": is_quiet,
        "quiet_from": begins,
        "quiet_until": ends,
        "time_zone": Preferences.of(member).time_zone,
    }


def _minutes(before: timedelta) -> str:
    return str(int(before.total_seconds()) // 60)


def _words(before: timedelta) -> str:
    minutes = int(before.total_seconds()) // 60
    if minutes < 60:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
