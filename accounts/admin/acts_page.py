"""The page with the log of everything that moderators did, and its filters."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.admin.acts import Filters, kinds, pages_of, start_of
from accounts.admin.guards import actor
from accounts.models import User
from accounts.names import name_key
from accounts.roles import appointed_members


class NameField(forms.CharField):
    """A user, entered by name, ignoring case."""

    def clean(self, value: Any) -> Any:
        """The user; None if nothing was entered."""
        name = super().clean(value)
        if not name:
            return None
        member = User.objects.filter(name_key=name_key(name)).first()
        if member is None:
            words = gettext("No member has this name. Check how it is written.")
            raise ValidationError(words, code="who")
        return member


class DayField(forms.DateField):
    """A day on which the club may have had moderators; others are refused before any query."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        bounds = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]
        super().__init__(required=False, widget=widget, validators=bounds, **kwargs)


class FilterForm(forms.Form):
    """Which acts to show."""

    by = NameField(
        label=gettext_lazy("Moderator"),
        required=False,
        widget=forms.TextInput(attrs={"list": "moderators", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        required=False,
        choices=lambda: [("", gettext("all")), *kinds()],
    )
    member = NameField(label=gettext_lazy("Member"), required=False)
    first = DayField(label=gettext_lazy("From"))
    last = DayField(label=gettext_lazy("To"))

    def clean(self) -> dict[str, Any]:
        """Checks that the last day is not before the first."""
        data = super().clean() or self.cleaned_data
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", gettext("This day is before the first one."))
        return data

    @property
    def wanted(self) -> Filters:
        """The filters that were entered."""
        asked = self.cleaned_data
        return Filters(
            by=asked["by"],
            kind=asked["kind"],
            since=start_of(asked["first"]) if asked["first"] else None,
            until=start_of(asked["last"] + timedelta(days=1)) if asked["last"] else None,
            member=asked["member"],
        )


@require_safe
def show_acts(request: HttpRequest) -> TemplateResponse:
    """What moderators did, the newest first."""
    form = FilterForm(request.GET)
    page = None
    if form.is_valid():
        page = pages_of(form.wanted, actor(request)).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        **admin.site.each_context(request),
        "title": gettext("What moderators did"),
        "form": form,
        "page": page,
        "asked": asked.urlencode(),
        "moderators": appointed_members().order_by("username").values_list("username", flat=True),
    }
    return TemplateResponse(request, "admin/acts.html", context)
