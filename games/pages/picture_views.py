"""Small pictures of games for lists and cards, drawn by the server and cached for a year. There
are PNGs of steps, too, for other sites and programs."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache, wraps

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.views.decorators.http import require_safe

from accounts.middleware import without_session
from games.models import Game
from games.pages import pictures
from games.pages.access import get_game_for_viewer
from games.pages.answers import View, refusals_as_json
from games.pages.choosing import drawn_of
from games.pages.pictures import LOOKS, USUAL
from games.pages.pixels import png_of, step_png
from games.pages.rules import drawn_pictures
from games.pages.views import require_resolved
from transport.addresses import address_of_request
from transport.limits import PICTURES, PNG_PICTURES, Limit, address_rate_key, count
from transport.refusals import Refused

ALONE = {"default-src": [NONE], "style-src": [UNSAFE_INLINE]}
"""The content security policy of a picture that is opened on its own."""

FOR_EVER = 365 * 24 * 3600
SOON = 300
"""Seconds for which a picture may be cached if its address does not name this exact version."""
KIND_KEPT = 24 * 3600
"""The same for a PNG of a kind of game, which takes longer to make."""


def picture_view(limit: Limit) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Decorates the view of a picture. Everybody sees the same picture, so no session is read, and
    requests are counted by address."""

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @without_session
        @require_safe
        @csp_replace(ALONE)
        @refusals_as_json
        @wraps(view)
        def counted(request: HttpRequest, *args: str | int, **kwargs: str | int) -> HttpResponse:
            count(limit, address_rate_key(address_of_request(request)))
            return view(request, *args, **kwargs)

        return counted

    return decorate


@picture_view(PICTURES)
def step_svg(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Shows the position after a resolved step; ``?board=`` names a look other than wood."""
    look, game = look_of_request(request), _game_with_step(public_id, number)
    body = pictures.step_picture(game, number, look)
    return answer(request, body, shared=game.settings.listed)


@picture_view(PNG_PICTURES)
def step_as_png(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Shows the same as :func:`step_svg` where SVG cannot be shown."""
    look, game = look_of_request(request), _game_with_step(public_id, number)
    body = step_png(game, number, look)
    response = HttpResponse(body, content_type="image/png")
    return cacheable(request, response, pictures.digest(body), shared=game.settings.listed)


def _game_with_step(public_id: str, number: int) -> Game:
    """Returns the game if this step is resolved. Raises Refused ``not-found``."""
    game = get_game_for_viewer(public_id)
    require_resolved(game, number)
    return game


@picture_view(PICTURES)
def kind_svg(request: HttpRequest, slug: str, step: int | None = None) -> HttpResponse:
    """Shows what a kind of game looks like: a step of the record in ``SLUG_choosing.json``."""
    drawn = drawn_of(slug)
    if drawn is None:
        raise Refused("not-found", "There is no such game.")
    return _of_record(request, drawn, step)


@picture_view(PNG_PICTURES)
def kind_png(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows what a kind of game looks like, for cards of links to tables."""
    drawn = drawn_of(slug)
    if drawn is None:
        raise Refused("not-found", "There is no such game.")
    body = _png_of_kind(drawn, look_of_request(request))
    response = HttpResponse(body, content_type="image/png")
    return cacheable(request, response, pictures.digest(body), shared=True, seconds=KIND_KEPT)


@lru_cache(maxsize=32)
def _png_of_kind(drawn: str, look: str) -> bytes:
    return png_of(pictures.record_picture(drawn, None, look))


@picture_view(PICTURES)
def rules_svg(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Shows a still picture of a rules page."""
    drawn = drawn_pictures(slug).get(name)
    if drawn is None:
        raise Refused("not-found", "There is no such picture.")
    return _of_record(request, drawn, None)


def _of_record(request: HttpRequest, drawn: str, step: int | None) -> HttpResponse:
    try:
        body = pictures.record_picture(drawn, step, look_of_request(request))
    except LookupError:
        raise Refused("not-found", "There is no such step.") from None
    exactly = request.GET.get("v") == pictures.digest(body)
    return answer(request, body, shared=True, seconds=FOR_EVER if exactly else SOON)


def look_of_request(request: HttpRequest) -> str:
    """Returns the look of boards that the address names. Raises Refused ``bad-command``."""
    look = request.GET.get("board", USUAL)
    if look not in LOOKS:
        values = {"looks": ", ".join(LOOKS)}
        raise Refused("bad-command", "board must be one of %(looks)s.", values=values)
    return look


def answer(
    request: HttpRequest, body: bytes, *, shared: bool, seconds: int = FOR_EVER
) -> HttpResponse:
    """Returns the picture (SVG compressed by gzip), or "not modified" if the browser has it.
    ``shared`` and ``seconds`` as in :func:`cacheable`."""
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(body if zipped else gzip.decompress(body), content_type="image/svg+xml")
    if zipped:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    name = f"{pictures.digest(body)}{'-gzip' if zipped else ''}"
    return cacheable(request, response, name, shared=shared, seconds=seconds)


def cacheable(
    request: HttpRequest,
    response: HttpResponse,
    name: str,
    *,
    shared: bool,
    seconds: int = FOR_EVER,
) -> HttpResponse:
    """Returns the response with headers for caches, or "not modified" if the browser has it.
    ``name``: identifies exactly this content; ``shared``: whether shared caches may keep it;
    ``seconds``: for how long."""
    response["ETag"] = etag = f'"{name}"'
    keep = {"public" if shared else "private": True, "max_age": seconds}
    patch_cache_control(response, **keep, **({"immutable": True} if seconds == FOR_EVER else {}))
    return get_conditional_response(request, etag=etag, response=response) or response
