"""The archive: finished games, found by game, player, result and date: the listed ones, and to
each member their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from redis import RedisError

from accounts.models import User
from engines.game import Json
from engines.registry import GAMES
from games.core.resolving import seat_info
from games.models import Game, Seat
from games.states import states_now
from games.stored import seat_row
from pages.palette import palette_payload
from transport.cache import cache
from transport.limits import PAGES
from transport.requests import counted

PAGE_LENGTH = 12
PICTURE_SECONDS = 24 * 3600


class ArchiveFilter(forms.Form):
    """What to look for; everything may be left empty."""

    game = forms.ChoiceField(
        required=False,
        choices=[("", "Every game"), *((game.slug, game.name) for game in GAMES)],
    )
    player = forms.CharField(required=False, max_length=150, strip=True)
    whose = forms.ChoiceField(
        required=False,
        choices=[("", "Everybody’s"), ("mine", "My own, public or not")],
    )
    result = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Any result"),
            ("won", "Won"),
            ("draw", "Drawn"),
            ("leave", "Ended by leaving"),
        ],
    )
    since = forms.DateField(
        required=False, label="From", widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, label="To", widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, viewer: User | None, **kwargs: Any) -> None:
        """``viewer``: the member who looks; visitors have no games of their own."""
        super().__init__(*args, **kwargs)
        if viewer is None:
            del self.fields["whose"]


@require_safe
@counted(PAGES)
def index(request: HttpRequest) -> HttpResponse:
    """Finished games, newest first, with a picture of the last position."""
    viewer = request.user if isinstance(request.user, User) else None
    form = ArchiveFilter(request.GET, viewer=viewer)
    form.is_valid()
    found = found_games(form.cleaned_data, viewer)
    page = Paginator(found, PAGE_LENGTH).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "filtered": any(form.cleaned_data.values()),
        "pictures": pictures_of(page),
        "palette": palette_payload(),
    }
    return render(request, "games/archive.html", context, status=200 if not form.errors else 400)


def found_games(wanted: dict[str, Any], viewer: User | None = None) -> QuerySet[Game]:
    """The archive's games that fit, newest first. Cancelled ones have no result: not there."""
    games = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False)
    if viewer is not None and wanted.get("whose") == "mine":
        games = games.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer)))
    else:
        games = games.filter(listed=True)
    first = Seat.objects.filter(game=OuterRef("pk"), rank=1).order_by().values("game")
    games = games.annotate(winners=Subquery(first.annotate(n=Count("pk")).values("n")))
    if wanted.get("game"):
        games = games.filter(variant=wanted["game"])
    if wanted.get("since"):
        games = games.filter(finished_at__date__gte=wanted["since"])
    if wanted.get("until"):
        games = games.filter(finished_at__date__lte=wanted["until"])
    seats = Seat.objects.filter(game=OuterRef("pk"))
    if wanted.get("player"):
        seats = seats.filter(user__name_key__named=wanted["player"])
        games = games.filter(Exists(seats))
    if wanted.get("result") == "leave":
        games = games.filter(outcome__reason="leave")
    elif wanted.get("result"):
        alone = {"winners": 1} if wanted["result"] == "won" else {"winners__gt": 1}
        games = games.filter(Exists(seats.filter(rank=1)), **alone)
    return games.order_by("-finished_at", "-pk").prefetch_related("seats__user")


def pictures_of(games: Iterable[Game]) -> dict[str, Json]:
    """What a small board needs to draw the last position of each game, by its address's id.

    Made once a step from the state, and the last one of each game kept: lists are read far more
    often than games move.
    """
    shown = list(games)
    keys = {game.pk: _picture_key(game) for game in shown}
    kept: dict[str, tuple[int, Json]] = {}
    with suppress(RedisError):
        kept = cache.get_many(keys.values())
    found = {game.pk: kept.get(keys[game.pk], (-1, {})) for game in shown}
    pictures = {game.pk: found[game.pk][1] for game in shown if found[game.pk][0] >= game.step}
    pictures |= _made([game for game in shown if game.pk not in pictures])
    return {
        game.public_id: {
            "position": pictures[game.pk],
            "seats": [_seat(seat) for seat in game.seats.all()],
        }
        for game in shown
    }


def _made(games: Sequence[Game]) -> dict[int, Json]:
    """New pictures by the games' keys in the database; one that moved on meanwhile, as it is."""
    states = states_now(games)
    made = {
        game.pk: (states[game.pk][0], game.engine.picture(states[game.pk][1])) for game in games
    }
    with suppress(RedisError):
        keyed = {_picture_key(game): made[game.pk] for game in games}
        cache.set_many(keyed, PICTURE_SECONDS)
    return {pk: picture for pk, (_, picture) in made.items()}


def _picture_key(game: Game) -> str:
    return f"picture:{game.public_id}"


def _seat(seat: Seat) -> Json:
    info = seat_info(seat_row(seat))
    return {"number": info.number, "name": info.name, "stone": info.stone, "mark": info.mark}
