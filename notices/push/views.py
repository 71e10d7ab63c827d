"""Adding and removing push devices, and the list of notices that a browser may still show."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.pages.answers import read_body, refusals_as_json, text_of
from notices import lists
from notices.push import devices
from notices.push.offering import answer_offer
from notices.push.services import Browser
from transport.limits import COMMANDS, PAGES
from transport.refusals import Refused
from transport.requests import counted


@require_POST
@never_cache
@refusals_as_json
@counted(COMMANDS)
def turn_on(request: HttpRequest) -> HttpResponse:
    """Adds this browser as a device of the member: ``endpoint``, ``p256dh``, ``auth``."""
    member = _member(request)
    body = read_body(request)
    devices.add_device(
        member=member,
        browser=Browser(*(text_of(body, name) for name in ("endpoint", "p256dh", "auth"))),
        session_key=request.session.session_key,
        language=translation.get_language() or "",
        now=timezone.now(),
    )
    return JsonResponse({})


@require_POST
@never_cache
@refusals_as_json
@counted(COMMANDS)
def turn_off(request: HttpRequest) -> HttpResponse:
    """Removes the device with this ``endpoint``."""
    member = _member(request)
    devices.remove_device(member=member, endpoint=text_of(read_body(request), "endpoint"))
    return JsonResponse({})


@login_required
@never_cache
@require_POST
@counted(COMMANDS)
def turn_others_off(request: HttpRequest) -> HttpResponse:
    """Removes the member's other devices."""
    devices.remove_other_devices(member=_member(request), session_key=request.session.session_key)
    messages.success(request, gettext("Your other devices no longer notify you."))
    return redirect("notice-preferences")


@require_POST
@never_cache
@refusals_as_json
@counted(COMMANDS)
def decline(request: HttpRequest) -> HttpResponse:
    """Declines the offer of push; it is not made again."""
    answer_offer(member=_member(request), now=timezone.now())
    return JsonResponse({})


@require_safe
@never_cache
@refusals_as_json
@counted(PAGES)
def unread_json(request: HttpRequest) -> HttpResponse:
    """The ids of the member's unread notices. The browser closes all other notifications."""
    return JsonResponse({"unread": lists.unread_ids(_member(request))})


def _member(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Refused("login-needed", "Please log in: notifications are for members.")
    return request.user
