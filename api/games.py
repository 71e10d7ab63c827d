"""Games: lists of them, one game, its steps, log and record."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Struct
from ninja import Router

from accounts.models import User
from api.answers import PAGE, Page, answer, answer_json, older_than, page_cut, with_headers
from api.callers import ANYBODY, MAY_READ, member_of, reader_of
from api.description import describe
from games.archive.listing import games_of
from games.archive.record import record_of
from games.archive.search import Wanted, find_older
from games.archive.tenures import seats_held_by
from games.models import Game
from games.pages import extras
from games.pages.access import get_game_for_viewer, get_viewer
from games.pages.answers import ask_again
from games.pages.extras import ask_for_extra
from games.pages.log import log_payload
from games.pages.payloads import step_payload
from games.pages.snapshots import snapshot
from games.pages.views import STEP_DIGITS, require_resolved
from games.play.messages import ActEntry, AnyStep, LogEntry, Snapshot, StepEntry
from games.store.rows import shown_seats, state_at
from lobby.lists import all_running
from transport.limits import CHOICES, PAGES, SNAPSHOTS, STEPS, count, rate_key_of
from transport.refusals import Refused
from transport.requests import parse_int

router = Router(tags=["games"])


class PlayerInfo(Struct, kw_only=True):
    """The player of a seat. ``rank``: null until the game is over."""

    seat: int
    name: str
    bot: bool
    rank: int | None


class GameRow(Struct, kw_only=True):
    """A game in a list."""

    id: str
    title: str
    game: str
    options: dict[str, Any]
    status: str
    step: int
    players: list[PlayerInfo]
    started_at: datetime
    finished_at: datetime | None
    deadline: datetime | None
    page: str


class Choices(Struct, kw_only=True):
    """What the token's member can choose now for their ``seat``. ``step``: the step to choose for;
    ``awaited``: whether the seat has a choice to make in this step; ``chosen``: whether it has made
    one; ``count``: how many legal choices there are; ``choices``: all of them, or a random
    sample."""

    seat: int
    step: int
    awaited: bool
    chosen: bool
    count: int
    choices: list[dict[str, Any]]


class Result(StrEnum):
    """How a finished game ended."""

    WON = "won"
    DRAW = "draw"
    LEAVE = "leave"


@router.get(
    "/running", auth=ANYBODY, openapi_extra=describe(Page[GameRow]), summary="Running games"
)
def running(request: HttpRequest, game: str = "", cursor: str = "") -> HttpResponse:
    """The public games that can be watched now, newest first. `game`: only this one."""
    count(PAGES, rate_key_of(request))
    found = all_running()
    if game:
        found = found.filter(variant=game[:40])
    return answer(request, _page_of_running(found, cursor))


@router.get(
    "/finished", auth=ANYBODY, openapi_extra=describe(Page[GameRow]), summary="Finished games"
)
def finished(
    request: HttpRequest,
    game: str = "",
    player: str = "",
    result: Result | None = None,
    since: date | None = None,
    until: date | None = None,
    cursor: str = "",
) -> HttpResponse:
    """The archive, newest first. `player`: part of a name; `result` is by this player, if given."""
    count(PAGES, rate_key_of(request))
    wanted = Wanted(
        variant=game[:40],
        player=player[:100],
        result=result.value if result else "",
        since=since,
        until=until,
    )
    return answer(request, _archive_page(wanted, cursor))


@router.get(
    "/mine", auth=MAY_READ, openapi_extra=describe(Page[GameRow]), summary="My running games"
)
def mine(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The member's running games, newest first."""
    count(PAGES, rate_key_of(request))
    held = seats_held_by(member_of(request)).filter(game__status__in=["running", "paused"])
    found = Game.objects.filter(pk__in=held.order_by().values("game"))
    return answer(request, _page_of_running(found.order_by("-started_at", "-pk"), cursor))


@router.get(
    "/mine/finished",
    auth=MAY_READ,
    openapi_extra=describe(Page[GameRow]),
    summary="My finished games",
)
def mine_finished(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """All finished games that the member has played, public or not."""
    count(PAGES, rate_key_of(request))
    return answer(request, _archive_page(Wanted(mine=member_of(request)), cursor))


@router.get("/{game_id}", auth=ANYBODY, openapi_extra=describe(Snapshot), summary="A game")
def one(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole current state, as the token's member may see it: the `game.snapshot` of the
    protocol."""
    count(SNAPSHOTS, rate_key_of(request))
    game = get_game_for_viewer(game_id)
    reader, now = reader_of(request), timezone.now()
    viewer = get_viewer(game, reader if isinstance(reader, User) else None, now, by_program=True)
    return answer(request, snapshot(game, viewer, watching=0, now=now))


@router.get(
    "/{game_id}/choices", auth=MAY_READ, openapi_extra=describe(Choices), summary="My choices"
)
def choices(request: HttpRequest, game_id: str, most: int = 5000) -> HttpResponse:
    """All legal choices of the member's seat for the next step, or a random sample of `most` of
    them. In games without fixed points, only choices on a grid are listed; others are legal,
    too."""
    count(CHOICES, rate_key_of(request))
    game, member = get_game_for_viewer(game_id), member_of(request)
    seat = game.seats.filter(user=member, left_why="").first()
    if seat is None:
        raise Refused("not-your-seat", "You do not play in this game.")
    engine, state = game.engine, state_at(game, game.step)
    awaited = game.status == Game.Status.RUNNING and seat.number in game.awaiting
    numbers = engine.mask(state, seat.number).nonzero()[0].tolist() if awaited else []
    sample = random.sample(numbers, min(len(numbers), max(0, most)))
    found = Choices(
        seat=seat.number,
        step=game.next_step,
        awaited=awaited,
        chosen=seat.number in shown_seats(game).chosen,
        count=len(numbers),
        choices=[engine.numbering.action(state, seat.number, each) for each in sorted(sample)],
    )
    return answer(request, found)


@router.get(
    "/{game_id}/steps/{step}",
    auth=ANYBODY,
    openapi_extra=describe(AnyStep, fixed=True),
    summary="A step",
)
def one_step(request: HttpRequest, game_id: str, step: int) -> HttpResponse:
    """A step as it was resolved; it never changes."""
    count(STEPS, rate_key_of(request))
    game = get_game_for_viewer(game_id)
    number = _number(step)
    require_resolved(game, number)
    return answer(request, step_payload(game, number, state_at(game, number)), fixed_in=game)


@router.get(
    "/{game_id}/steps/{step}/{extra}",
    auth=ANYBODY,
    openapi_extra=describe(dict[str, Any], fixed=True, later=True),
    summary="Areas, heat",
)
def one_extra(request: HttpRequest, game_id: str, step: int, extra: str) -> HttpResponse:
    """What a step's position implies, such as the areas; 202 means: ask again after
    `Retry-After`."""
    count(STEPS, rate_key_of(request))
    game = get_game_for_viewer(game_id)
    number = _number(step)
    require_resolved(game, number)
    for each in game.engine.extras:
        if each.name == extra:
            body = extras.answer(game, number, each)
            if body is not None:
                return answer_json(request, gzip.decompress(body), fixed_in=game)
            ask_for_extra(game, number, extra)
            return with_headers(request, ask_again())
    raise Refused("not-found", "This game has nothing of that name.")


@router.get(
    "/{game_id}/log",
    auth=ANYBODY,
    openapi_extra=describe((StepEntry, ActEntry)),
    summary="The log",
)
def log(request: HttpRequest, game_id: str, after: int = 0, cursor: str = "") -> HttpResponse:
    """What happened after the step `after`: each step without its position, and what players and
    moderators did."""
    count(PAGES, rate_key_of(request))
    game, first, told = get_game_for_viewer(game_id), _number(after), _read_log_cursor(cursor)
    places: Counter[int] = Counter()
    found: list[tuple[tuple[int, int], LogEntry]] = []
    for entry in log_payload(game, max(told[0] - 1, first)):
        step = entry["step"]
        places[step] += 1
        if (step, places[step]) > told:
            found.append(((step, places[step]), entry))
    page = page_cut(found, lambda each: "{}.{}".format(*each[0]))
    return answer(request, Page([entry for _, entry in page.items], page.next))


@router.get(
    "/{game_id}/record", auth=ANYBODY, openapi_extra=describe(dict[str, Any]), summary="The record"
)
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game's record; of a running game up to now, without what is still sealed."""
    count(PAGES, rate_key_of(request))
    return answer(request, record_of(get_game_for_viewer(game_id)))


def _page_of_running(found: QuerySet[Game], cursor: str) -> Page[GameRow]:
    """A page of these games, which are in order of their start, the newest first."""
    if cursor:
        after = Game.objects.filter(public_id=_id(cursor)).values_list("started_at", "pk").first()
        found = older_than(found, "started_at", after)
    keys = list(found.values_list("pk", flat=True)[: PAGE + 1])
    return page_cut([_row(each) for each in games_of(keys)], lambda game: game.id)


def _archive_page(wanted: Wanted, cursor: str) -> Page[GameRow]:
    found = find_older(wanted, cursor)
    if found is None:
        raise Refused("bad-cursor", "Send the cursor as it came.", at="cursor")
    games, has_older = found
    return Page([_row(game) for game in games], games[-1].public_id if has_older else None)


def _row(game: Game) -> GameRow:
    return GameRow(
        id=game.public_id,
        title=game.title,
        game=game.variant,
        options=game.options,
        status=game.status,
        step=game.step,
        players=[
            PlayerInfo(seat=seat.number, name=seat.name, bot=not seat.is_person, rank=seat.rank)
            for seat in game.seats.all()
        ],
        started_at=game.started_at,
        finished_at=game.finished_at,
        deadline=game.deadline,
        page=game.get_absolute_url(),
    )


def _read_log_cursor(cursor: str) -> tuple[int, int]:
    """Reads a cursor: the step of the last entry that was sent, and which of that step's entries it
    was, counted from 1. Raises Refused ``bad-cursor``."""
    if not cursor:
        return 0, 0
    step, _, place = cursor.partition(".")
    found = parse_int(step, digits=STEP_DIGITS), parse_int(place, digits=STEP_DIGITS)
    if found[0] is None or found[1] is None:
        raise Refused("bad-cursor", "Send the cursor as it came.", at="cursor")
    return found[0], found[1]


def _id(text: str) -> str:
    """The text, if it can be a public id; else empty."""
    return text if text.isascii() and text.isalnum() else ""


def _number(step: int) -> int:
    if not 0 <= step < 10**9:
        raise Refused("not-found", "There is no such step.")
    return step
