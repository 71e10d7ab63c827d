"""The pages of a member's notices and preferences, and the link to the next game."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.services.members import save_zone
from games.pages.answers import refusals_as_json
from lobby.fitting_members import choice_alone, choice_with
from lobby.models import Pace
from lobby.views.parts import asks_for_part, show
from lobby.wishes_shown import players_in_words
from notices import lists, words
from notices.channels import channels_for
from notices.forms import StepInForm, TimingForm, stepping_in_of, timing_of
from notices.lists import counts
from notices.mail import read_token
from notices.models import Channel, Kind, Notice
from notices.preferences import Preferences, kinds_for, preferences_of, wanted_by, wanted_in_site
from notices.services.preferences import (
    answer_telling,
    is_fixed,
    save_quiet_hours,
    save_warning_time,
    set_preferences,
)
from notices.services.reading import read_all, read_game, read_notice, read_table
from notices.services.stepping_in import save_stepping_in
from transport.limits import COMMANDS, PAGES, STOPS, count, member_rate_key, rate_key_of
from transport.requests import counted, parse_int

NOTHING = {"unread": 0, "here": 0, "asked": 0, "begun": "", "owed": 0, "news": []}
"""What the bell shows a visitor."""


@login_required
@never_cache
@require_safe
@counted(PAGES)
def notices(request: HttpRequest) -> HttpResponse:
    """The newest notices."""
    return _list(request)


@login_required
@never_cache
@require_POST
@counted(COMMANDS)
def read(request: HttpRequest) -> HttpResponse:
    """Marks all as read."""
    read_all(member=_member(request), now=timezone.now())
    return _list(request) if asks_for_part(request) else redirect("notices")


@login_required
@never_cache
@require_POST
@counted(COMMANDS)
def read_one(request: HttpRequest, number: int) -> HttpResponse:
    """Marks one as read, and redirects to the page that showed it (``next``)."""
    read_notice(member=_member(request), number=number, now=timezone.now())
    back = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return redirect(back if allowed else "notices")


@require_POST
@never_cache
@refusals_as_json
@counted(COMMANDS)
def opened(request: HttpRequest) -> HttpResponse:
    """Marks the notices of the ``game``, ``table`` or single ``notice`` that the member has opened
    as read. Returns the bell's state, for visitors as :func:`state_json` does."""
    user = request.user
    if not isinstance(user, User):
        return JsonResponse(NOTHING)
    for name, read_one in (("game", read_game), ("table", read_table)):
        if public_id := request.GET.get(name, ""):
            read_one(member=user, public_id=public_id, now=timezone.now())
    if number := _number(request):
        read_notice(member=user, number=number, now=timezone.now())
    return JsonResponse(_state(request, user))


@require_safe
@never_cache
@refusals_as_json
@counted(PAGES)
def state_json(request: HttpRequest) -> HttpResponse:
    """The bell's state. A page may ask just after its member has logged out: this is no error, the
    state is then empty."""
    user = request.user
    return JsonResponse(_state(request, user) if isinstance(user, User) else NOTHING)


@login_required
@never_cache
@require_safe
@counted(PAGES)
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirects to the next game in which the member owes a choice; ``after``: the game they come
    from."""
    game = lists.next_game(_member(request), after=request.GET.get("after", ""))
    if game is None:
        messages.info(request, gettext("No other game is waiting for you."))
        return redirect("home")
    return redirect(game)


@login_required
@never_cache
@require_safe
@counted(PAGES)
def notice(request: HttpRequest, number: int) -> HttpResponse:
    """Redirects to the game or table of a notice, whose address mails do not contain; for a
    finished game with ``to``, to its replay or rematch. Other notices have a page here. For
    anybody but its member a notice does not exist."""
    found = Notice.objects.select_related("game", "table", "announcement", "wish").filter(
        member=_member(request)
    )
    notice = found.filter(pk=number).first()
    if notice is None:
        messages.info(request, gettext("That notification is gone, or it is for another member."))
        return redirect("notices")
    place = notice.game or notice.table
    if place is not None:
        return redirect(lists.address_of(place, request.GET.get("to", "")))
    if notice.what == Notice.What.MATCHED:
        return redirect(f"{reverse('home')}#asked-games")
    if notice.kind == Kind.LOOKING:
        return _looking(request, notice)
    if notice.kind == Kind.REPORT:
        return redirect("admin:reports_report_changelist")
    context = {
        "notice": notice,
        "title": words.title_of(notice),
        "says": words.sentence_on_page(notice),
        "of_account": not notice.announcement and notice.what not in words.ABOUT_REPORTS,
    }
    return render(request, "notices/notice.html", context)


def _looking(request: HttpRequest, notice: Notice) -> HttpResponse:
    """The page on which a member joins somebody who looks for a live game, by wishing for a game
    that suits both. If it is too late for that, the page offers a wish of their own. Members who
    already look for a live game are redirected to their wish."""
    user, wish, now = _member(request), notice.wish, timezone.now()
    if user.game_wishes.looking().filter(pace=Pace.NOW).exists():
        return redirect("home")
    still_looks = lists.current(user, now).filter(pk=notice.pk).exists()
    choice = choice_with(wish, user, now) if wish is not None and still_looks else None
    is_open = choice is not None
    choice = choice or choice_alone(user, now)
    context = {"notice": notice, "title": words.title_of(notice), "choice": choice}
    context["is_open"] = is_open
    if choice is not None:
        context["games"] = words.either_in_words(choice.games)
        context["players"] = players_in_words(choice)
    return render(request, "notices/looking.html", context)


@login_required
@never_cache
@require_POST
@counted(COMMANDS)
def answer_offer_to_tell(request: HttpRequest) -> HttpResponse:
    """Stores whether the member is told that somebody looks for a live game. The page that shows
    their own search asks this, and is shown again afterwards (``page``)."""
    answer_telling(member=_member(request), tells=request.POST.get("tells") == "yes")
    return redirect("tables" if request.POST.get("page") == "tables" else "home")


@csrf_exempt  # the token is permission enough; mail programs post it with one click (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Turns all notices off for the token's member and channel. Needs a POST, as mail programs
    follow links by themselves."""
    found = read_token(token)
    if found is None:
        count(COMMANDS, rate_key_of(request))
        return render(request, "notices/stop.html", {"unknown": True}, status=404)
    member, channel = found
    count(STOPS, member_rate_key(member))
    if request.method == "POST":
        set_preferences(member=member, by={channel: []})
    return render(request, "notices/stop.html", {"stopped": request.method == "POST"})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(PAGES)
def preferences(request: HttpRequest) -> HttpResponse:
    """Which notices the member wants, by which channels, and when."""
    user = _member(request)
    channels = [Channel.SITE, *(out.channel for out in channels_for(user))]
    is_sent = len(channels) > 1
    if request.method == "GET":
        form = TimingForm(initial=timing_of(user), is_sent=is_sent)
        step_in = StepInForm(initial=stepping_in_of(user))
        return _preferences(request, preferences_of(user), form, step_in)
    form, step_in = TimingForm(request.POST, is_sent=is_sent), StepInForm(request.POST)
    by = {channel: request.POST.getlist(channel.value) for channel in channels}
    if not (form.is_valid() and step_in.is_valid()):
        posted = {channel: {kind: kind.value in by[channel] for kind in Kind} for channel in by}
        return _preferences(request, posted, form, step_in)
    set_preferences(member=user, by=by, offered=kinds_for(user))
    save_warning_time(member=user, before=form.before)
    said = step_in.cleaned_data
    save_stepping_in(
        member=user,
        games=said["step_in_games"],
        live=said["live"],
        correspondence=said["correspondence"],
    )
    if is_sent:
        save_zone(member=user, zone=form.cleaned_data["time_zone"])
        save_quiet_hours(member=user, hours=form.quiet_hours, now=timezone.now())
    messages.success(request, gettext("Saved."))
    return redirect("notice-preferences")


def _preferences(
    request: HttpRequest, chosen: Preferences, form: TimingForm, step_in: StepInForm
) -> HttpResponse:
    user = _member(request)
    wanted = {Channel.SITE: wanted_in_site(chosen)}
    sending = channels_for(user)
    wanted |= {out.channel: wanted_by(out, chosen) for out in sending}
    context = {
        "form": form,
        "step_in": step_in,
        "channels": list(wanted),
        "kinds": [
            (kind, [(each, kind in wanted[each], is_fixed(kind, each)) for each in wanted])
            for kind in kinds_for(user)
        ],
        "out": [
            {"about": f"notices/_about_{out.channel.value}.html", "reached": out.reaches([user.pk])}
            for out in sending
        ],
    }
    return render(request, "notices/preferences.html", context)


def _list(request: HttpRequest) -> HttpResponse:
    rows = [_row(notice) for notice in lists.shown(_member(request))]
    context = {"rows": rows, "unread": any(row["unread"] for row in rows)}
    return show(request, "notices/list.html", "notices/_list.html", context)


def _row(notice: Notice) -> dict[str, Any]:
    """A notice for the list's template."""
    place = notice.game or notice.table
    return {
        "pk": notice.pk,
        "says": words.sentence_on_page(notice),
        "title": words.title_of(notice),
        "address": place.get_absolute_url() if place else reverse("notice", args=[notice.pk]),
        "engine": place.engine if place else None,
        "at": notice.at,
        "until": notice.game.deadline if notice.game and notice.step is not None else None,
        "unread": notice.read_at is None,
        "table": notice.table,
        "ways_on": lists.ways_on(notice, timezone.now()),
        "is_invitation": notice.what in (Notice.What.INVITED, Notice.What.REMATCH),
    }


def _state(request: HttpRequest, user: User) -> dict[str, Any]:
    """The bell's state for a page, which names its game, table or notice; ``news``: the keys of
    unread announcements."""
    game, table = (request.GET.get(name, "") for name in ("game", "table"))
    found = counts(user, game=game, table=table, notice=_number(request))
    news = [notice.pk for notice in lists.news(user)] if found["news"] else []
    return {**found, "news": news}


def _number(request: HttpRequest) -> int:
    """The key of the notice that a page shows; 0 if it shows none."""
    return parse_int(request.GET.get("notice", "")) or 0


def _member(request: HttpRequest) -> User:
    return cast("User", request.user)
