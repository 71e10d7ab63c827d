"""The page that shows where a member is logged in."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services.sessions import end_other_sessions, end_session
from accounts.sessions import handle_of, open_sessions


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@reauthentication_required(allow_get=True)
def sessions(request: HttpRequest) -> HttpResponse:
    """The browsers in which the member is logged in, each with a button for logging it out."""
    user = cast("User", request.user)
    if request.method == "POST":
        return _end(request, user)
    found = open_sessions(user, timezone.now())
    context = {"sessions": found, "here": handle_of(request.session.session_key)}
    return render(request, "accounts/sessions.html", context)


def _end(request: HttpRequest, user: User) -> HttpResponse:
    handle = request.POST.get("session", "")
    if handle == handle_of(request.session.session_key):
        return redirect("account_logout")
    if "others" in request.POST:
        end_other_sessions(user=user, kept=request.session.session_key)
        messages.success(request, gettext("You have been logged out everywhere else."))
    elif end_session(user=user, handle=handle):
        messages.success(request, gettext("That browser has been logged out."))
    else:
        messages.info(request, gettext("That browser was logged out already."))
    return redirect("sessions")
