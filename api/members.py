"""The member to whom a token belongs, and other members."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Struct
from ninja import Router

from accounts.conduct import conduct_of
from accounts.models import User
from accounts.names import LONGEST_NAME, name_key
from api.answers import PAGE, Page, answer
from api.callers import ANYBODY, MAY_READ, member_of, token_of
from api.description import describe
from transport.limits import PAGES, count, rate_key_of
from transport.refusals import Refused

router = Router(tags=["members"])


class Me(Struct, kw_only=True):
    """The member or bot to whom the token belongs, and what it may do. ``owner``: the member whose
    bot it is; null for people. ``suspended_until``: null if the member may play."""

    name: str
    owner: str | None
    scopes: list[str]
    token_ends_at: datetime
    suspended_until: datetime | None


class MemberInfo(Struct, kw_only=True):
    """A member or a bot. ``owner``: the member whose bot it is; null for people and the site's
    bots. ``level``: how strong one of the site's bots is, from 1 (easy) to 5 (strong); else
    null."""

    name: str
    bot: bool
    owner: str | None
    level: int | None
    page: str


@router.get("/me", auth=MAY_READ, openapi_extra=describe(Me), summary="Who am I?")
def me(request: HttpRequest) -> HttpResponse:
    """The member to whom the token belongs."""
    count(PAGES, rate_key_of(request))
    member, token = member_of(request), token_of(request)
    assert token is not None
    suspension = conduct_of(member, timezone.now()).suspension
    found = Me(
        name=member.username,
        owner=_owner_of(member),
        scopes=list(token.scopes),
        token_ends_at=token.ends_at,
        suspended_until=None if suspension is None else suspension.until,
    )
    return answer(request, found)


@router.get("/members", auth=MAY_READ, openapi_extra=describe(Page[MemberInfo]), summary="Members")
def members(request: HttpRequest, name: str = "", cursor: str = "") -> HttpResponse:
    """Members and bots in alphabetical order. `name`: a part of the name."""
    count(PAGES, rate_key_of(request))
    wanted = Q(is_active=True, is_guest=False)
    if name:
        wanted &= Q(name_key__named=name[:LONGEST_NAME])
    if cursor:
        wanted &= Q(name_key__gt=name_key(cursor[:LONGEST_NAME]))
    found = list(
        User.objects.select_related("owner").filter(wanted).order_by("name_key")[: PAGE + 1]
    )
    shown = [_member_info(member) for member in found[:PAGE]]
    return answer(request, Page(shown, shown[-1].name if len(found) > PAGE else None))


@router.get("/members/{name}", auth=ANYBODY, openapi_extra=describe(MemberInfo), summary="A member")
def member(request: HttpRequest, name: str) -> HttpResponse:
    """The member or bot with this name."""
    count(PAGES, rate_key_of(request))
    if len(name) <= LONGEST_NAME:
        shown = User.objects.filter(is_active=True, is_guest=False)
        found = shown.filter(name_key=name_key(name)).first()
        if found is not None:
            return answer(request, _member_info(found))
    raise Refused("not-found", "There is no member with this name.")


def _owner_of(member: User) -> str | None:
    return None if member.owner is None else member.owner.username


def _member_info(member: User) -> MemberInfo:
    return MemberInfo(
        name=member.username,
        bot=member.is_bot,
        owner=_owner_of(member),
        level=member.bot_level if member.is_bot else None,
        page=member.get_absolute_url(),
    )
