"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import guest_of
from accounts.models import User
from accounts.roles import may_open_tables
from games.pages.guests import running_games
from games.pages.opponents import beaten_levels
from lobby import lists
from lobby.offered import games_to_practise, offered_games
from lobby.own_games import own_games
from lobby.reliability_shown import waits_until
from lobby.similar import is_new, soonest, tables_open_to
from lobby.views.parts import show
from lobby.wishes_shown import WishesShown
from transport.limits import PAGES
from transport.requests import counted


@never_cache
@require_safe
@counted(PAGES)
def home(request: HttpRequest) -> HttpResponse:
    """Shows members their games and tables, and visitors what the club is and which games they can
    watch now."""
    if isinstance(request.user, User):
        return show_home(request, request.user, WishesShown.of(request.user, timezone.now()))
    return _of_visitor(request)


def _of_visitor(request: HttpRequest) -> HttpResponse:
    running = lists.running_games()
    watched = running or lists.just_finished_games()
    guest = guest_of(request)
    context = {
        "watched": watched,
        "featured": max(watched, key=lambda game: game.step, default=None),
        "are_running": bool(running),
        "games": offered_games(),
        "guest_games": [] if guest is None else running_games(guest),
    }
    return show(request, "lobby/welcome.html", "lobby/_welcome.html", context)


def show_home(
    request: HttpRequest, user: User, wishing: WishesShown, status: int = 200
) -> HttpResponse:
    """The home page of a member."""
    own, now = own_games(user), timezone.now()
    context = {
        "owed": [game for game in own if game.owed],
        "waiting": [game for game in own if not game.owed],
        "own_tables": lists.own_tables(user),
        "club": lists.club_now(user, now),
        "practice": games_to_practise(beaten_levels(user)),
        "may_open": may_open_tables(user),
        "wishing": wishing,
        "next_game": _next_game(user) if is_new(user, own) else None,
        "waits_until": waits_until(user, now),
        "now": now,
    }
    return show(request, "lobby/home.html", "lobby/_home.html", context, status=status)


def _next_game(user: User) -> lists.TableRow | None:
    return soonest(tables_open_to(user))
