"""Shows a game: its page, its steps and its log."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from msgspec import UNSET

from accounts.models import Preferences
from accounts.roles import may_open_tables
from accounts.sessions import hidden_before
from database.queries import prefetch
from engines.rules import Json
from games.models import ArchivedPlayer, Game, Seat
from games.pages import extras
from games.pages.access import Viewer, get_viewer
from games.pages.answers import ask_again, refusals_as_json, unpacked_for
from games.pages.cards import card_of_game
from games.pages.extras import ask_for_extra
from games.pages.guests import game_and_user
from games.pages.holders import seats_at
from games.pages.log import ResolvedStep, log_payload, resolved_steps
from games.pages.payloads import step_payload
from games.pages.snapshots import snapshot
from games.pages.words import all_rated_words
from games.play.messages import SeatInfo, Snapshot
from games.store.rows import state_at
from pages.palette import palette_payload
from transport.limits import PAGES, STEPS
from transport.refusals import Refused
from transport.requests import counted, parse_int

LOG_STEPS = 60
"""How many of the last steps have their log entries in the page itself; it asks for earlier
ones."""

LATEST_LESSON = 50
"""After this step nobody is in one of their first turns."""

STEP_DIGITS = 9
"""The most digits in the number of a step."""


@never_cache
@require_safe
@counted(PAGES)
def game_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Shows the one page for players, spectators and replay."""
    try:
        game, user = game_and_user(request, public_id)
    except Refused as refused:
        raise Http404(refused.message) from None
    prefetch([game], "seats", _seats_with_users)
    now = timezone.now()
    viewer = get_viewer(game, user, now, hidden_before(request.session))
    steps = resolved_steps(game, max(0, game.step - LOG_STEPS))
    first_view = snapshot(game, viewer, watching=0, now=now)
    page_data = _page_data(request, game, steps, teaches=_teaches(game, viewer))
    context = {
        "game": game,
        "engine": game.engine,
        "viewer": viewer,
        "snapshot": msgspec.to_builtins(first_view),
        "seats": _seats_shown(first_view, page_data["step"]),
        "calendar": game.settings.calendar,
        "page_data": page_data,
        "card": card_of_game(
            request, game, [seat.name for seat in first_view.seats], page_data["step"]
        ),
        "hides_earlier_choices": _may_hide(game, viewer),
        "rated": game.rated,
        "everyone_left": game.everyone_left,
        "is_guest": game.settings.guest,
        "may_open": may_open_tables(request.user),
    }
    return render(request, "games/page.html", context)


@require_safe
@refusals_as_json
@counted(STEPS)
@cache_control(max_age=86400, private=True, immutable=True)
def step_json(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Returns a step as it was resolved; it never changes."""
    game, _ = game_and_user(request, public_id)
    require_resolved(game, number)
    step = step_payload(game, number, state_at(game, number))
    return HttpResponse(msgspec.json.encode(step), content_type="application/json")


@require_safe
@refusals_as_json
@counted(STEPS)
def extra_json(request: HttpRequest, public_id: str, number: int, name: str) -> HttpResponse:
    """Returns an extra of the state after a step, such as heat; 202 means: ask again soon."""
    game, _ = game_and_user(request, public_id)
    require_resolved(game, number)
    for extra in game.engine.extras:
        if extra.name == name:
            body = extras.answer(game, number, extra)
            if body is not None:
                return _compressed(request, body)
            ask_for_extra(game, number, name)
            return ask_again()
    raise Refused("not-found", "This game has nothing of that name.")


def _compressed(request: HttpRequest, body: bytes) -> HttpResponse:
    """Answers with JSON that is already compressed and never changes; only this browser may cache
    it."""
    response = unpacked_for(request, body)
    zipped = "-gzip" if response.has_header("Content-Encoding") else ""
    etag = f'"{blake2b(body, digest_size=12).hexdigest()}{zipped}"'
    response["ETag"] = etag
    patch_cache_control(response, max_age=86400, private=True, immutable=True)
    return get_conditional_response(request, etag=etag, response=response) or response


@require_safe
@never_cache
@refusals_as_json
@counted(PAGES)
def log_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Returns the log after a step (``?after=``)."""
    game, _ = game_and_user(request, public_id)
    after = parse_int(request.GET.get("after", "0"), digits=STEP_DIGITS)
    if after is None:
        raise Refused("bad-command", "after must be the number of a step.")
    return JsonResponse({"entries": log_payload(game, after)})


def require_resolved(game: Game, number: int) -> None:
    """Raises Refused ``not-found`` if the step is not resolved yet."""
    if number > game.step:
        raise Refused("not-found", "That step has not been revealed yet.")


def _seats_with_users() -> QuerySet[Seat]:
    return Seat.objects.select_related("user").order_by("number")


def _seats_shown(view: Snapshot, step: int | None) -> list[SeatInfo]:
    """Returns the seats as the page lists them; for a past step, with the names of that time."""
    if step is None or step >= view.step["step"] or view.holders is UNSET:
        return view.seats
    return seats_at(view.seats, view.holders, step)


def _teaches(game: Game, viewer: Viewer) -> bool:
    """Returns whether the viewer's first turns are explained: a member has finished no game yet, a
    guest none of this kind."""
    if viewer.user is None or viewer.seat is None or game.step > LATEST_LESSON or game.is_over:
        return False
    finished = ArchivedPlayer.objects.filter(member=viewer.user)
    if game.settings.guest:
        finished = finished.filter(variant=game.variant)
    return not finished.exists()


def _page_data(
    request: HttpRequest, game: Game, steps: Sequence[ResolvedStep], *, teaches: bool
) -> Json:
    asked = parse_int(request.GET.get("step", ""), digits=STEP_DIGITS)
    return page_data(
        request,
        socket=f"/ws/games/{game.public_id}/",
        address=game.get_absolute_url(),
        step=asked if asked is not None and asked <= game.step else None,
        members=None if game.settings.guest else reverse("member", args=["NAME"]),
        log=log_payload(game, max(0, game.step - LOG_STEPS), steps),
        log_after=max(0, game.step - LOG_STEPS),
        teaches=teaches,
        rated_words=all_rated_words(),
    )


def page_data(request: HttpRequest, **of_game: Any) -> Json:
    """Returns what the scripts of the game page need to start, about the game or record and about
    the viewer."""
    absent = dict.fromkeys(("socket", "address", "step", "record", "members"))
    return {
        **absent,
        "teaches": False,
        "rated_words": {},
        "log": [],
        "log_after": 0,
        **of_game,
        "csrf": get_token(request),
        "preferences": preferences_payload(request.user),
        "palette": palette_payload(),
    }


def preferences_payload(user: Any) -> Json:
    """Returns the viewer's preferences for the page; visitors have the defaults."""
    preferences = Preferences.of(user)
    return {
        "look": preferences.board_look,
        "theme": preferences.theme,
        "sounds": preferences.sounds,
        "confirm": preferences.confirm_sealing,
        "heat": preferences.show_heat,
        "signs": preferences.always_signs,
        "motion": preferences.motion,
        "time_zone": preferences.time_zone,
    }


def _may_hide(game: Game, viewer: Viewer) -> bool:
    """Returns whether the viewer may have sealed choices that their session is not allowed to see.
    The page says so in every game that began before the limit, because even the absence of a plan
    must not show."""
    hidden = viewer.actor.hidden_before
    plays = viewer.seat is not None and not game.is_over
    return plays and hidden is not None and game.started_at < hidden
