"""Playing without an account: a game against bots with one tap."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import guest_of, log_in_guest
from accounts.models import User
from engines.registry import game as engine_for
from games.models import Game
from games.pages.answers import STATUS
from games.pages.guests import game_and_user, running_games
from games.pages.guests import play_now as offered_to
from lobby.offered import offered_games, read_level
from lobby.services.guests import TooManyGuests, start_guest_game
from transport.addresses import address_of_request
from transport.limits import GUEST_GAMES, PAGES, address_rate_key, count
from transport.refusals import RateLimited, Refused
from transport.requests import counted


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@counted(PAGES)
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a visitor's game against bots, or finds the one that they are playing, and leads to
    it. Members are sent to the page of the rules, which has a button for them."""
    if not settings.GUESTS or slug not in {engine.slug for engine in offered_games()}:
        raise Http404("This game is not played in this club.")
    if request.method != "POST" or request.user.is_authenticated:
        return redirect("rules-of", slug)
    try:
        return redirect(_game(request, slug))
    except Refused as refused:
        return _refused(request, refused)


def _game(request: HttpRequest, slug: str) -> Game:
    """The visitor's game. Raises Refused ``unknown-level``, ``too-fast`` or ``too-many``."""
    now = offered_to(request, engine_for(slug))
    assert now is not None
    if now.running is not None:
        return now.running
    chosen = request.POST.get("level")
    level = now.suggested.bot.level if chosen is None else read_level(chosen)
    count(GUEST_GAMES, address_rate_key(address_of_request(request)))
    guest = guest_of(request)
    game, plays = start_guest_game(guest=guest, variant=slug, level=level, now=timezone.now())
    if plays != guest:
        log_in_guest(request, plays)
    return game


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The page that says why no game starts and what to do."""
    guest = guest_of(request)
    is_full = isinstance(refused, RateLimited | TooManyGuests)
    running = [] if guest is None else running_games(guest)
    context = {"refused": refused, "is_full": is_full, "running": running}
    status = STATUS.get(refused.code, 400)
    if isinstance(refused, TooManyGuests):
        status = STATUS["not-now"]
    response = render(request, "lobby/may_not_play_now.html", context, status=status)
    if isinstance(refused, RateLimited | TooManyGuests):
        response.headers["Retry-After"] = str(refused.retry_after)
    return response


@never_cache
@require_safe
@counted(PAGES)
def play_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of a guest's finished game that offers the next one."""
    try:
        game, guest = game_and_user(request, public_id)
    except Refused as refused:
        raise Http404(refused.message) from None
    if not isinstance(guest, User) or not guest.is_guest:
        raise Http404
    won = game.seats.filter(user=guest, rank=1).exists() and not game.is_draw
    context = {"engine": game.engine, "won": won, "now": offered_to(request, game.engine)}
    return render(request, "lobby/_play_again.html", context)
