"""The events of all games of a member, as an endless stream of lines of JSON.

A line is ``{"game": ID, "event": {…}}`` with an event of the protocol, or ``{"alive": TIME}`` when
nothing has happened for a while. Events are numbered for each game and audience; a program that was
cut off sends the numbers it knows as ``after`` and gets what it missed. A program cannot ask on the
stream, so what it missed because a push was lost is sent without its asking. The last line,
``{"closed": CODE}``, says why the server ended the stream.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import msgspec
from django.db import DatabaseError
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from ninja import Router

from accounts.models import ApiToken, User
from accounts.services.bots import note_connected, note_gone, note_still_connected
from accounts.services.tokens import token_that_works
from accounts.sockets import sockets_of
from api.answers import with_headers
from api.callers import MAY_READ, token_of
from api.description import LINES, describe_lines
from api.feed import Feed
from api.open_streams import leave_place, take_place
from database.queries import KEY, Compiled, compiled
from games.archive.tenures import seats_held_by
from games.live.catch_up import news
from games.live.consumers import groups_of
from games.models import Game
from games.pages.access import Viewer, get_viewer
from games.pages.members_bots import Takes, read_takes
from lobby.live import lobby_of
from transport.fanout import LEAVING, Farewell, fanout
from transport.limits import STREAMS, count, member_rate_key, rate_key_of
from transport.messages import encode
from transport.open_sockets import TooMany
from transport.refusals import Refused, fault_of
from transport.threads import in_thread

router = Router(tags=["following"])

logger = logging.getLogger(__name__)

ALIVE_EVERY = 10.0
"""After this many seconds without an event, a line says that the stream still works."""
LOOK_EVERY = 60.0
"""How often the list of the member's games is read even without a hint, in seconds."""
NOTE_EVERY = 15.0
"""How often it is stored that a bot is still connected, in seconds."""
MOST_WAITING = 2_000
"""How many lines may wait for a slow program. With more, the stream ends, and the program resumes
with ``after``."""
MOVED = "moved"
"""Why a stream ends whose web process is about to end. The program connects again at once."""
MOST_ASKED = 100
"""How many games a program may name in ``after``."""

After = Mapping[str, Mapping[str, int]]
"""The numbers of the last events that a program knows, by game and audience."""


@dataclass(eq=False)
class Hints:
    """Joins the member's groups: any frame there may mean that a game has begun, a seat changed
    hands, or the token has ended. An empty frame means that all states must be sent again."""

    stream: MemberStream

    async def write(self, frame: str) -> None:
        """Makes the stream read its list of games again."""
        self.stream.look_again = True
        self.stream.send_all_again |= not frame
        self.stream.woken.set()


class MemberStream:
    """The lines for one program. ``after``: the last events that it knows. ``takes``: what a
    member's bot plays; as long as the stream lasts, members can add it to tables. ``counted``: the
    lines go over a socket, which is already counted as open."""

    def __init__(
        self, token: ApiToken, after: After, takes: Takes | None = None, *, counted: bool = False
    ) -> None:
        self.token, self.after, self.counted = token, dict(after), counted
        self.takes, self.key = takes, secrets.token_hex(16)
        self.waiting: list[str] = []
        self.woken = asyncio.Event()
        self.feeds: dict[str, Feed] = {}
        self.behind: set[Feed] = set()
        """The feeds that have missed events."""
        self.hints = Hints(self)
        self.farewell = Farewell(self.move)
        self.look_again, self.send_all_again = True, False
        self.closed = ""
        self.left = asyncio.Event()

    def add(self, line: str) -> None:
        """Adds a line."""
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(line)
        else:
            self.closed = "too-slow"
        self.woken.set()

    def has_missed(self, feed: Feed) -> None:
        """Has the state read again, because this feed has missed events."""
        self.behind.add(feed)
        self.woken.set()

    def move(self) -> None:
        """Ends the stream, as its program is to connect to another process."""
        self.end(MOVED)

    def end(self, why: str) -> None:
        """Ends the stream after the lines that wait."""
        self.closed = self.closed or why
        self.woken.set()

    async def lines(self) -> AsyncGenerator[str, None]:
        """Yields the lines until the token ends or the program disconnects."""
        rate_key = member_rate_key(self.token.member)
        try:
            if not self.counted:
                await take_place(self, rate_key)
        except TooMany as refused:
            yield _closed(refused.code)
            return
        try:
            async with aclosing(self._joined_lines()) as lines:
                async for line in lines:
                    yield line
        finally:
            if not self.counted:
                await leave_place(self, rate_key)

    async def _joined_lines(self) -> AsyncGenerator[str, None]:
        """Joins the groups that the lines come from, yields the lines, and leaves the groups."""
        member = self.token.member
        own_groups = (sockets_of(member.pk), lobby_of(member.pk))
        try:
            await fanout().join(LEAVING, self.farewell)
            for group in own_groups:
                await fanout().join(group, self.hints)
            if self.takes is not None:
                await in_thread(self._note_connected)
            async for line in self._lines():
                yield line
        except Exception as error:  # noqa: BLE001 the program is told, and connects again
            logger.error("a stream of events failed: %s", fault_of(error))
            yield _closed("failed")
        finally:
            fanout().leave(LEAVING, self.farewell)
            for group in own_groups:
                fanout().leave(group, self.hints)
            for feed in list(self.feeds.values()):
                await feed.leave()
            if self.takes is not None and self.closed != MOVED:  # else it is back at once
                with suppress(DatabaseError):  # it soon counts as gone anyway
                    await in_thread(self._note_gone)

    async def _lines(self) -> AsyncGenerator[str, None]:
        loop = asyncio.get_running_loop()
        look_at, note_at, has_begun = loop.time(), loop.time() + NOTE_EVERY, False
        while True:
            if self.takes is not None and loop.time() >= note_at:
                await in_thread(self._note_still_connected)
                note_at = loop.time() + NOTE_EVERY
            if self.look_again or loop.time() >= look_at:
                await self._look()
                look_at = loop.time() + LOOK_EVERY * random.uniform(0.8, 1.2)
            await self._catch_up()
            while self.waiting:
                lines, self.waiting = self.waiting, []
                for line in lines:
                    yield line
                    has_begun = True
            if self.closed:
                yield _closed(self.closed)
                return
            self.woken.clear()
            if not (self.look_again or self.behind or self.waiting):
                try:
                    # The first line comes at once: until then a program waits for the answer.
                    async with asyncio.timeout(ALIVE_EVERY if has_begun else 0.0):
                        await self.woken.wait()
                except TimeoutError:
                    yield f'{{"alive":"{timezone.now():%Y-%m-%dT%H:%M:%S.%fZ}"}}'
                has_begun = True

    async def _catch_up(self) -> None:
        """Reads what the feeds in ``behind`` have missed."""
        while self.behind:
            feed = self.behind.pop()
            if feed.public_id in self.feeds:
                await self._begin(feed, feed.known)

    async def _look(self) -> None:
        """Starts to follow new games of the member, and stops following games that are over."""
        self.look_again, again = False, self.send_all_again
        self.send_all_again = False
        found = await in_thread(self._games)
        if found is None:
            self.closed = "token-ended"
            return
        for public_id, is_over in found.items():
            if public_id not in self.feeds:
                self.feeds[public_id] = Feed(self, public_id)
                await self._begin(self.feeds[public_id], self.after.get(public_id))
            elif again:
                await self._begin(self.feeds[public_id])
            if not is_over:
                self.feeds[public_id].over_since = None
        await self._leave_ended_games({each for each, is_over in found.items() if not is_over})

    async def _leave_ended_games(self, going_on: set[str]) -> None:
        """Stops following games that ended a while ago, so that their last events have arrived."""
        now = timezone.now()
        for public_id, feed in list(self.feeds.items()):
            if public_id in going_on:
                continue
            if feed.over_since is None:
                feed.over_since = now
            elif (now - feed.over_since).total_seconds() >= LOOK_EVERY / 2:
                await feed.leave()
                del self.feeds[public_id]
                self.after.pop(public_id, None)

    async def _begin(self, feed: Feed, after: Mapping[str, int] | None = None) -> None:
        """Joins the groups first and reads the state afterwards, so that no event in between is
        lost. ``after``: the numbers of the last events that the program knows; None: it knows
        nothing."""
        held: list[str] = []
        feed.held = held
        feed.is_behind = False
        game, groups = await in_thread(self._groups, feed.public_id)
        await feed.follow(game)
        await feed.join_only(groups)
        self.after.pop(feed.public_id, None)
        if groups:
            state, feed.known = await in_thread(self._state, feed.public_id, after)
            self.add(f'{{"game":"{feed.public_id}","event":{state}}}')
        feed.held = None
        for frame in held:
            await feed.write(frame)

    def _note_connected(self) -> None:
        note_connected(
            bot=self.token.member, key=self.key, takes=self._encoded_takes(), now=timezone.now()
        )

    def _note_still_connected(self) -> None:
        note_still_connected(
            bot=self.token.member, key=self.key, takes=self._encoded_takes(), now=timezone.now()
        )

    def _encoded_takes(self) -> Any:
        return msgspec.to_builtins(self.takes)

    def _note_gone(self) -> None:
        note_gone(bot=self.token.member, key=self.key)

    def _games(self) -> dict[str, bool] | None:
        """The games to follow, each with whether it is over; None if the token has ended."""
        token = token_that_works(self.token.pk, timezone.now())
        if token is None:
            return None
        found = {public_id: False for (public_id,) in _played_by().rows(member=token.member_id)}
        asked = [each for each in (*self.after, *self.feeds) if each not in found]
        if not asked:
            return found
        others = Game.objects.filter(public_id__in=asked)
        shown = {game.public_id: game.is_over for game in others if not game.settings.guest}
        return {**shown, **found}

    def _groups(self, public_id: str) -> tuple[Game, set[str]]:
        game = Game.objects.get(public_id=public_id)
        return game, groups_of(game, self._viewer(game, timezone.now()))

    def _state(self, public_id: str, after: Mapping[str, int] | None) -> tuple[str, dict[str, int]]:
        """What the program has missed, or the whole state, and the numbers of the last events in
        it."""
        now, game = timezone.now(), Game.objects.get(public_id=public_id)
        told = news(game, self._viewer(game, now), after, watching=0, now=now)
        return encode(told), dict(told.newest)

    def _viewer(self, game: Game, now: datetime) -> Viewer:
        return get_viewer(game, self.token.member, now, by_program=True)


@cache
def _played_by() -> Compiled:
    """The ids of the games that a member plays now."""
    held = seats_held_by(User(pk=KEY)).filter(game__status__in=["running", "paused"])
    return compiled("{held}", {"member": KEY}, held=held.order_by().values("game__public_id"))


@router.get(
    "/events",
    auth=MAY_READ,
    openapi_extra=describe_lines(),
    summary="Follow all my games",
)
def events(request: HttpRequest, after: str = "", takes: str = "") -> StreamingHttpResponse:
    """A line of JSON for each event of each game that the member plays: `{"game": ID, "event":
    {…}}`, first the state of each; `{"alive": TIME}` after ten seconds without any; `{"closed":
    CODE}` at the end. `after`: as JSON, the numbers of the last events that you know, by game and
    audience; those that you missed come first. `takes`: as JSON, what a member's bot plays, such as
    `{"games": {"territory": {"seats": [2]}}, "paces": ["live"], "at_once": 2}`."""
    count(STREAMS, rate_key_of(request))
    token = token_of(request)
    assert token is not None
    stream = MemberStream(token, read_after(after), read_bot_takes(token, takes))
    lines = stream.lines()
    response = StreamingHttpResponse(_encoded(lines), content_type=LINES)
    response["X-Accel-Buffering"] = "no"  # so that nginx passes each line on at once
    patch_cache_control(response, no_store=True)
    return with_headers(request, response)


async def _encoded(lines: AsyncGenerator[str, None]) -> AsyncIterator[bytes]:
    async with aclosing(lines) as each:
        async for line in each:
            yield f"{line}\n".encode()


def _closed(code: str) -> str:
    return f'{{"closed":"{code}"}}'


def read_bot_takes(token: ApiToken, text: str) -> Takes | None:
    """Reads the parameter ``takes`` of the address; None if it is empty. Raises Refused
    ``bad-takes``, or ``not-allowed`` if the program is not a member's bot."""
    if not text:
        return None
    if token.member.owner_id is None:
        raise Refused(
            "not-allowed",
            "Only bots send “takes”. Register a bot on your account page.",
            at="takes",
        )
    return read_takes(text)


def read_after(text: str) -> After:
    """Reads the parameter ``after`` of the address. Raises Refused ``bad-command``."""
    if not text:
        return {}
    with suppress(msgspec.DecodeError, UnicodeError):
        after = msgspec.json.decode(text, type=dict[str, dict[str, int]])
        if len(after) <= MOST_ASKED and all(key.isascii() and key.isalnum() for key in after):
            return after
    raise Refused(
        "bad-command",
        "after must be JSON: event numbers by game and audience, of at most %(most)s games.",
        values={"most": MOST_ASKED},
        at="after",
    )
