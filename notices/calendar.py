"""A member's deadlines as a calendar (RFC 5545), at a secret address that the member can renew or
remove. Calendar programs ask for it again and again, without logging in."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Calendar, Event

from accounts.adapter import address_in_mail
from accounts.language import language_for
from accounts.middleware import without_session
from accounts.models import User
from accounts.models.tokens import digest_of
from accounts.sessions import hidden_before
from games.models import Game
from games.pages.words import safe_title
from games.play.clock import is_quick
from notices.lists import owed_games
from notices.models import CalendarFeed
from transport.addresses import address_of_request
from transport.limits import COMMANDS, PAGES, address_rate_key, count
from transport.requests import counted

REFRESHED_EVERY = timedelta(minutes=30)
"""How often programs are told to read the calendar again."""


def calendar_of(member: User, now: datetime) -> bytes:
    """The deadlines of the games in which the member owes a choice, in the active language. Games
    with turns of minutes are left out: no program asks that often."""
    calendar = Calendar()
    calendar.add("prodid", "-//Miai//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", gettext("Miai: my deadlines"))
    calendar.add("refresh-interval", REFRESHED_EVERY, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", REFRESHED_EVERY)
    for game in owed_games(member):
        if game.deadline is not None and not is_quick(game.settings):
            calendar.add_component(_event(game, game.deadline, now))
    return bytes(calendar.to_ical())


def _event(game: Game, deadline: datetime, now: datetime) -> Event:
    """The deadline of the next step. Its id and link do not reveal the address of a private game,
    as many calendar programs send what they read to a server of their makers."""
    name = gettext(game.engine.name)
    uid = salted_hmac("notices.calendar", f"{game.pk} {game.next_step}").hexdigest()[:24]
    event = Event()
    event.add("uid", f"{uid}@miai")
    event.add("dtstamp", now)
    event.add("dtstart", deadline)
    event.add("summary", gettext("Deadline: %(title)s") % {"title": safe_title(game)})
    event.add("description", name)
    event.add("url", _url(game))
    event.add("transp", "TRANSPARENT")
    return event


def _url(game: Game) -> str:
    if game.settings.listed:
        return f"{settings.SITE_URL}{game.get_absolute_url()}"
    return address_in_mail("next-game")


@without_session
@require_safe
@cache_control(private=True, max_age=300)
def calendar_ics(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar at a secret address; 404 if there is none, or no longer one."""
    count(PAGES, address_rate_key(address_of_request(request)))
    feeds = CalendarFeed.objects.select_related("member__preferences")
    feed = feeds.filter(digest=digest_of(token)).first()
    if feed is None or not feed.works:
        raise Http404
    with translation.override(language_for(feed.member, request)):
        body = calendar_of(feed.member, timezone.now())
    return HttpResponse(body, content_type="text/calendar; charset=utf-8")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
@reauthentication_required(allow_get=True)
def calendar_page(request: HttpRequest) -> HttpResponse:
    """Makes, renews and removes the address of the member's calendar. A new address is shown in the
    answer, and never again."""
    member, made = cast("User", request.user), ""
    is_helped = hidden_before(request.session) is not None
    if "remove" in request.POST:
        CalendarFeed.objects.filter(member=member).delete()
        messages.success(request, gettext("The address no longer works."))
        return redirect("calendar")
    if request.method == "POST" and not is_helped:
        token = make_address(member=member, now=timezone.now())
        made = address_in_mail("calendar-file", token=token)
    feed = CalendarFeed.objects.filter(member=member).first()
    context = {"feed": feed, "made": made, "is_helped": is_helped}
    return render(request, "notices/calendar.html", context)


def make_address(*, member: User, now: datetime) -> str:
    """Makes a new secret address and returns its token; an earlier address no longer works. The
    address ends with the member's password."""
    token = secrets.token_urlsafe(24)
    values = {
        "digest": digest_of(token),
        "password_digest": digest_of(member.password),
        "made_at": now,
    }
    CalendarFeed.objects.update_or_create(member=member, defaults=values)
    return token
