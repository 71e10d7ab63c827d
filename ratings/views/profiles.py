"""A member's page."""

from __future__ import annotations

from functools import cache

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import BotConnection, FormerName, User
from accounts.names import LONGEST_NAME, name_key
from database.queries import NOW, Prepared
from engines.registry import game as engine_for
from games.pages.members_bots import takes_in_words, takes_of
from ratings import profiles
from ratings.models import BotStanding
from transport.limits import PAGES
from transport.requests import counted


@never_cache
@require_safe
@counted(PAGES)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a member, with what the viewer may see, or of a member's bot. The server's bots
    have no page; the view leads to their games in the archive instead."""
    viewer = request.user if isinstance(request.user, User) else None
    member = _named(name)
    if member is None:
        return redirect(_formerly_named(name, viewer))
    if member.owner is not None and member.username == name:
        return _bots_page(request, member)
    if member.is_bot and member.owner is None:
        return redirect(reverse("archive", query={"player": member.username}))
    if member.username != name:
        return redirect(member)
    if not profiles.shows_itself(member, viewer):
        return render(request, "ratings/hidden.html", {"member": member}, status=403)
    games, finished = profiles.games_shown(member, viewer), profiles.finished_games(member, viewer)
    context = {
        "member": member,
        "is_you": member == viewer,
        "formerly": getattr(member, "formerly", ()),
        "ladders": profiles.on_ladders(member),
        "running": games.running,
        "running_count": games.running_count,
        "finished": games.finished,
        "finished_count": finished.games,
        "tallies": finished.tallies,
        "reliability": profiles.reliability(member),
        "turns": profiles.last_turns(member) if member == viewer else None,
        "opponents": profiles.opponents(member, viewer),
        "met_in": profiles.MOST_GAMES_MET_IN,
    }
    return render(request, "ratings/profile.html", context)


def _bots_page(request: HttpRequest, bot: User) -> HttpResponse:
    now = timezone.now()
    connection = BotConnection.objects.filter(bot=bot).first()
    there = BotConnection.objects.open(now).filter(bot=bot).exists()
    context = {
        "bot": bot,
        "is_connected": there,
        "takes": takes_in_words(takes_of(connection)) if connection is not None else [],
        "standings": [
            (engine_for(each.variant), each)
            for each in BotStanding.objects.filter(bot=bot).order_by("variant")
        ],
    }
    return render(request, "ratings/bot.html", context)


def _named(name: str) -> User | None:
    """The member with this name, in upper or lower case; None if there is none."""
    if len(name) > LONGEST_NAME:
        return None
    found = _with_this_name().rows(name=name_key(name), now=timezone.now())
    return found[0] if found else None


@cache
def _with_this_name() -> Prepared[User]:
    name = "a name"
    former = FormerName.objects.shown(NOW).filter(user=OuterRef("pk")).values("name")
    found = User.objects.filter(name_key=name, is_active=True, is_guest=False)
    along = found.select_related("preferences", "punctuality", "owner")
    return Prepared(along.annotate(formerly=ArraySubquery(former)).order_by("pk"), {"name": name})


def _formerly_named(name: str, viewer: User | None) -> User:
    """The member who had this name until a few weeks ago. Raises Http404 if there is none or the
    viewer may not see their page."""
    if len(name) > LONGEST_NAME:
        raise Http404
    shown = FormerName.objects.shown(timezone.now()).filter(user__is_active=True)
    former = shown.filter(name_key=name_key(name)).select_related("user").first()
    if former is None or not profiles.shows_itself(former.user, viewer):
        raise Http404
    return former.user
