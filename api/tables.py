"""Tables: listing and opening them, and what one reads of a table. Commands at a table are in
:mod:`api.at_tables`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from msgspec import Meta, Struct
from ninja import Router

from accounts.models import User
from accounts.roles import may_host
from api.answers import PAGE, Page, answer, older_than, page_cut, page_of, read
from api.callers import MAY_USE_TABLES, member_of
from api.description import describe
from games.pages.access import refuse_suspended
from lobby import lists
from lobby.access import get_table_for_member, may_invite, note_host, refuse_floods
from lobby.forms.members import MembersTableForm
from lobby.forms.opening import OpenTableForm, defaults
from lobby.forms.times import own_zone
from lobby.members_bots import bots_to_add
from lobby.models import Place, Table
from lobby.offered import offered_games
from lobby.seating import Seating
from lobby.services import joining, opening
from lobby.services.bots_alone import held_back
from lobby.settings_words import summary
from lobby.table_settings import table_settings_of
from transport.limits import PAGES, TABLES, count, member_rate_key
from transport.refusals import Refused
from transport.requests import parse_int

router = Router(tags=["tables"])

Small = Annotated[int, Meta(ge=0, lt=1000)]
"""The number of a seat or of a level."""


class PlaceInfo(Struct, kw_only=True):
    """Somebody at a table. ``place``: names them in commands; ``seat``: null for somebody who asks
    the host for a seat, which only the host and they themselves see; ``owner``: the member whose
    bot it is."""

    place: int
    name: str
    bot: bool
    owner: str | None
    seat: int | None
    ready: bool
    stone: str
    mark: str


class TableInfo(Struct, kw_only=True):
    """A table. ``words``: its settings in a sentence; ``bots_join``: whether bots of members may
    take a seat by themselves; ``starts_at``: when the countdown ends, or
    null; ``held_back``: why the bots that have all the seats cannot begin yet, or null;
    ``game_id``: the game that began here, or null; ``rematch_of``: the game that is to be
    played again, or null; ``key``: the key of the table's link, for its host, where one is
    needed."""

    id: str
    title: str
    game: str
    options: dict[str, Any]
    seats: int
    words: str
    joining: str
    bots_join: bool
    host: str | None
    open: bool
    places: list[PlaceInfo]
    starts_at: datetime | None
    held_back: str | None
    game_id: str | None
    rematch_of: str | None
    key: str | None
    page: str


class InvitationInfo(Struct, kw_only=True):
    """Somebody who was invited and has not come. ``invitation``: names it in commands; ``answer``:
    empty, `declined` or `withdrawn`; ``stands``: whether they can still come."""

    invitation: int
    name: str
    by: str | None
    answer: str
    stands: bool
    invited_at: datetime


class TableChat(Struct, kw_only=True):
    """A message in a table's chat. ``author``: null if the account is gone."""

    id: int
    author: str | None
    text: str
    said_at: datetime


class Opening(Struct, kw_only=True):
    """What the new table is for. ``settings``: those that differ from the usual ones, under the
    names that `/tables/settings` gives."""

    game: str
    settings: dict[str, Any] = {}


class MembersBot(Struct, kw_only=True):
    """A member's bot."""

    name: str
    owner: str


@router.get("", auth=MAY_USE_TABLES, openapi_extra=describe(Page[TableInfo]), summary="Open tables")
def tables(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The public open tables of others, newest first."""
    member = _reader(request)
    return answer(request, _page_of_tables(lists.listed_tables_of_others(member), member, cursor))


@router.get(
    "/mine", auth=MAY_USE_TABLES, openapi_extra=describe(Page[TableInfo]), summary="My tables"
)
def own_tables(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The open tables at which the member sits, asks for a seat, is invited or is the host, newest
    first."""
    member = _reader(request)
    return answer(request, _page_of_tables(lists.open_tables_of(member), member, cursor))


@router.get(
    "/settings",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(dict[str, Any]),
    summary="Settings of a new table",
)
def usual_settings(request: HttpRequest, game: str) -> HttpResponse:
    """The usual settings of a table for this game."""
    return answer(request, _usual_form(_reader(request), game).initial)


@router.post(
    "",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(TableInfo, status=201, body=Opening),
    summary="Open",
)
def open_table(request: HttpRequest) -> HttpResponse:
    """Opens a table. The member sits down unless `take_seat` is false."""
    member, now = member_of(request), timezone.now()
    refuse_floods(member)
    wanted = read(request, Opening)
    if member.is_bot:
        raise Refused(
            "not-allowed",
            "Bots open no tables. Their owner opens one, with a token of their own or on the page, "
            "and adds the bot.",
        )
    opening.refuse_opening(member, now)
    refuse_suspended(member, now)
    form = _filled_in(_usual_form(member, wanted.game), wanted.settings)
    if not form.is_valid():
        field, errors = next(iter(form.errors.get_json_data().items()))
        raise Refused("bad-settings", "%(why)s", values={"why": errors[0]["message"]}, at=field)
    count(TABLES, member_rate_key(member))
    with transaction.atomic():
        table = opening.open_table(host=member, table_settings=form.table_settings, now=now)
        if form.takes_seat:
            joining.join_table(table_id=table.pk, user=member, now=now)
    return answer(request, table_info(reload(table), member), status=201)


@router.get(
    "/{table_id}", auth=MAY_USE_TABLES, openapi_extra=describe(TableInfo), summary="A table"
)
def one(request: HttpRequest, table_id: str, key: str = "") -> HttpResponse:
    """A table that the member may see. The host counts as present as long as they ask."""
    member = _reader(request)
    table = get_table_for_member(table_id, member, key, by_program=True)
    note_host(table, member, timezone.now())
    return answer(request, table_info(table, member))


@router.get(
    "/{table_id}/bots",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Page[MembersBot]),
    summary="Bots of members",
)
def bots(request: HttpRequest, table_id: str, key: str = "", cursor: str = "") -> HttpResponse:
    """The members' bots that can be added to this table now, by name."""
    member, now = _reader(request), timezone.now()
    table = get_table_for_member(table_id, member, key, by_program=True)
    found = bots_to_add(table, Seating.of(table), now)
    shown = [MembersBot(name=str(bot), owner=str(bot.owner)) for bot in found]
    return answer(request, page_of(shown, lambda bot: bot.name, cursor))


@router.get(
    "/{table_id}/invitations",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Page[InvitationInfo]),
    summary="Who is invited",
)
def invitations(
    request: HttpRequest, table_id: str, key: str = "", cursor: str = ""
) -> HttpResponse:
    """Those who were invited and have not come, for whoever may invite; for others only their own
    invitation."""
    member, now = _reader(request), timezone.now()
    table = get_table_for_member(table_id, member, key, by_program=True)
    found = table.invitations.select_related("member", "by")
    if not may_invite(table, member):
        found = found.filter(member=member)
    shown = [
        InvitationInfo(
            invitation=each.pk,
            name=str(each.member),
            by=None if each.by is None else str(each.by),
            answer=each.answer,
            stands=each.stands(now),
            invited_at=each.invited_at,
        )
        for each in found
    ]
    return answer(request, page_of(shown, lambda each: str(each.invitation), cursor))


@router.get(
    "/{table_id}/chat",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(Page[TableChat]),
    summary="The chat",
)
def chat(request: HttpRequest, table_id: str, key: str = "", cursor: str = "") -> HttpResponse:
    """What was said at the table, the latest first. Whom the member mutes is left out."""
    member = _reader(request)
    table = get_table_for_member(table_id, member, key, by_program=True)
    said = table.chat.exclude(author__in=member.mutes.values("muted"))
    found = said.select_related("author").order_by("-said_at", "-pk")
    if cursor:
        number = parse_int(cursor) or 0
        at = table.chat.filter(pk=number).values_list("said_at", "pk").first()
        found = older_than(found, "said_at", at)
    shown = [
        TableChat(
            id=each.pk,
            author=None if each.author is None else str(each.author),
            text=each.text,
            said_at=each.said_at,
        )
        for each in found[: PAGE + 1]
    ]
    return answer(request, page_cut(shown, lambda each: str(each.id)))


def _reader(request: HttpRequest) -> User:
    member = member_of(request)
    count(PAGES, member_rate_key(member))
    return member


def _page_of_tables(found: QuerySet[Table], member: User, cursor: str) -> Page[TableInfo]:
    """A page of these tables, which are in the order in which they were opened, the newest
    first."""
    if cursor:
        at = Table.objects.filter(public_id=cursor) if cursor.isalnum() else Table.objects.none()
        found = older_than(found, "created_at", at.values_list("created_at", "pk").first())
    keys = list(found.values_list("pk", flat=True)[: PAGE + 1])
    by_key = _tables_with_places(keys)
    shown = [table_info(by_key[key], member) for key in keys if key in by_key]
    return page_cut(shown, lambda table: table.id)


def _tables_with_places(keys: Sequence[int]) -> dict[int, Table]:
    """The tables with these keys, by key, each loaded with the people who sit there."""
    places = Prefetch("places", Place.objects.select_related("user__owner"))
    return (
        Table.objects.select_related("game", "host", "rematch_of")
        .prefetch_related(places)
        .in_bulk(keys)
    )


def reload(table: Table) -> Table:
    """The table as it is stored now."""
    return Table.objects.select_related("host", "game", "rematch_of").get(pk=table.pk)


def _usual_form(member: User, slug: str) -> OpenTableForm:
    """The form that opens a table for this game, as the member may fill it in."""
    games = offered_games()
    engine = next((each for each in games if each.slug == slug), None)
    if engine is None:
        raise Refused("unknown-variant", "There is no such game.", at="game")
    kind = OpenTableForm if may_host(member) else MembersTableForm
    form = kind(engine=engine, host=member, initial=own_zone(member), games=games)
    asked = {name: form[name].value() for name in form.fields}
    form.initial = {
        name: value
        for name, value in {**defaults(engine), **asked}.items()
        if name in form.fields and name not in ("variant", "shown")
    }
    return form


def _filled_in(form: OpenTableForm, chosen: dict[str, Any]) -> OpenTableForm:
    unknown = chosen.keys() - form.initial.keys()
    if unknown:
        values = {"name": min(unknown), "game": form.engine.slug}
        raise Refused(
            "bad-settings",
            "A table has no setting “%(name)s”. GET /api/v1/tables/settings?game=%(game)s lists "
            "those that it has.",
            values=values,
            at=min(unknown),
        )
    data = QueryDict(mutable=True)
    for name, value in {**form.initial, **chosen, "variant": form.engine.slug}.items():
        if value is not False:  # as a browser sends a box that is not ticked
            several = value if isinstance(value, list) else ["" if value is None else value]
            data.setlist(name, [str(each) for each in several])
    return type(form)(data, engine=form.engine, host=form.host, games=form.games)


def table_info(table: Table, viewer: User) -> TableInfo:
    """What a member may know of a table."""
    seating, hosts = Seating.of(table), table.host_id == viewer.pk
    by_link = table.joining == Table.Joining.LINK
    return TableInfo(
        id=table.public_id,
        title=table.title,
        game=table.variant,
        options=dict(table.options),
        seats=table.seats,
        words=str(summary(table_settings_of(table))),
        joining=table.joining,
        bots_join=table.bots_join,
        host=None if table.host is None else str(table.host),
        open=table.is_open,
        places=[
            _place_info(place)
            for place in (*seating.seated, *seating.asking)
            if hosts or place.number is not None or place.user_id == viewer.pk
        ],
        starts_at=table.starts_at,
        held_back=held_back(table, seating, timezone.now()) or None,
        game_id=None if table.game is None else table.game.public_id,
        rematch_of=None if table.rematch_of is None else table.rematch_of.public_id,
        key=table.join_key if hosts and by_link else None,
        page=table.get_absolute_url(),
    )


def _place_info(place: Place) -> PlaceInfo:
    owner = None if place.engine_plays else place.user.owner
    return PlaceInfo(
        place=place.pk,
        name=place.name,
        bot=place.is_bot,
        owner=None if owner is None else str(owner),
        seat=place.number,
        ready=place.ready,
        stone=place.stone_colour,
        mark=place.mark_colour,
    )
