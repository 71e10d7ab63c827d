"""Public games on other sites: a small page for frames, and oEmbed, by which sites find that page
(https://oembed.com)."""

from __future__ import annotations

from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.middleware import without_session
from engines.rules import Json
from games.models import Game, Seat
from games.pages.access import get_public_game
from games.pages.answers import View, refusals_as_json
from games.pages.cards import HEIGHT, WIDTH, frame_of
from games.pages.picture_views import cacheable
from games.pages.pictures import digest
from games.pages.pixels import SIDE
from games.pages.views import STEP_DIGITS
from games.pages.words import safe_title
from transport.addresses import address_of_request
from transport.limits import PAGES, address_rate_key, count
from transport.refusals import Refused
from transport.requests import parse_int

ANYWHERE = {"frame-ancestors": ["*"]}
"""The part of the content security policy that lets other sites frame a page."""

NARROWEST = 240
"""The least width and height of a frame, in pixels."""

LONGEST_ADDRESS = 500


def _for_everybody(view: View) -> View:
    """Decorates a view that gives everybody the same answer: no session is read, and requests are
    counted by address."""

    @without_session
    @require_safe
    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        count(PAGES, address_rate_key(address_of_request(request)))
        return view(request, *args, **kwargs)

    return counted


@xframe_options_exempt
@csp_replace(ANYWHERE)
@_for_everybody
def embed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Shows a public game in a frame of another site: the board after the last step, or after the
    step in ``?step=``, and the players. It is the only page that may be framed."""
    try:
        game = get_public_game(public_id)
    except Refused:
        return HttpResponse(render_to_string("games/embed.html", {"game": None}), status=404)
    asked = parse_int(request.GET.get("step", ""), digits=STEP_DIGITS)
    is_past = asked is not None and asked < game.step
    number = asked if asked is not None and is_past else game.step
    context = {
        "game": game,
        "title": safe_title(game),
        "seats": _seats(game),
        "step": number,
        "is_past": is_past,
    }
    page = render_to_string("games/embed.html", context)
    response = HttpResponse(page)
    return cacheable(request, response, digest(page.encode()), shared=True, seconds=0)


def _seats(game: Game) -> list[Seat]:
    seats = list(game.seats.select_related("user", "former").order_by("number"))
    for seat in seats:
        seat.game = game
    return seats


@_for_everybody
@refusals_as_json
def oembed(request: HttpRequest) -> HttpResponse:
    """Tells another site how to embed the game at ``?url=``, in a frame of at most ``maxwidth`` and
    ``maxheight`` pixels. Only in JSON."""
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"error": "Only the format json is supported."}, status=501)
    game, step = _game_at(request, request.GET.get("url", ""))
    width, height = _size(request)
    picture = reverse("game-png", args=[game.public_id, game.step if step is None else step])
    answer: Json = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Miai",
        "provider_url": request.build_absolute_uri("/"),
        "title": safe_title(game),
        "html": frame_of(request, game, step, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": request.build_absolute_uri(picture),
        "thumbnail_width": SIDE,
        "thumbnail_height": SIDE,
    }
    response = JsonResponse(answer)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _game_at(request: HttpRequest, address: str) -> tuple[Game, int | None]:
    """Returns the public game at an address of this site, and the step that it names. Raises
    Refused ``not-found``."""
    try:
        if len(address) > LONGEST_ADDRESS:
            raise ValueError
        parts = urlsplit(address)
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        raise _no_game() from None
    if parts.netloc != request.get_host() or found.url_name not in ("game", "game-embed"):
        raise _no_game()
    game = get_public_game(found.kwargs["public_id"])
    named = parts.query.removeprefix("step=") if parts.query.startswith("step=") else ""
    step = parse_int(named, digits=STEP_DIGITS)
    return game, step if step is not None and step <= game.step else None


def _no_game() -> Refused:
    return Refused("not-found", "There is no public game at this address.")


def _size(request: HttpRequest) -> tuple[int, int]:
    """Returns the width and height of the frame, within the space that the other site has."""
    most = [parse_int(request.GET.get(name, ""), digits=5) for name in ("maxwidth", "maxheight")]
    width, height = (
        usual if room is None else max(NARROWEST, min(usual, room))
        for usual, room in zip((WIDTH, HEIGHT), most, strict=True)
    )
    return width, height
