"""A member's days off."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.days_off import DaysOffForm
from accounts.models import Preferences, User
from accounts.services.days_off import days_left_in, enter_days_off, take_back_days_off
from transport.refusals import Refused


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def days_off(request: HttpRequest) -> HttpResponse:
    """Shows the member's days off and a form for adding more; ``remove`` removes some."""
    if not settings.DAYS_OFF:
        raise Http404
    member, now = cast("User", request.user), timezone.now()
    if "remove" in request.POST:
        if take_back_days_off(member=member, key=request.POST["remove"], now=now):
            messages.success(request, gettext("Days off removed."))
        else:
            messages.info(request, gettext("Days off that have started can no longer be changed."))
        return redirect("days-off")
    zone = Preferences.of(member).time_zone
    form = DaysOffForm(request.POST if request.method == "POST" else None, zone=zone)
    if form.is_valid() and _enter(form, member):
        messages.success(request, gettext("Days off added."))
        return redirect("days-off")
    context = {
        "form": form,
        "periods": [(each, each.begins_at > now) for each in member.days_off.all()],
        "left": days_left_in(member, now),
        "most": settings.DAYS_OFF,
    }
    return render(request, "accounts/days_off.html", context)


def _enter(form: DaysOffForm, member: User) -> bool:
    said = form.cleaned_data
    try:
        enter_days_off(
            member=member,
            first=said["first"],
            last=said["last"],
            zone=form.said_zone,
            now=timezone.now(),
        )
    except Refused as refused:
        form.add_error(str(refused.at), refused.message)
        return False
    return True
