"""Measures what happens when pages lose their web process: all at once, or because it is
drained."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import psycopg

from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import Frame, Socket, opened
from tests.running.moving import Page, Site, ask, read_stream
from tests.servers.nginx import ANY_NUMBER, Nginx

FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""The pauses of a page before it connects again, in seconds, as in static/js/net/socket.js."""
ANSWER, FIRST_WORD = 5.0, 15.0
"""How long a page waits for a connection, and for the first message on it, as there."""
LOOK_EVERY = 0.1
KINDS = ("web", "PostgreSQL", "Redis", "measuring")
"""The processes whose processor time is divided by the number of pages."""
WHOLE = 2**20
"""A number of bytes that no frame here exceeds."""
NAME = "miai.example.org"


@dataclass(frozen=True)
class Returning:
    """Pages of members, half of them players of their games, that are cut off at the same moment
    and come back to two web processes, beside games of bots with short turns."""

    games: int = 100
    pages: int = 5_000
    bot_games: int = 50
    webs: int = 0  # it starts them itself
    settle: float = 5.0
    """Seconds of quiet before the cut, and after all are back."""

    def club(self) -> Any:
        """The games to make."""
        board = {"variant": "multiplayer-go", "options": {"size": 9}}
        quiet = {**board, "turn_seconds": 3600, "turn_ends": "complete"}
        live = {**board, "turn_seconds": 10, "turn_ends": "timer", "seats": 4}
        members = [[f"back-{number}-{seat}" for seat in range(2)] for number in range(self.games)]
        return {"games": [{**quiet, "seats": seats} for seats in members] + [live] * self.bot_games}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Seconds until each page has heard from its game again, and the latest turn meanwhile."""
        running.settings = {"SOCKETS_PER_MEMBER": str(self.pages)}
        running.start_all(webs=2)
        games, bots = club["games"][: self.games], club["games"][self.games :]
        running.prepare("spread", {"lead": 2, "games": [game["id"] for game in bots]})
        whose = [_page(games, number) for number in range(self.pages)]
        before = [
            Socket(running.ports[number % 2], game, cookie, hear=_ignore, keep=WHOLE)
            for number, (game, cookie) in enumerate(whose)
        ]
        late = Lateness(running)
        looking = asyncio.create_task(late.look())
        async with opened(before):
            snapshots = [await socket.first for socket in before]
            await asyncio.sleep(self.settle)
            late.forget()
        # All are cut off at the end of the block.
        began, used = time.perf_counter(), running.processor_time()
        pages = [
            _come_back(running.ports, *each, _newest(frame))
            for each, frame in zip(whose, snapshots)
        ]
        found = await asyncio.gather(*pages)
        spent = running.processor_time().since(used)
        await asyncio.sleep(self.settle)
        looking.cancel()
        await asyncio.gather(*(socket.close() for _, socket, _ in found))
        return {
            "back": [at - began for at, _, _ in found],
            "last": [max(at - began for at, _, _ in found)],
            "attempts": [float(sum(attempts for _, _, attempts in found))],
            "late": [late.latest],
            **{kind: [1000 * spent[kind] / len(found)] for kind in KINDS},
            "all": [sum(spent[kind] for kind in (*KINDS, "worker", "beat"))],
        }


class Lateness:
    """Looks again and again by how many seconds the most overdue turn is late."""

    def __init__(self, running: Running) -> None:
        self.address = running.servers.address(running.database)
        self.latest = 0.0

    def forget(self) -> None:
        """Forgets what was seen so far."""
        self.latest = 0.0

    async def look(self) -> None:
        """Looks until cancelled."""
        async with await psycopg.AsyncConnection.connect(
            self.address, autocommit=True
        ) as connection:
            while True:
                cursor = await connection.execute(
                    "SELECT coalesce(max(extract(epoch FROM clock_timestamp() - deadline)), 0)"
                    " FROM games_game WHERE status = 'running'"
                )
                row = await cursor.fetchone()
                assert row
                self.latest = max(self.latest, float(row[0]))
                await asyncio.sleep(LOOK_EVERY)


def _page(games: Sequence[Any], number: int) -> tuple[str, str]:
    """A game, and the cookie of one of its players, or of a player of the next game."""
    game, seat, watches = number // 2 % len(games), number % 2, number // 2 // len(games) % 2
    return games[game]["id"], games[(game + watches) % len(games)]["cookies"][seat]


def _ignore(_frame: Frame) -> None: ...


def _newest(frame: Frame) -> str:
    """The query with which a page that comes back says what it has seen already."""
    newest = json.loads(frame.text)["newest"]
    return f"?after={quote(json.dumps(newest))}"


class _Hearing:
    """When a page last received a frame, even if that only tells it to wait."""

    def __init__(self) -> None:
        self.heard_at = time.perf_counter()

    def hear(self, _frame: Frame) -> None:
        """Notes that a frame has arrived."""
        self.heard_at = time.perf_counter()


async def _come_back(
    ports: Sequence[int], game: str, cookie: str, query: str
) -> tuple[float, Socket, int]:
    """Connects again as a page does, until it has received its first message. Returns when that
    was, the socket, and the number of attempts."""
    attempt = 0
    while True:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
        await asyncio.sleep(longest * random.uniform(0.5, 1))
        attempt += 1
        page = _Hearing()
        socket = Socket(random.choice(ports), game, cookie, hear=page.hear, query=query)
        with suppress(OSError, TimeoutError):
            opening = asyncio.ensure_future(socket.open())
            await asyncio.wait({opening}, timeout=ANSWER)
            if socket.is_open:
                while not opening.done() and page.heard_at > time.perf_counter() - FIRST_WORD:
                    await asyncio.wait({opening}, timeout=1)
                if opening.done():
                    await opening
                    return time.perf_counter(), socket, attempt
            opening.cancel()
        await socket.close()
        if socket.first.done() and not socket.first.cancelled():
            socket.first.exception()  # it is known that this attempt has failed


@dataclass(frozen=True)
class Drained:
    """Two web processes behind nginx, one of which is drained under choices and requests."""

    games: int = 20
    watchers: int = 960
    pause: float = 1.0
    """Seconds between two choices of a player, and between two requests of a program. With so few,
    one process can do the work of both, so that nothing fails only because there is too much."""
    webs: int = 0  # it starts them itself

    def club(self) -> Any:
        """The games to make."""
        game = {"variant": "multiplayer-go", "options": {"size": 9}}
        slow = {"turn_seconds": 3600, "turn_ends": "timer"}
        return {
            "games": [
                {**game, **slow, "seats": [f"drained-{number}-{seat}" for seat in range(2)]}
                for number in range(self.games)
            ]
        }

    async def measure(self, running: Running, club: Any) -> Measured:
        """Counts what went wrong, and how long each page was without a connection."""
        running.settings = {
            "PRODUCTION": "1",
            "ALLOWED_HOSTS": NAME,
            "SITE_URL": f"https://{NAME}",
            "DRAIN_SECONDS": "5",
            "DRAIN_SPREAD_SECONDS": "10",
            "SOCKETS_PER_ADDRESS": str(2 * self.watchers),
        }
        running.start_all(webs=2)
        folder = running.servers.folder / "nginx"
        folder.mkdir(exist_ok=True)
        with Nginx(folder, NAME, *running.ports, connections=ANY_NUMBER) as nginx:
            site = Site(NAME, nginx.port, nginx.trust())
            return await self._drain(running, club["games"], site)

    async def _drain(self, running: Running, games: Any, site: Site) -> Measured:
        origin = {"Origin": f"https://{NAME}"}
        players, watchers = self._pages(games, site, origin)
        token = games[0]["tokens"][0]
        seal = f"/api/v1/games/{games[0]['id']}/seal"
        choice = {"step": 1, "action": {"type": "place", "at": [4, 4]}}
        own = {"Authorization": f"Bearer {token}"}
        tasks = [asyncio.ensure_future(page.follow()) for page in players]
        tasks += [
            *(
                asyncio.ensure_future(ask(site, "GET", "/rules/", None, self.pause))
                for _ in range(4)
            ),
            *(
                asyncio.ensure_future(ask(site, "POST", seal, choice, self.pause, **own))
                for _ in range(2)
            ),
            *(asyncio.ensure_future(read_stream(site, token)) for _ in range(4)),
        ]
        for page in watchers:  # one after the other, so that they do not all connect at once
            tasks.append(asyncio.ensure_future(page.follow()))
            await page.is_there.wait()
        await asyncio.sleep(2)
        began, process = time.perf_counter(), running.processes["web"][0]
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.wait, 60)
        ended = time.perf_counter() - began
        await asyncio.gather(*(page.is_there.wait() for page in (*players, *watchers)))
        await asyncio.sleep(2)
        site.is_over = True
        await asyncio.gather(*tasks)
        for failure in site.failures[:5]:
            print(failure)
        return {
            "failures": [float(len(site.failures))],
            "moved": [float(site.counts["moved"])],
            "told to wait": [float(site.counts["told to wait"])],
            "choices": [float(site.counts["choices"])],
            "requests": [float(site.counts["requests"])],
            "gap": [1000 * gap for page in (*players, *watchers) for gap in page.gaps],
            "ended": [ended],
        }

    def _pages(
        self, games: Any, site: Site, origin: dict[str, str]
    ) -> tuple[list[Page], list[Page]]:
        """The players, who choose all the time, and the watchers."""
        players = [
            Page(
                site,
                f"/ws/games/{game['id']}/",
                {**origin, "Cookie": f"__Host-{cookie}"},
                [{"type": "place", "at": [x, 0]} for x in range(2)],
                self.pause,
            )
            for game in games[1:]
            for cookie in game["cookies"]
        ]
        watchers = [
            Page(site, f"/ws/games/{games[number % len(games)]['id']}/", origin)
            for number in range(self.watchers)
        ]
        return players, watchers
