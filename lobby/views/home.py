"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.roles import may_host
from games.archive import pictures_of
from games.views.pages import palette_payload
from lobby import lists
from lobby.offered import offered_games


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Members: what waits for them. Visitors: what this is, and what can be watched now."""
    if isinstance(request.user, User):
        return _of_member(request, request.user)
    running = lists.running_games()
    watched = running if running.object_list else lists.just_finished_games()
    context = {
        "watched": watched,
        "featured": max(watched, key=lambda game: game.step, default=None),
        "are_running": bool(running.object_list),
        "pictures": pictures_of(watched),
        "palette": palette_payload(),
        "engines": offered_games(),
    }
    return render(request, "lobby/welcome.html", context)


def _of_member(request: HttpRequest, user: User) -> HttpResponse:
    own = lists.own_games(user)
    running = lists.running_games()
    context = {
        "owed": [game.game for game in own if game.owed],
        "waiting": [game.game for game in own if not game.owed],
        "own_tables": lists.own_tables(user),
        "tables": lists.other_tables(user),
        "running": running,
        "pictures": pictures_of(running),
        "palette": palette_payload(),
        "may_host": may_host(user),
        "now": timezone.now(),
    }
    template = "lobby/_home.html" if request.headers.get("HX-Request") else "lobby/home.html"
    return render(request, template, context)
