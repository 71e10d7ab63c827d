"""The socket of a game: sends a page the game's events and hands its commands to
:mod:`games.play`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.utils import timezone

from accounts.guests import as_guest
from accounts.models import User
from accounts.sessions import user_of
from accounts.sockets import MemberSocket
from accounts.standing import Login
from engines.registry import GAMES
from games.live.catch_up import news
from games.live.present import present
from games.live.sync_beacon import AUDIENCES, beacon
from games.live.watching import watching
from games.models import Game
from games.pages.access import Viewer, audiences_of, get_game_for_viewer, get_viewer
from games.pages.commands import carry_out
from games.play import commands, events
from games.play.messages import (
    AskSnapshot,
    CommandDone,
    EventsMissed,
    Snapshot,
)
from games.store.aio import run_game
from games.store.played import may_have_been_done, was_done_before
from transport.fanout import fanout
from transport.limits import COMMANDS, SNAPSHOTS
from transport.messages import Command, CommandId, encode
from transport.refusals import Refused, fault_of
from transport.threads import in_thread

MOST_SEATS = max(each.most_seats for each in GAMES)
"""How many seats a game has at most."""

logger = logging.getLogger(__name__)


class Watch:
    """Joins a group in place of a socket. Handles each message in a task, without waiting for
    it."""

    def __init__(self, do: Callable[[str], Awaitable[None]]) -> None:
        self.do = do
        self.doing: set[asyncio.Future[None]] = set()

    async def write(self, frame: str) -> None:
        """Starts a task that handles the message."""
        doing = asyncio.ensure_future(self.do(frame))
        self.doing.add(doing)  # the loop itself holds no strong reference to a task
        doing.add_done_callback(self.doing.discard)


class GameConsumer(MemberSocket):
    """Follows one game. Its groups are derived from the address and the user, never from
    messages."""

    game_id: int | None = None
    spectates: bool | None = None  # not known yet
    login: Login | None = None
    plays_on: int | None = None
    """The key of the seat that this socket's user plays on."""
    has_closed = False
    watched_seat: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat_watch = Watch(self.show_again)
        self.following = asyncio.Lock()
        """Held while the socket looks up the game, joins its groups and reads its state, so that of
        two such tasks the later one also reads the later state."""

    async def connect(self) -> None:
        """Accepts, joins, and sends the snapshot. Closes the socket if there is no such game."""
        await self.accept()
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        after = known_numbers(self.scope["query_string"])
        await self.begin(partial(self.follow, after), counted_as=SNAPSHOTS)

    async def prepare(self) -> None:
        """In their own game, a guest is the socket's user."""
        guest = self.scope["guest"]
        if guest is not None:
            game = await in_thread(get_game_for_viewer, self.public_id, guest)
            self.scope["user"] = guest if game.settings.guest else self.scope["user"]
        await super().prepare()

    def user(self) -> User | None:
        """The member, or the guest whose game it is, if they are still logged in."""
        if "token" in self.scope:
            return super().user()
        found = user_of(self.scope["session"].session_key)
        return found if found is None or found == self.scope["user"] else None

    async def follow(self, after: Mapping[str, int] | None = None) -> None:
        """Joins the groups before it reads the state, so that no step is missed in between.

        ``after``: the numbers of the last events that the page knows, by audience.
        """
        async with self.following:
            if not self.has_closed:
                await self._follow(after)

    async def _follow(self, after: Mapping[str, int] | None) -> None:
        """Reads what the socket may join together with the state. So until that is read, it joins
        all that it might, and holds back what comes."""
        async with self.holding(self._groups_to_come()):
            game, viewer, told = await in_thread(self.read_news, after)
            if self.has_closed:
                return
            if self.game_id is None:
                self.game_id = game.pk
                await beacon().follow(game)
            self.count_page(viewer)
            if viewer.seat is not None and viewer.seat.away:
                await self.be_present(viewer)  # first: the page shows them as they are now
                game, viewer, told = await in_thread(self.read_news, after)
            await self.join_only(groups_of(game, viewer))
            await self.watch_seat(seat_that_is_watched(game, viewer))
            told.watching = await watching().count(self.public_id)
            told.now = timezone.now()
            await self.send_frame(encode(told))
            if self.has_candidate_frame(self.watched_seat):
                await self.seat_watch.write("")
        await self.be_present(viewer)

    def _groups_to_come(self) -> set[str]:
        """All groups that this socket might join, whatever its user is to the game."""
        user = self.scope["user"]
        groups = {events.group_of(self.public_id, audience) for audience in AUDIENCES}
        if user.is_authenticated:
            groups |= {
                events.group_of(self.public_id, events.seat(number), user.pk)
                for number in range(MOST_SEATS)
            }
        return groups - {self.watched_seat}

    async def watch_seat(self, group: str | None) -> None:
        """Watches this group of the user's seat, for a session that may not see all messages to it.
        Each message only makes the socket read again what the session may see."""
        if group == self.watched_seat:
            return
        if self.watched_seat is not None:
            fanout().leave(self.watched_seat, self.seat_watch)
        self.watched_seat = group
        if group is not None:
            await fanout().join(group, self.seat_watch)

    async def show_again(self, _frame: str) -> None:
        """Sends what the member may see and do now, instead of a message to the seat."""
        try:
            await self.account_changed()
        except Exception as error:  # noqa: BLE001 the page notices the gap and asks
            logger.error("a page could not be told of its seat: %s", fault_of(error))

    def count_page(self, viewer: Viewer) -> None:
        """Counts the page among those of spectators, or of players. Its user may have taken or lost
        a seat since the last call."""
        spectates = viewer.seat is None
        if self.spectates != spectates:
            if self.spectates is not None:
                watching().go(self.public_id, watches=self.spectates)
            self.spectates = spectates
            watching().come(self.public_id, watches=spectates)

    async def be_present(self, viewer: Viewer) -> None:
        """Notes that a player is there, the first time that this is called while they have their
        seat."""
        if viewer.seat is None and self.plays_on is not None:
            plays_on, self.plays_on = self.plays_on, None
            await present().go(plays_on, is_back=False)
        if self.plays_on is None and viewer.seat is not None and not viewer.seat.left_why:
            self.plays_on = viewer.seat.id
            await present().come(self.plays_on)

    async def account_changed(self) -> None:
        """Sends what the member may see and do now."""
        if self.game_id is not None:
            await self.follow()

    def look(self) -> tuple[Game, Viewer]:
        """Returns the game, and what this socket's user is to it."""
        user = self.user()
        game = get_game_for_viewer(self.public_id, as_guest(user))
        self.login = self.login_for(user)
        hidden, by_program = self.hidden_before(), "token" in self.scope
        return game, get_viewer(game, user, timezone.now(), hidden, by_program=by_program)

    def read_news(
        self, after: Mapping[str, int] | None
    ) -> tuple[Game, Viewer, Snapshot | EventsMissed]:
        """Returns the game, what this socket's user is to it, and the snapshot for them, or the
        events that they missed. The number of spectators is not in it yet."""
        game, viewer = self.look()
        return game, viewer, news(game, viewer, after, watching=0, now=timezone.now())

    async def leave_all(self) -> None:
        """Also leaves the counts of spectators and of present players, however the socket ends."""
        self.has_closed = True
        await super().leave_all()
        async with self.following:
            await self.join_only(set())  # also leaves what was just being joined
            await self.watch_seat(None)
            game_id, self.game_id = self.game_id, None
            spectates, self.spectates = self.spectates, None
            plays_on, self.plays_on = self.plays_on, None
        if game_id is not None:
            beacon().leave(game_id, self.public_id)
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
            entry = commands.entry_of(command)
            await self.count(entry.limit)
            await self.carry_out(command, entry)
        except Refused as refused:
            await self.refuse(refused, command_id)
        except Exception as error:  # noqa: BLE001 a fault must not cost the connection
            await self.fail(error, command_id)
        else:
            await self.tell(CommandDone(now=timezone.now(), id=command_id))

    async def read(self, text: str | None) -> Command:
        """Returns the command in a message. Unreadable messages also count towards the limit."""
        try:
            return commands.read_message(text)
        except commands.BadMessage:
            await self.count(COMMANDS)
            raise

    async def carry_out(self, command: Command, entry: commands.Entry) -> None:
        """Carries out a command of the socket's member: in the event loop if possible, otherwise in
        a thread."""
        if isinstance(command, AskSnapshot):
            await self.follow(command.after)
        elif self.game_id is None:
            raise Refused("not-found", "There is no game at this address.")
        elif self.login is None:
            raise Refused("login-needed", "Log in first.")
        elif not entry.in_loop:
            who = {"game_id": self.game_id, "login": self.login, "arrived": self.arrived}
            await in_thread(carry_out, command, **who)
        else:
            act = partial(commands.do, command, arrived=self.arrived)
            try:
                await run_game(self.game_id, self.login, act, entry.needs)
            except Refused as refused:
                again = (command, self.game_id, self.login, refused)
                could_be = may_have_been_done(command, refused)  # else it needs no thread
                if not (could_be and await in_thread(was_done_before, *again)):
                    raise


def known_numbers(query: bytes) -> Mapping[str, int] | None:
    """Returns the event numbers that the page knows, from the socket's address; None if absent."""
    after = parse_qs(query.decode(errors="replace")).get("after", [""])[0]
    try:
        return msgspec.json.decode(after, type=dict[str, int])
    except msgspec.DecodeError:
        return None


def groups_of(game: Game, viewer: Viewer) -> set[str]:
    """Returns the groups whose messages ``viewer`` may see."""
    joined = {events.group_of(game.public_id, audience) for audience in audiences_of(game, viewer)}
    if viewer.actor.hidden_before is None:
        joined |= seat_groups_of(game, viewer)
    return joined


def seat_groups_of(game: Game, viewer: Viewer) -> set[str]:
    """Returns the group of the viewer's own seat; empty if they have none."""
    if viewer.seat is None:
        return set()
    audience = events.seat(viewer.seat.number)
    return {events.group_of(game.public_id, audience, viewer.seat.user_id)}


def seat_that_is_watched(game: Game, viewer: Viewer) -> str | None:
    """Returns the group of the viewer's seat if their session may not see all of its messages, else
    None."""
    if viewer.actor.hidden_before is None:
        return None
    return next(iter(seat_groups_of(game, viewer)), None)
