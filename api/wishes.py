"""Wishing for a game, and answering when one is found."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Struct
from ninja import Router

from accounts.models import User
from api.answers import Page, answer, page_of, read
from api.callers import MAY_USE_TABLES, member_of
from api.description import describe
from lobby.access import refuse_floods
from lobby.models import Wish
from lobby.services.matching import answer_match
from lobby.services.wishing import WishChoice, make_wish, note_seen, withdraw_wish
from transport.limits import PAGES, count, member_rate_key
from transport.refusals import Refused

router = Router(tags=["wishes"])


class MatchInfo(Struct, kw_only=True):
    """A game that was found for the member. ``asked``: how many members are asked whether they
    play; ``says_yes``: whether this one has said yes."""

    id: int
    game: str
    asked: int
    answer_by: datetime
    says_yes: bool


class WishInfo(Struct, kw_only=True):
    """One of the member's wishes. ``games``: empty for any game; ``match``: null while no game is
    found."""

    pace: str
    games: list[str]
    least: int
    most: int
    near_only: bool
    lets_in: str
    keep: int
    since: datetime
    until: datetime | None
    match: MatchInfo | None


class Answer(Struct, kw_only=True):
    """Whether the member plays the game that was found."""

    plays: bool


class Answered(Struct, kw_only=True):
    """``game_id``: the game, if it has begun with this answer."""

    game_id: str | None


@router.get("", auth=MAY_USE_TABLES, openapi_extra=describe(Page[WishInfo]), summary="My wishes")
def wishes(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The member's own wishes. A wish to play now lasts only as long as the program reads them
    every minute."""
    member = member_of(request)
    count(PAGES, member_rate_key(member))
    note_seen(member.pk, timezone.now())
    return answer(request, _page_of_wishes(member, cursor))


@router.post(
    "",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Page[WishInfo], status=201, body=WishChoice),
    summary="Wish for a game",
)
def wish(request: HttpRequest) -> HttpResponse:
    """Stores a wish, in place of an earlier one for the same pace."""
    member = member_of(request)
    refuse_floods(member)
    make_wish(user=member, choice=read(request, WishChoice), now=timezone.now())
    return answer(request, _page_of_wishes(member), status=201)


@router.delete(
    "/{pace}", auth=MAY_USE_TABLES, openapi_extra=describe(Page[WishInfo]), summary="End a wish"
)
def withdraw(request: HttpRequest, pace: str) -> HttpResponse:
    """Ends the wish for this pace, if there is one."""
    member = member_of(request)
    refuse_floods(member)
    withdraw_wish(user=member, pace=pace, now=timezone.now())
    return answer(request, _page_of_wishes(member))


@router.post(
    "/matches/{match_id}",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Answered, body=Answer),
    summary="Answer a match",
)
def answer_found(request: HttpRequest, match_id: int) -> HttpResponse:
    """Says whether the member plays the game that was found; a no ends the wish."""
    member = member_of(request)
    refuse_floods(member)
    plays = read(request, Answer).plays
    if not 0 <= match_id < 2**63:
        raise Refused("match-over", "It is too late to answer: this game is no longer offered.")
    game = answer_match(user=member, match_id=match_id, plays=plays, now=timezone.now())
    return answer(request, Answered(game_id=None if game is None else game.public_id))


def _page_of_wishes(member: User, cursor: str = "") -> Page[WishInfo]:
    found = Wish.objects.looking().filter(member=member).select_related("match")
    shown = [
        WishInfo(
            pace=wish.pace,
            games=list(wish.games),
            least=wish.least,
            most=wish.most,
            near_only=wish.near_only,
            lets_in=wish.lets_in,
            keep=wish.keep,
            since=wish.since,
            until=wish.until,
            match=_match_info(wish),
        )
        for wish in found
    ]
    return page_of(shown, lambda wish: wish.pace, cursor)


def _match_info(wish: Wish) -> MatchInfo | None:
    match = wish.match
    if match is None:
        return None
    return MatchInfo(
        id=match.pk,
        game=match.variant,
        asked=match.asked,
        answer_by=match.answer_by,
        says_yes=wish.says_yes,
    )
