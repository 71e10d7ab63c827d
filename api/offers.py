"""Games that begin without a table, against bots or as a rematch, and seats that can be taken
over."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Struct
from ninja import Router

from accounts.models import User
from api.answers import Page, answer, page_of, read
from api.callers import MAY_READ, MAY_USE_TABLES, member_of
from api.description import describe
from api.tables import Small, TableInfo, reload, table_info
from games.pages.access import get_game_for_viewer
from lobby import lists
from lobby.access import refuse_floods
from lobby.offered import read_level
from lobby.services.practising import start_practice
from lobby.services.rematch import offer_rematch
from transport.limits import PAGES, count, rate_key_of
from transport.refusals import Refused

router = Router(tags=["games"])


class Practice(Struct, kw_only=True):
    """Which game to play against bots of which ``level``, from 1 (easy) to 5 (strong)."""

    game: str
    level: Small = 3


class Begun(Struct, kw_only=True):
    """The game that has begun."""

    game_id: str


class SeatOffered(Struct, kw_only=True):
    """A seat whose player, ``name``, has left. It can be taken over before ``until``."""

    game_id: str
    title: str
    game: str
    seat: int
    name: str
    until: datetime


@router.post(
    "/practice",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Begun, status=201, body=Practice),
    summary="Play against bots",
)
def practise(request: HttpRequest) -> HttpResponse:
    """Begins a game against bots at once. It is not public. If there is one of that kind in which
    the member has chosen nothing, the answer is that one."""
    member, wanted = _person(request), read(request, Practice)
    level = read_level(str(wanted.level))
    game = start_practice(user=member, variant=wanted.game, level=level, now=timezone.now())
    return answer(request, Begun(game_id=game.public_id), status=201)


@router.post(
    "/{game_id}/rematch",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(TableInfo),
    summary="Offer a rematch, or accept it",
)
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offers everybody who played to play again, or accepts that somebody else offers it. The
    answer is the table of the rematch; to decline, send `stay-away` there."""
    member, game = _person(request), get_game_for_viewer(game_id)
    table = offer_rematch(game_id=game.pk, by=member, now=timezone.now())
    return answer(request, table_info(reload(table), member))


@router.get(
    "/seats",
    auth=MAY_READ,
    openapi_extra=describe(Page[SeatOffered]),
    summary="Seats to take over",
)
def seats(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The seats of public games that the member may take over, the offer that ends soonest
    first."""
    count(PAGES, rate_key_of(request))
    member = member_of(request)
    shown = [
        SeatOffered(
            game_id=each.game.public_id,
            title=each.game.title,
            game=each.game.variant,
            seat=each.seat.number,
            name=each.seat.name,
            until=each.until,
        )
        for each in ([] if member.is_bot else lists.all_offered_seats(member, timezone.now()))
    ]
    return answer(request, page_of(shown, lambda each: f"{each.game_id}.{each.seat}", cursor))


def _person(request: HttpRequest) -> User:
    """The caller, whose request is counted. Raises Refused ``not-allowed`` for bots."""
    member = member_of(request)
    refuse_floods(member)
    if member.is_bot:
        raise Refused("not-allowed", "Bots begin no games.")
    return member
