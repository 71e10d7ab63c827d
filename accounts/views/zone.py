"""The time zone of a member's browser, which pages send by themselves."""

from __future__ import annotations

from typing import cast
from zoneinfo import available_timezones

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services.members import note_browser_zone
from transport.limits import COMMANDS
from transport.requests import counted


@login_required
@require_POST
@counted(COMMANDS)
def browser_zone(request: HttpRequest) -> HttpResponse:
    """Stores the posted ``zone``. A zone that the server does not know changes nothing: the browser
    may know newer ones."""
    zone = request.POST.get("zone", "")
    if zone in available_timezones():
        note_browser_zone(member=cast("User", request.user), zone=zone)
    return HttpResponse(status=204)
