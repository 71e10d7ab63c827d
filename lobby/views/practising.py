"""Starting a game against bots with one tap."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import User
from engines.bots import Level
from engines.registry import game as engine_for
from games.pages.answers import STATUS
from games.pages.opponents import beaten_levels, suggested_level
from lobby.access import refuse_floods
from lobby.offered import offered_games, read_level
from lobby.services.practising import practice_games, start_practice
from transport.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a game against bots and leads to it. Visitors log in first and then get to the page of
    the rules, which has the button."""
    if slug not in {engine.slug for engine in offered_games()}:
        raise Http404("This game is not played in this club.")
    rules = reverse("rules-of", args=[slug])
    if not isinstance(request.user, User):
        return redirect_to_login(rules)
    if request.method != "POST":  # somebody has reloaded the page of a refusal
        return redirect(rules)
    try:
        refuse_floods(request.user)
        level = _level(request, slug, request.user)
        game = start_practice(user=request.user, variant=slug, level=level, now=timezone.now())
    except Refused as refused:
        context = {"refused": refused, "running": practice_games(request.user)}
        status = STATUS.get(refused.code, 400)
        return render(request, "lobby/may_not_practise.html", context, status=status)
    return redirect(game)


def _level(request: HttpRequest, slug: str, user: User) -> Level:
    """The level that was chosen, or the suggested one. Raises Refused ``unknown-level``."""
    chosen = request.POST.get("level")
    if chosen is None:
        return suggested_level(engine_for(slug), beaten_levels(user).get(slug))
    return read_level(chosen)
