"""Tables: listing, opening, joining, getting ready, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from msgspec import Meta, Struct
from ninja import Router

from accounts.models import User
from accounts.roles import may_host
from api.answers import PAGE, answer, older_than, read
from api.callers import MAY_USE_TABLES, member_of
from api.description import describe
from games.pages.access import refuse_suspended
from lobby import lists
from lobby.access import get_table_for_member, note_host, refuse_floods
from lobby.forms.members import MembersTableForm
from lobby.forms.opening import OpenTableForm, defaults
from lobby.forms.times import own_zone
from lobby.members_bots import bots_to_add, members_bot_named
from lobby.models import Place, Table
from lobby.offered import offered_games, read_level
from lobby.seating import Seating
from lobby.services import joining, opening, places, readiness
from lobby.services.members_bots import put_members_bot
from lobby.settings_words import summary
from lobby.table_settings import table_settings_of
from transport.limits import PAGES, count, member_rate_key
from transport.refusals import Refused

router = Router(tags=["tables"])

Small = Annotated[int, Meta(ge=0, lt=1000)]
"""The number of a seat or of a level."""


class PlaceInfo(Struct, kw_only=True):
    """Who sits at a table. ``seat``: null for somebody who asks the host for a seat."""

    name: str
    bot: bool
    seat: int | None
    ready: bool


class TableInfo(Struct, kw_only=True):
    """A table. ``words``: its settings in a sentence; ``starts_at``: when the countdown ends, or
    null; ``game_id``: the game that began here, or null."""

    id: str
    title: str
    game: str
    options: dict[str, Any]
    seats: int
    words: str
    joining: str
    places: list[PlaceInfo]
    starts_at: datetime | None
    game_id: str | None
    page: str


class Tables(Struct, kw_only=True):
    """The member's own tables, and the public ones of others. ``next``: what to send as ``cursor``
    for the next ones of others; null at the end."""

    own: list[TableInfo]
    others: list[TableInfo]
    next: str | None


class Opening(Struct, kw_only=True):
    """What the new table is for. ``settings``: those that differ from the usual ones, under the
    names that `/tables/settings` gives."""

    game: str
    settings: dict[str, Any] = {}


class Joining(Struct, kw_only=True):
    """``key``: from the table's link, where that is needed; ``seat``: where seats are chosen."""

    key: str = ""
    seat: Small | None = None


class Ready(Struct, kw_only=True):
    """Whether the member is ready."""

    ready: bool


class BotSeat(Struct, kw_only=True):
    """Which bot to add, and to which ``seat``: one of the site's bots, by its ``level`` from 1
    (easy) to 5 (strong), or a member's bot, by its ``name``."""

    level: Small = 3
    name: str = ""
    seat: Small | None = None


class MembersBot(Struct, kw_only=True):
    """A member's bot."""

    name: str
    owner: str


@router.get("", auth=MAY_USE_TABLES, openapi_extra=describe(Tables), summary="Open tables")
def tables(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """The open tables, newest first; with a `cursor` only those of others."""
    member = _reader(request)
    found = lists.listed_tables_of_others(member)
    if cursor:
        at = Table.objects.filter(public_id=cursor) if cursor.isalnum() else Table.objects.none()
        found = older_than(found, "created_at", at.values_list("created_at", "pk").first())
    others = list(found.values_list("pk", flat=True)[: PAGE + 1])
    own = [] if cursor else [row.table.pk for row in lists.own_tables(member)]
    by_key = _tables_with_places([*own, *others[:PAGE]])
    shown = [_table_info(by_key[key]) for key in others[:PAGE] if key in by_key]
    return answer(
        request,
        Tables(
            own=[_table_info(by_key[key]) for key in own if key in by_key],
            others=shown,
            next=shown[-1].id if len(others) > PAGE and shown else None,
        ),
    )


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
    member, now, wanted = member_of(request), timezone.now(), read(request, Opening)
    refuse_floods(member)
    opening.refuse_opening(member, now)
    refuse_suspended(member, now)
    form = _filled_in(_usual_form(member, wanted.game), wanted.settings)
    if not form.is_valid():
        field, errors = next(iter(form.errors.get_json_data().items()))
        raise Refused("bad-settings", "%(why)s", values={"why": errors[0]["message"]}, at=field)
    with transaction.atomic():
        table = opening.open_table(host=member, table_settings=form.table_settings, now=now)
        if form.takes_seat:
            joining.join_table(table_id=table.pk, user=member, now=now)
    return answer(request, _table_info(_reload(table)), status=201)


@router.get(
    "/{table_id}", auth=MAY_USE_TABLES, openapi_extra=describe(TableInfo), summary="A table"
)
def one(request: HttpRequest, table_id: str, key: str = "") -> HttpResponse:
    """A table that the member may see. The host counts as present as long as they ask."""
    member = _reader(request)
    table = get_table_for_member(table_id, member, key)
    note_host(table, member, timezone.now())
    return answer(request, _table_info(table))


@router.post(
    "/{table_id}/join",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(TableInfo, body=Joining),
    summary="Sit down",
)
def join(request: HttpRequest, table_id: str) -> HttpResponse:
    """Takes a seat, or asks the host for one."""
    wanted = read(request, Joining)

    def sit(member: User, table: Table, now: datetime) -> None:
        joining.join_table(
            table_id=table.pk, user=member, number=wanted.seat, key=wanted.key, now=now
        )

    return _act_at_table(request, table_id, sit, wanted.key)


@router.post(
    "/{table_id}/ready",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(TableInfo, body=Ready),
    summary="Get ready",
)
def ready(request: HttpRequest, table_id: str) -> HttpResponse:
    """Says whether the member is ready."""
    is_ready = read(request, Ready).ready

    def get_ready(member: User, table: Table, now: datetime) -> None:
        readiness.set_ready(table_id=table.pk, user=member, ready=is_ready, now=now)

    return _act_at_table(request, table_id, get_ready)


@router.post(
    "/{table_id}/bot",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(TableInfo, body=BotSeat),
    summary="Seat a bot",
)
def seat_bot(request: HttpRequest, table_id: str) -> HttpResponse:
    """Puts a bot on a free seat."""
    wanted = read(request, BotSeat)
    level = read_level(str(wanted.level))

    def put(member: User, table: Table, now: datetime) -> None:
        if wanted.name:
            put_members_bot(
                table_id=table.pk,
                by=member,
                bot_id=_bot_named(wanted.name).pk,
                number=wanted.seat,
                now=now,
            )
            return
        places.put_bot(table_id=table.pk, by=member, number=wanted.seat, level=level, now=now)

    return _act_at_table(request, table_id, put)


@router.get(
    "/{table_id}/bots",
    auth=MAY_USE_TABLES,
    openapi_extra=describe(list[MembersBot]),
    summary="Bots of members",
)
def bots(request: HttpRequest, table_id: str, key: str = "") -> HttpResponse:
    """The members' bots that can be added to this table now."""
    member, now = _reader(request), timezone.now()
    table = get_table_for_member(table_id, member, key)
    found = bots_to_add(table, Seating.of(table), now)
    return answer(request, [MembersBot(name=str(bot), owner=str(bot.owner)) for bot in found])


@router.post(
    "/{table_id}/leave", auth=MAY_USE_TABLES, openapi_extra=describe(TableInfo), summary="Leave"
)
def leave(request: HttpRequest, table_id: str) -> HttpResponse:
    """Frees the member's seat, or withdraws the request for one."""

    def go(member: User, table: Table, now: datetime) -> None:
        places.leave_table(table_id=table.pk, user=member, now=now)

    return _act_at_table(request, table_id, go)


def _act_at_table(
    request: HttpRequest,
    table_id: str,
    act: Callable[[User, Table, datetime], None],
    key: str = "",
) -> HttpResponse:
    member, now = member_of(request), timezone.now()
    refuse_floods(member)
    table = get_table_for_member(table_id, member, key)
    note_host(table, member, now)
    act(member, table, now)
    return answer(request, _table_info(_reload(table)))


def _bot_named(name: str) -> User:
    bot = members_bot_named(name)
    if bot is None:
        raise Refused("no-such-member", "No bot of a member has this name.", at="name")
    return bot


def _reader(request: HttpRequest) -> User:
    member = member_of(request)
    count(PAGES, member_rate_key(member))
    return member


def _tables_with_places(keys: Sequence[int]) -> dict[int, Table]:
    """The tables with these keys, by key, each loaded with the people who sit there."""
    places = Prefetch("places", Place.objects.select_related("user"))
    return Table.objects.select_related("game").prefetch_related(places).in_bulk(keys)


def _reload(table: Table) -> Table:
    return Table.objects.select_related("host", "game").get(pk=table.pk)


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
        raise Refused("bad-settings", "A table has no such setting.", at=min(unknown))
    data = QueryDict(mutable=True)
    for name, value in {**form.initial, **chosen, "variant": form.engine.slug}.items():
        if value is not False:  # as a browser sends a box that is not ticked
            several = value if isinstance(value, list) else ["" if value is None else value]
            data.setlist(name, [str(each) for each in several])
    return type(form)(data, engine=form.engine, host=form.host, games=form.games)


def _table_info(table: Table) -> TableInfo:
    seating = Seating.of(table)
    return TableInfo(
        id=table.public_id,
        title=table.title,
        game=table.variant,
        options=dict(table.options),
        seats=table.seats,
        words=str(summary(table_settings_of(table))),
        joining=table.joining,
        places=[
            PlaceInfo(name=place.name, bot=place.is_bot, seat=place.number, ready=place.ready)
            for place in (*seating.seated, *seating.asking)
        ],
        starts_at=table.starts_at,
        game_id=None if table.game is None else table.game.public_id,
        page=table.get_absolute_url(),
    )
