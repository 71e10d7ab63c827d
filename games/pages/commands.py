"""Commands over plain HTTP: the same registry as the sockets', with one address per command. Also
deletes chat messages for moderators, in the admin and in reports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils import timezone

from accounts.guests import guest_of
from accounts.models import User
from accounts.standing import Login, login_of
from games.models import ChatMessage
from games.pages.answers import View, arrival_of, read_body, refusals_as_json
from games.pages.guests import game_and_user
from games.play import chat, commands
from games.play.commands import Entry
from games.play.rows import Room
from games.store.played import was_done_before
from games.store.presence import note_pages
from games.store.sync import run_game
from transport.limits import count, rate_key_of
from transport.messages import Command
from transport.refusals import Refused


def carry_out(command: Command, *, game_id: int, login: Login, arrived: datetime) -> None:
    """Carries out a member's command, if they may give it. ``arrived``: when it reached the server;
    this decides whether it was in time, however long it has waited since. ``login``: who gives it;
    if their session has ended by the time the game is locked, nobody does.

    Raises Refused ``not-found``, and as :func:`games.play.commands.do` does.
    """
    try:
        with run_game(game_id, login, commands.entry_of(command).needs) as run:
            commands.do(command, run, arrived)
    except Refused as refused:
        if not was_done_before(command, game_id, login, refused):
            raise


def addresses(prefix: str) -> Iterator[URLPattern]:
    """Yields the address of each command of a game, behind ``prefix``."""
    for entry in commands.REGISTRY.values():
        if entry.address is not None:
            view, name = _view_of(entry), f"game-{entry.address}"
            yield path(f"{prefix}{entry.address}/", view, name=name)


def _view_of(entry: Entry) -> View:
    """Returns a view that carries out a command: POST only, for members and for guests in their own
    games, within the command's limit."""
    fields = {field.name for field in msgspec.structs.fields(entry.command)}

    @refusals_as_json
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        if request.method != "POST":
            return HttpResponse(status=405, headers={"Allow": "POST"})
        if not isinstance(request.user, User) and guest_of(request) is None:
            raise Refused("login-needed", "Log in first.")
        count(entry.limit, rate_key_of(request))
        arrived = arrival_of(request)
        game, user = game_and_user(request, public_id)
        if not isinstance(user, User):
            raise Refused("login-needed", "Log in first.")
        body = read_body(request)
        said = {name: value for name, value in body.items() if name in fields}
        command = commands.read(entry.kind, said, strict=False)
        carry_out(command, game_id=game.pk, login=login_of(user, request.session), arrived=arrived)
        # Anyone who acts is present, even if no socket of theirs is open.
        seats = game.seats.filter(user=user, left_why="")
        note_pages(list(seats.values_list("pk", flat=True)), timezone.now())
        return JsonResponse({"ok": True})

    return view


def take_down(message: ChatMessage) -> None:
    """Deletes a message, also from open pages. The caller has made sure that a moderator may do
    this. Deleting a message again changes nothing."""
    with run_game(message.game_id) as run:
        if ChatMessage.objects.filter(pk=message.pk).delete()[0]:
            chat.tell_removed(run, message.pk, Room(message.room))
