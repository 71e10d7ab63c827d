"""Commands at a table: each has an address of its own, and calls the same services as the page of
the table does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Meta, Struct
from ninja import Router

from accounts.models import User
from api.answers import answer, read
from api.callers import MAY_USE_TABLES, member_of
from api.description import describe
from api.tables import Small, TableInfo, reload, table_info
from lobby.access import get_table_for_member, note_host, refuse_floods
from lobby.colours import Colours
from lobby.members_bots import members_bot_named
from lobby.models import Table
from lobby.offered import read_level
from lobby.services import closing, inviting, joining, places, readiness, talking
from lobby.services.members_bots import put_members_bot
from transport.limits import CHAT, TABLE_INVITATIONS, count, member_rate_key
from transport.refusals import Refused

router = Router(tags=["at a table"])

Key = Annotated[int, Meta(ge=0, lt=10**18)]
"""A key of the database."""


class Nothing(Struct):
    """The body of a command that needs nothing said; it may be left out."""


class Joining(Struct, kw_only=True):
    """``key``: from the table's link, where that is needed; ``seat``: where seats are chosen;
    ``stone``, ``mark``: the member's colours; if left out, ones that fit."""

    key: str = ""
    seat: Small | None = None
    stone: str = ""
    mark: str = ""


class Ready(Struct, kw_only=True):
    """Whether the member is ready."""

    ready: bool


class BotSeat(Struct, kw_only=True):
    """Which bot to add, and to which ``seat`` (the first free one, if left out): a member's bot,
    by its ``name``, or else one of the site's bots, by its ``level`` from 1 (easy) to 5 (strong);
    3 (medium) if that is left out, too."""

    level: Small = 3
    name: str = ""
    seat: Small | None = None


class BotDress(Struct, kw_only=True):
    """A bot's ``name`` (empty for its usual one) and colours (as they were, if left out)."""

    place: Key
    name: str = ""
    stone: str = ""
    mark: str = ""


class At(Struct, kw_only=True):
    """Somebody at the table, by their ``place``."""

    place: Key


class SeatNumber(Struct, kw_only=True):
    """A free seat."""

    seat: Small


class StoneAndMark(Struct, kw_only=True):
    """Two colours of the palette: ``stone`` for the stones, and ``mark`` for the mark on those that
    were placed last."""

    stone: str
    mark: str


class Text(Struct, kw_only=True):
    """What the member says."""

    text: str


class Name(Struct, kw_only=True):
    """The name of a member, or of a member's bot."""

    name: str


class InvitationKey(Struct, kw_only=True):
    """An invitation, by its ``invitation``."""

    invitation: Key


@dataclass(frozen=True)
class Caller:
    """Who sends a command, for which table, and when. ``key``: the key from the link to the table,
    if the request has one."""

    member: User
    table: Table
    key: str
    now: datetime

    @property
    def at_table(self) -> dict[str, Any]:
        """What every service needs."""
        return {"table_id": self.table.pk, "now": self.now}


Act = Callable[[Caller, Any], object]


def command(
    name: str, summary: str, body: type[Struct] | None = None, *, bots: bool = False
) -> Callable[[Act], Act]:
    """Decorates a function that carries out a command, and gives it the address ``name`` below that
    of the table. ``body``: what the function gets besides the caller; ``bots``: whether bots of
    members may give the command."""

    def decorate(act: Act) -> Act:
        def view(request: HttpRequest, table_id: str, key: str = "") -> HttpResponse:
            member, now = member_of(request), timezone.now()
            refuse_floods(member)
            wanted = read(request, body or Nothing) if body or request.body else None
            if member.is_bot and not bots:
                raise Refused("not-allowed", "Bots only take a seat, get ready and leave.")
            key = getattr(wanted, "key", "") or key
            table = get_table_for_member(table_id, member, key, by_program=True)
            note_host(table, member, now)
            act(Caller(member, table, key, now), wanted)
            return answer(request, table_info(reload(table), member))

        view.__name__, view.__doc__ = act.__name__, act.__doc__
        described = describe(TableInfo, body=body)
        add: Callable[..., Callable[..., object]] = router.post
        add(f"/{{table_id}}/{name}", auth=MAY_USE_TABLES, openapi_extra=described, summary=summary)(
            view
        )
        return act

    return decorate


@command("join", "Sit down", Joining, bots=True)
def join(caller: Caller, wanted: Joining) -> None:
    """Takes a seat, or asks the host for one. Also accepts an invitation."""
    joining.join_table(
        **caller.at_table,
        user=caller.member,
        number=wanted.seat,
        colours=_colours(wanted),
        key=caller.key,
    )


@command("ready", "Get ready", Ready, bots=True)
def ready(caller: Caller, wanted: Ready) -> None:
    """Says whether the member is ready."""
    readiness.set_ready(**caller.at_table, user=caller.member, ready=wanted.ready)


@command("leave", "Leave", bots=True)
def leave(caller: Caller, _: None) -> None:
    """Frees the member's seat, or withdraws the request for one."""
    places.leave_table(**caller.at_table, user=caller.member)


@command("seat", "Change seats", SeatNumber, bots=True)
def seat(caller: Caller, wanted: SeatNumber) -> None:
    """Moves the member to a free seat, where seats differ."""
    places.change_seat(**caller.at_table, user=caller.member, number=wanted.seat)


@command("swap", "Swap seats", At)
def swap(caller: Caller, wanted: At) -> None:
    """Asks somebody to swap seats, or agrees to it; one's own place withdraws the request."""
    places.swap_seats(**caller.at_table, user=caller.member, place_id=wanted.place)


@command("colours", "Change colours", StoneAndMark, bots=True)
def colours(caller: Caller, wanted: StoneAndMark) -> None:
    """Changes the member's colours."""
    chosen = Colours(wanted.stone, wanted.mark)
    places.change_colours(**caller.at_table, user=caller.member, colours=chosen)


@command("say", "Chat", Text)
def say(caller: Caller, wanted: Text) -> None:
    """Writes in the table's chat."""
    count(CHAT, member_rate_key(caller.member))
    talking.say(**caller.at_table, by=caller.member, text=wanted.text.replace("\x00", ""))


@command("agree", "Let somebody in", At)
def agree(caller: Caller, wanted: At) -> None:
    """The host gives a seat to somebody who asks for one."""
    joining.agree(**caller.at_table, by=caller.member, place_id=wanted.place)


@command("decline", "Refuse somebody", At)
def decline(caller: Caller, wanted: At) -> None:
    """The host refuses somebody who asks for a seat."""
    joining.decline(**caller.at_table, by=caller.member, place_id=wanted.place)


@command("remove", "Free a seat", At)
def remove(caller: Caller, wanted: At) -> None:
    """The host frees a seat, or a member that of a bot that they added or own."""
    places.remove_place(**caller.at_table, by=caller.member, place_id=wanted.place)


@command("bot", "Seat a bot", BotSeat)
def seat_bot(caller: Caller, wanted: BotSeat) -> None:
    """Puts a bot on a free seat."""
    asked = {**caller.at_table, "by": caller.member, "number": wanted.seat}
    if not wanted.name:
        places.put_bot(**asked, level=read_level(str(wanted.level)))
        return
    bot = members_bot_named(wanted.name)
    if bot is None:
        raise Refused("no-such-member", "No bot of a member has this name.", at="name")
    put_members_bot(**asked, bot_id=bot.pk)


@command("dress", "Name a bot", BotDress)
def dress(caller: Caller, wanted: BotDress) -> None:
    """The host, or whoever added one of the site's bots, names and colours it."""
    places.change_bot(
        **caller.at_table,
        by=caller.member,
        place_id=wanted.place,
        name=wanted.name,
        colours=_colours(wanted),
    )


@command("invite", "Invite", Name)
def invite(caller: Caller, wanted: Name) -> None:
    """Invites a member by name; a member's bot sits down at once."""
    count(TABLE_INVITATIONS, member_rate_key(caller.member))
    bot = members_bot_named(wanted.name)
    if bot is not None:
        put_members_bot(**caller.at_table, by=caller.member, bot_id=bot.pk)
        return
    name = wanted.name.replace("\x00", "")
    inviting.invite(**caller.at_table, by=caller.member, name=name)


@command("withdraw", "Withdraw an invitation", InvitationKey)
def withdraw(caller: Caller, wanted: InvitationKey) -> None:
    """The host, or whoever invited somebody, withdraws the invitation."""
    inviting.withdraw_invitation(
        **caller.at_table, by=caller.member, invitation_id=wanted.invitation
    )


@command("stay-away", "Decline an invitation")
def stay_away(caller: Caller, _: None) -> None:
    """Declines the member's invitation."""
    inviting.decline_invitation(**caller.at_table, user=caller.member)


@command("start", "Start with fewer")
def start(caller: Caller, _: None) -> None:
    """The host, or anyone seated while the host is away, starts with those who are here."""
    readiness.start_with_fewer(**caller.at_table, by=caller.member)


@command("close", "Close")
def close(caller: Caller, _: None) -> None:
    """The host closes the table."""
    if caller.table.host_id != caller.member.pk:
        raise Refused(
            "not-allowed",
            "With a token, only the host can close a table. Moderators do that on the table’s "
            "page.",
        )
    closing.close_table(**caller.at_table, by=caller.member)


def _colours(wanted: Joining | BotDress) -> Colours | None:
    chosen = Colours(wanted.stone, wanted.mark)
    return chosen if wanted.stone or wanted.mark else None
