"""Playing: each command of the protocol at an address of its own, from the same registry as pages
and sockets use."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from msgspec import Struct
from ninja import Router

from api.answers import answer, refuse_unknown
from api.callers import MAY_PLAY, login_of, member_of
from api.description import describe
from games.pages.access import get_game_for_viewer
from games.pages.answers import arrival_of, read_body
from games.pages.commands import carry_out
from games.play import commands
from games.play.commands import Entry
from games.play.permissions import Act
from games.store.presence import note_pages
from transport.limits import count, member_rate_key

router = Router(tags=["playing"])


class Done(Struct):
    """The command was carried out."""

    ok: bool = True


def _add(entry: Entry) -> None:
    """Adds the address of a command. Its body is the command without ``type``. Those of moderators
    are refused to everybody here, so that the description leaves them out."""
    fields = [each.name for each in msgspec.structs.fields(entry.command) if each.name != "id"]

    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        member = member_of(request)
        count(entry.limit, member_rate_key(member))
        game = get_game_for_viewer(game_id)
        body = read_body(request)
        refuse_unknown(body, fields)
        command = commands.read(entry.kind, body, name=entry.address)
        carry_out(command, game_id=game.pk, login=login_of(request), arrived=arrival_of(request))
        seats = game.seats.filter(user=member, left_why="")
        note_pages(list(seats.values_list("pk", flat=True)), timezone.now())
        return answer(request, Done())

    view.__name__ = f"do_{(entry.address or '').replace('-', '_')}"
    view.__doc__ = " ".join((entry.command.__doc__ or "").split())
    add: Callable[..., Callable[..., object]] = router.post
    add(
        f"/{{game_id}}/{entry.address}",
        auth=MAY_PLAY,
        openapi_extra=describe(Done, body=entry.command),
        include_in_schema=entry.act is not Act.MODERATE,
        summary=(entry.address or "").replace("-", " ").capitalize(),
    )(view)


for _entry in commands.REGISTRY.values():
    if _entry.address is not None:
        _add(_entry)
