"""The pages for reporting: each shows what is reported and asks what is wrong; one more tap sends
the report.

Pages with scripts load only the part that they show in a dialog.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services.mutes import mute, mutes, unmute
from games.pages.answers import STATUS, refusals_as_json
from lobby.addresses import address_of
from lobby.views.parts import show
from lobby.views.tables import key_of, member_of
from reports import subjects
from reports.models import Why
from reports.queue import waiting_count
from reports.services.reporting import KEPT_OF_CHAT, report
from reports.subjects import Subject
from transport.limits import COMMANDS, PAGES, REPORTS, count, member_rate_key
from transport.refusals import Refused
from transport.requests import counted

Find = Callable[..., Subject]


def _reporting(find: Find) -> Callable[..., HttpResponse]:
    """Makes the page for reporting what ``find`` finds; it answers 404 if ``find`` refuses."""

    @login_required
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @functools.wraps(find)
    def view(request: HttpRequest, **named: Any) -> HttpResponse:
        user = member_of(request)
        count(COMMANDS if request.method == "POST" else PAGES, member_rate_key(user))
        try:
            subject = find(request, user, **named)
        except Refused as refused:
            raise Http404(refused.message) from None
        refused_, reported = None, False
        if request.method == "POST":
            try:
                reported = _carry_out(request, user, subject)
            except Refused as refused:
                refused_ = refused
        return _show(request, user, subject, refused_, reported=reported)

    return view


def _carry_out(request: HttpRequest, user: User, subject: Subject) -> bool:
    """Mutes or unmutes the member, or sends the report; returns whether it sent a report."""
    match request.POST.get("mute", ""):
        case "yes":
            mute(member=user, muted=subject.about, now=timezone.now())
            return False
        case "no":
            unmute(member=user, muted_id=subject.about.pk)
            return False
    count(REPORTS, member_rate_key(user))
    report(by=user, subject=subject, why=request.POST.get("why", ""), now=timezone.now())
    return True


def _show(
    request: HttpRequest, user: User, subject: Subject, refused: Refused | None, *, reported: bool
) -> HttpResponse:
    place = subject.place
    context = {
        "subject": subject,
        "reasons": Why,
        "reported": reported,
        "muted": mutes(user, subject.about.pk),
        "trouble": refused.message if refused else "",
        "key": key_of(request),
        "kept": KEPT_OF_CHAT,
        "back": address_of(subject.table, key_of(request))
        if subject.table
        else place.get_absolute_url(),
    }
    status = 200 if refused is None else STATUS.get(refused.code, 400)
    return show(request, "reports/report.html", "reports/_report.html", context, status=status)


@require_safe
@never_cache
@refusals_as_json
@counted(PAGES)
def waiting_json(request: HttpRequest) -> HttpResponse:
    """How many reports wait for the viewer's decision, as JSON; 0 for anyone who is not a
    moderator."""
    user = request.user
    return JsonResponse({"waiting": waiting_count(user) if isinstance(user, User) else 0})


@_reporting
def message_of_game(request: HttpRequest, user: User, public_id: str, pk: int) -> Subject:
    """A message in a game's chat."""
    return subjects.message_of_game(public_id, pk, user, timezone.now())


@_reporting
def player_of_game(request: HttpRequest, user: User, public_id: str, number: int) -> Subject:
    """A player of a game."""
    return subjects.player_of_game(public_id, number, user)


@_reporting
def message_at_table(request: HttpRequest, user: User, public_id: str, pk: int) -> Subject:
    """A message at a table."""
    return subjects.message_at_table(public_id, pk, user, key_of(request))


@_reporting
def player_at_table(request: HttpRequest, user: User, public_id: str, pk: int) -> Subject:
    """Somebody at a table."""
    return subjects.player_at_table(public_id, pk, user, key_of(request))
