"""The language of the site, chosen in the footer, and the browser's time zone, which pages send."""

from __future__ import annotations

from typing import cast
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import Preferences, User
from accounts.services.members import note_browser_zone, save_preferences
from transport.limits import COMMANDS
from transport.requests import counted


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Switches to the posted ``language`` and goes back to ``next``, a page of this site.

    A cookie remembers the language in this browser. A member's preference changes too: it overrides
    the cookie, and a button without effect would be worse than one that is remembered. A language
    that the club does not offer changes nothing (Django's own view accepts any that Django has).
    """
    back, chosen = request.POST.get("next", ""), request.POST.get("language")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    answer = HttpResponseRedirect(back if safe else "/")
    if chosen is not None and chosen in dict(settings.LANGUAGES):
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
        if isinstance(request.user, User):
            own = Preferences.of(request.user)
            own.user, own.language = request.user, chosen
            save_preferences(preferences=own)
    return answer


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
