"""The socket of a game: it follows the game and hands commands to the services."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.utils import timezone

from accounts.sessions import hidden_before
from accounts.sockets import MemberSocket
from accounts.standing import Login, login_of
from games.live.catch_up import news
from games.live.present import present
from games.live.reading import BadMessage, read_command
from games.live.sync_beacon import newest
from games.live.watching import watching
from games.models import Game
from games.pages.access import Viewer, audiences_of, get_game_for_viewer, get_viewer
from games.pages.commands import carry_out
from games.play import commands
from games.play.messages import (
    AskSnapshot,
    CommandDone,
    EventsMissed,
    Snapshot,
)
from games.store import groups
from games.store.aio import run_game
from games.store.played import was_done_before
from transport.fanout import fanout
from transport.limits import COMMANDS, SNAPSHOTS
from transport.messages import Command, CommandId, encode
from transport.refusals import Refused, fault_of
from transport.threads import in_thread

logger = logging.getLogger(__name__)


class Watch:
    """Stands in a group in a socket's place; what comes does not wait until it is dealt with."""

    def __init__(self, do: Callable[[str], Awaitable[None]]) -> None:
        self.do = do
        self.doing: set[asyncio.Future[None]] = set()

    async def write(self, frame: str) -> None:
        """Lets it be dealt with."""
        doing = asyncio.ensure_future(self.do(frame))
        self.doing.add(doing)  # the loop alone would not keep it
        doing.add_done_callback(self.doing.discard)


class GameConsumer(MemberSocket):
    """Follows one game; its groups come from the address and the user, never from messages."""

    game_id: int | None = None
    spectates: bool | None = None  # not known yet
    login: Login | None = None
    plays_on: int | None = None
    """The key of the seat whose player this is."""
    has_closed = False
    watched_seat: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat_watch = Watch(self.show_again)
        self.following = asyncio.Lock()
        """Held while it looks, joins and reads: of two who do, the later one has looked later."""

    async def connect(self) -> None:
        """Accepts, joins, and sends the snapshot; a game that is not there closes the socket."""
        await self.accept()
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        after = known_numbers(self.scope["query_string"])
        await self.begin(partial(self.follow, after), counted_as=SNAPSHOTS)

    async def follow(self, after: Mapping[str, int] | None = None) -> None:
        """Joins the groups first and reads the state then, so that no step falls between.

        ``after``: the numbers of the last events that the page knows, by audience.
        """
        async with self.following:
            if not self.has_closed:
                await self._follow(after)

    async def _follow(self, after: Mapping[str, int] | None) -> None:
        game, viewer = await in_thread(self.look)
        if self.has_closed:
            return
        if self.game_id is None:
            self.game_id = game.pk
            newest().follow(game.pk)
        await self.join_only(groups_of(game, viewer))
        await self.watch_seat(seat_that_is_watched(game, viewer))
        await self.take_part(viewer)
        count = await watching().count(self.public_id)
        async with self.holding():
            await self.send_frame(encode(await in_thread(self.state, count, after)))

    async def watch_seat(self, group: str | None) -> None:
        """What is for the seat is in this group: where the session is not shown all of it, each
        message only lets it read again what it is shown."""
        if group == self.watched_seat:
            return
        if self.watched_seat is not None:
            await fanout().leave(self.watched_seat, self.seat_watch)
        self.watched_seat = group
        if group is not None:
            await fanout().join(group, self.seat_watch)

    async def show_again(self, _frame: str) -> None:
        """Sends what the member may see and do now, in place of a message to the seat."""
        try:
            await self.account_changed()
        except Exception as error:  # noqa: BLE001 the page notices the gap and asks
            logger.error("a page could not be told of its seat: %s", fault_of(error))

    async def take_part(self, viewer: Viewer) -> None:
        """Counts as a spectator, or as a player who is there; a seat may have been taken or lost
        since the last time."""
        spectates = viewer.seat is None
        if self.spectates != spectates:
            if self.spectates is not None:
                watching().go(self.public_id, watches=self.spectates)
            self.spectates = spectates
            watching().come(self.public_id, watches=spectates)
        if viewer.seat is None and self.plays_on is not None:
            plays_on, self.plays_on = self.plays_on, None
            await present().go(plays_on, is_back=False)
        if self.plays_on is None and viewer.seat is not None and not viewer.seat.left_why:
            self.plays_on = viewer.seat.pk
            await present().come(self.plays_on)

    async def account_changed(self) -> None:
        """Sends what the member may see and do now."""
        if self.game_id is not None:
            await self.follow()

    def look(self) -> tuple[Game, Viewer]:
        """The game, and what this socket's user is to it."""
        game = get_game_for_viewer(self.public_id)
        user = self.user()
        session = self.scope["session"]
        self.login = None if user is None else login_of(user, session)
        return game, get_viewer(game, user, timezone.now(), hidden_before(session))

    def state(self, count: int, after: Mapping[str, int] | None) -> Snapshot | EventsMissed:
        """The snapshot for this socket's user, or what they have missed."""
        game, viewer = self.look()
        return news(game, viewer, after, watching=count, now=timezone.now())

    async def leave_all(self) -> None:
        """Leaves the count of spectators and the players who are there, too, however it ends."""
        self.has_closed = True
        await super().leave_all()
        async with self.following:
            await self.join_only(set())  # what it was about to join
            await self.watch_seat(None)
            game_id, self.game_id = self.game_id, None
            spectates, self.spectates = self.spectates, None
            plays_on, self.plays_on = self.plays_on, None
        if game_id is not None:
            newest().leave(game_id)
        if spectates is not None:
            watching().go(self.public_id, watches=spectates)
        if plays_on is not None:
            await present().go(plays_on)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Carries one command out and answers its sender."""
        command_id: CommandId = None
        try:
            command = await self.read(text_data)
            command_id = command.id
            await self.count(commands.entry_of(command).limit)
            await self.carry_out(command)
        except Refused as refused:
            await self.refuse(refused, command_id)
        except Exception as error:  # noqa: BLE001 a fault must not cost the connection
            await self.fail(error, command_id)
        else:
            await self.tell(CommandDone(now=timezone.now(), id=command_id))

    async def read(self, text: str | None) -> Command:
        """The command in a message; one that cannot be read counts, too."""
        try:
            return read_command(text)
        except BadMessage:
            await self.count(COMMANDS)
            raise

    async def carry_out(self, command: Command) -> None:
        """Carries out a command of the socket's member."""
        if isinstance(command, AskSnapshot):
            await self.follow(command.after)
        elif self.game_id is None:
            raise Refused("not-found", "There is no game at this address.")
        elif self.login is None:
            raise Refused("login-needed", "Log in first.")
        else:
            await self.play(self.game_id, self.login, command)

    async def play(self, game_id: int, login: Login, command: Command) -> None:
        """Carries a command out in a run of the game: in the event loop if it can be, else in a
        thread."""
        entry = commands.entry_of(command)
        if not entry.in_loop:
            work = partial(carry_out, game_id=game_id, login=login, arrived=self.arrived)
            await in_thread(work, command)
            return
        act = partial(commands.do, command, arrived=self.arrived)
        try:
            await run_game(game_id, login, act, entry.needs)
        except Refused as refused:
            if not await in_thread(was_done_before, command, game_id, login, refused):
                raise


def known_numbers(query: bytes) -> Mapping[str, int] | None:
    """What the address of a socket says that its page knows; None where it says nothing of it."""
    after = parse_qs(query.decode(errors="replace")).get("after", [""])[0]
    try:
        return msgspec.json.decode(after, type=dict[str, int])
    except msgspec.DecodeError:
        return None


def groups_of(game: Game, viewer: Viewer) -> set[str]:
    """The groups whose messages ``viewer`` may know."""
    group_of = groups.of_game(game.public_id, {})
    joined = {group_of(audience) for audience in audiences_of(game, viewer)}
    if viewer.actor.hidden_before is None:
        joined |= seat_groups_of(game, viewer)
    return joined


def seat_groups_of(game: Game, viewer: Viewer) -> set[str]:
    """The group of the viewer's own seat, if they have one."""
    if viewer.seat is None:
        return set()
    return {groups.seat(game.public_id, viewer.seat.number, viewer.seat.user_id)}


def seat_that_is_watched(game: Game, viewer: Viewer) -> str | None:
    """The group of the own seat, whose messages a session that is not shown all does not get."""
    if viewer.actor.hidden_before is None:
        return None
    return next(iter(seat_groups_of(game, viewer)), None)
