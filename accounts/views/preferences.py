"""A member's own settings: preferences, days off, muted members."""

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

from accounts.forms.preferences import DaysOffForm, MuteForm, PreferencesForm
from accounts.models import Preferences, User
from accounts.services.days_off import days_left_in, enter_days_off, take_back_days_off
from accounts.services.members import save_preferences
from accounts.services.mutes import mute, unmute
from pages.palette import palette_payload
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted, parse_int


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Shows and stores the member's preferences."""
    own = Preferences.of(request.user)
    own.user = cast("User", request.user)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=own)
    if form.is_valid():
        save_preferences(preferences=form.save(commit=False))
        messages.success(request, gettext("Preferences saved."))
        return redirect("preferences")
    context = {"form": form, "palette": palette_payload()}
    return render(request, "accounts/preferences.html", context)


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


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
def muted(request: HttpRequest) -> HttpResponse:
    """Lists the muted members; mutes a member by name, and unmutes."""
    user = cast("User", request.user)
    muted_id = parse_int(request.POST.get("unmute", ""))
    if muted_id is not None:
        unmute(member=user, muted_id=muted_id)
        return redirect("muted")
    form = MuteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            mute(member=user, muted=form.cleaned_data["name"], now=timezone.now())
        except Refused as refused:
            form.add_error("name", refused.message)
        else:
            messages.success(request, gettext("Muted."))
            return redirect("muted")
    context = {"form": form, "mutes": user.mutes.select_related("muted")}
    return render(request, "accounts/muted.html", context)
