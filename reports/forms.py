"""The form in which a moderator decides about a report."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.forms.moderating import IN_ZONE, EndField
from accounts.models import User
from accounts.services.measures import check_measure
from pages.words import lazily_filled
from reports.models import Report, ReportOutcome
from reports.services.deciding import LONGEST_REASON
from transport.refusals import Refused

NEEDS_END = {ReportOutcome.CHAT_BANNED, ReportOutcome.SUSPENDED}

DECISIONS = [
    (ReportOutcome.NOTHING.value, gettext_lazy("Nothing has to be done")),
    (ReportOutcome.WARNED.value, gettext_lazy("Warn the member")),
    (ReportOutcome.CHAT_BANNED.value, gettext_lazy("Ban the member from chats for a while")),
    (ReportOutcome.SUSPENDED.value, gettext_lazy("Suspend the member for a while")),
]


def tomorrow() -> datetime:
    """The default end of a chat ban or suspension."""
    return timezone.now() + timedelta(days=1)


class DecisionForm(forms.ModelForm):
    """What to do about a report, why, and until when."""

    by: User | None = None
    decision = forms.ChoiceField(
        label=gettext_lazy("Decision"), choices=DECISIONS, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("The member can read it. They are not told who reported it."),
    )
    take_down = forms.BooleanField(
        label=gettext_lazy("Take the message down"),
        required=False,
        help_text=gettext_lazy("It disappears from the chat for everybody, on open pages too."),
    )
    until = EndField(
        label=gettext_lazy("Until"),
        required=False,
        initial=tomorrow,
        help_text=lazily_filled(
            gettext_lazy("It counts for chat bans and suspensions. Times are in %(zone)s."), IN_ZONE
        ),
    )

    class Meta:
        model = Report
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.message is None:
            del self.fields["take_down"]

    def clean(self) -> dict[str, Any]:
        """Shows beside the field what the service would refuse."""
        data = super().clean() or self.cleaned_data
        decision, until = data.get("decision"), data.get("until")
        has_effect = decision not in (None, ReportOutcome.NOTHING) or data.get("take_down")
        if has_effect and not self.has_error("reason") and not data["reason"].strip():
            self.add_error("reason", gettext("Give a reason: the member reads it."))
        if decision in (None, ReportOutcome.NOTHING):
            return data
        ends = decision in NEEDS_END
        if ends and until is None and not self.has_error("until"):
            self.add_error("until", gettext("Choose until when."))
        if self.instance.about is None:
            self.add_error("decision", gettext("This member has deleted the account."))
            return data
        try:
            check_measure(
                user=self.instance.about,
                by=self.by,
                now=timezone.now(),
                until=until if ends else None,
            )
        except Refused as refused:
            self.add_error("until" if refused.code == "past" else "decision", refused.message)
        return data
