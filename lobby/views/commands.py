"""Commands at a table, one POST each. The answer leads back to the table, or shows it with the
refusal."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import User
from engines.bots import Level
from games.pages.answers import integer_of, text_of
from lobby.access import may_see, note_host, refuse_floods
from lobby.addresses import address_of
from lobby.colours import Colours
from lobby.members_bots import members_bot_named
from lobby.models import Table
from lobby.offered import read_level
from lobby.services import closing, inviting, joining, members_bots, places, readiness, talking
from lobby.table_page import AT_COLOURS
from lobby.views.parts import go_to
from lobby.views.tables import go_to_game, key_of, lost_invitation, show_table, table_of
from transport.limits import CHAT, TABLE_INVITATIONS, count, member_rate_key
from transport.refusals import Refused
from transport.requests import parse_int

Fields = dict[str, Any]
"""The posted fields by name, and the table's ``key``."""

OF_OWN_COLOURS = ("join", "colours")
"""The commands in which members choose their own colours."""


def command(
    carry_out: Callable[[User, Table, Fields], object],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Makes a view that carries out a member's command at a table that they may see.

    ``carry_out`` gets the member, the table and the posted fields.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @functools.wraps(carry_out)
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(reverse("table", args=[public_id]))
        if lost_invitation(request, public_id):  # the table's page says why it is lost
            return go_to(request, reverse("table", args=[public_id]))
        table, key = table_of(request, public_id), key_of(request)
        if request.method != "POST":  # somebody has reloaded the page of a refusal
            return redirect(address_of(table, key))
        fields = {**request.POST.dict(), "key": key}
        try:
            refuse_floods(request.user)
            note_host(table, request.user, timezone.now())
            carry_out(request.user, table, fields)
        except Refused as refused:
            table = table_of(request, public_id)
            if table.game is not None:
                return go_to_game(request, table)
            name = carry_out.__name__
            wished = _colours(fields) if name in OF_OWN_COLOURS else None
            return show_table(request, table, refused, wished=wished, command=name)
        if not may_see(table, request.user, key):
            return go_to(request, reverse("tables"))  # they left a table that needs the link
        return redirect(address_of(table, key))

    return view


@command
def join(user: User, table: Table, fields: Fields) -> None:
    """Takes a seat, or asks the host for one."""
    joining.join_table(
        table_id=table.pk,
        user=user,
        colours=_colours(fields),
        number=integer_of(fields, "number") if "number" in fields else None,
        key=fields["key"],
        now=timezone.now(),
    )


@command
def agree(user: User, table: Table, fields: Fields) -> None:
    """The host seats somebody who asked for a seat."""
    place_id = integer_of(fields, "place")
    joining.agree(table_id=table.pk, by=user, place_id=place_id, now=timezone.now())


@command
def decline(user: User, table: Table, fields: Fields) -> None:
    """The host refuses somebody who asked for a seat."""
    place_id = integer_of(fields, "place")
    joining.decline(table_id=table.pk, by=user, place_id=place_id, now=timezone.now())


@command
def colours(user: User, table: Table, fields: Fields) -> None:
    """Changes the member's colours."""
    wished = _colours(fields)
    if wished is None:
        raise Refused("bad-colour", "Choose a colour for your stones and one for the mark.")
    places.change_colours(table_id=table.pk, user=user, colours=wished, now=timezone.now())


@command
def seat(user: User, table: Table, fields: Fields) -> None:
    """Moves the member to another seat, if seats differ."""
    number = integer_of(fields, "number")
    places.change_seat(table_id=table.pk, user=user, number=number, now=timezone.now())


@command
def swap(user: User, table: Table, fields: Fields) -> None:
    """Asks somebody to swap seats, or agrees to a swap."""
    place_id = integer_of(fields, "place")
    places.swap_seats(table_id=table.pk, user=user, place_id=place_id, now=timezone.now())


@command
def ready(user: User, table: Table, fields: Fields) -> None:
    """Sets whether the member is ready."""
    answer = text_of(fields, "ready")
    if answer not in ("yes", "no"):
        raise Refused("bad-command", "Choose whether you are ready: yes or no.")
    readiness.set_ready(table_id=table.pk, user=user, ready=answer == "yes", now=timezone.now())


@command
def say(user: User, table: Table, fields: Fields) -> None:
    """Writes in the table's chat."""
    count(CHAT, member_rate_key(user))
    talking.say(table_id=table.pk, by=user, text=text_of(fields, "text"), now=timezone.now())


@command
def leave(user: User, table: Table, fields: Fields) -> None:
    """Frees the member's seat, or withdraws the request for one."""
    places.leave_table(table_id=table.pk, user=user, now=timezone.now())


@command
def remove(user: User, table: Table, fields: Fields) -> None:
    """The host frees a seat, or a member frees the seat of a bot that they seated."""
    place_id = integer_of(fields, "place")
    places.remove_place(table_id=table.pk, by=user, place_id=place_id, now=timezone.now())


@command
def bot(user: User, table: Table, fields: Fields) -> None:
    """Puts a bot on a seat. ``level`` is that of a bot of the game's, or ``bot-KEY`` for a member's
    bot."""
    kind, _, key = str(fields.get("level", "")).partition("-")
    if kind == "bot":
        members_bots.put_members_bot(
            table_id=table.pk,
            by=user,
            bot_id=parse_int(key, digits=18) or 0,
            number=integer_of(fields, "number") if "number" in fields else None,
            now=timezone.now(),
        )
        return
    with _bots_colours():
        places.put_bot(
            table_id=table.pk,
            by=user,
            number=integer_of(fields, "number") if "number" in fields else None,
            level=read_level(text_of(fields, "level")) if "level" in fields else Level.MEDIUM,
            name=text_of(fields, "name") if "name" in fields else "",
            colours=_colours(fields),
            now=timezone.now(),
        )


@command
def dress(user: User, table: Table, fields: Fields) -> None:
    """The host, or whoever seated a bot, names and colours it."""
    with _bots_colours():
        places.change_bot(
            table_id=table.pk,
            by=user,
            place_id=integer_of(fields, "place"),
            name=text_of(fields, "name") if "name" in fields else "",
            colours=_colours(fields),
            now=timezone.now(),
        )


@contextmanager
def _bots_colours() -> Iterator[None]:
    """Gives refusals of a bot's colours another code, so that the page does not show them beside
    the member's own colours."""
    try:
        yield
    except Refused as refused:
        if refused.code in AT_COLOURS:
            raise Refused("bad-bot-colour", refused.message) from None
        raise


@command
def invite(user: User, table: Table, fields: Fields) -> None:
    """Invites a member by name; a member's bot sits down at once."""
    count(TABLE_INVITATIONS, member_rate_key(user))
    name, bot = text_of(fields, "name"), members_bot_named(text_of(fields, "name"))
    if bot is not None:
        now = timezone.now()
        members_bots.put_members_bot(table_id=table.pk, by=user, bot_id=bot.pk, now=now)
        return
    inviting.invite(table_id=table.pk, by=user, name=name, now=timezone.now())


@command
def withdraw(user: User, table: Table, fields: Fields) -> None:
    """Withdraws an invitation."""
    inviting.withdraw_invitation(
        table_id=table.pk,
        by=user,
        invitation_id=integer_of(fields, "invitation"),
        now=timezone.now(),
    )


@command
def stay_away(user: User, table: Table, fields: Fields) -> None:
    """Declines an invitation."""
    inviting.decline_invitation(table_id=table.pk, user=user, now=timezone.now())


@command
def start(user: User, table: Table, fields: Fields) -> None:
    """The host, or anyone seated while the host is away, starts with those who are here."""
    readiness.start_with_fewer(table_id=table.pk, by=user, now=timezone.now())


@command
def close(user: User, table: Table, fields: Fields) -> None:
    """The host or a moderator closes the table."""
    closing.close_table(table_id=table.pk, by=user, now=timezone.now())


def _colours(fields: Fields) -> Colours | None:
    if "offer" in fields:
        stone, _, mark = text_of(fields, "offer").partition(" ")
        return Colours(stone, mark)
    if "stone" not in fields and "mark" not in fields:
        return None
    return Colours(text_of(fields, "stone"), text_of(fields, "mark"))
