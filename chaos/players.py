"""Players and spectators, who use the site as docs/protocol.md describes."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from chaos import http
from chaos.ledger import DONE, Choice, Json, Ledger
from engines import record as records
from engines.registry import game as engine_for
from engines.rules import IllegalAction

FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""The pause between attempts to connect, in seconds, as on the page."""

QUIET = 10.0
"""After this many seconds without a frame the connection counts as lost. The club sends one at
least every five."""

UNANSWERED = 4.0
"""How many seconds a player waits for the answer to a choice before reloading the page."""

OVERDUE = 2.0
"""How many seconds after a deadline a page without news asks for the state."""


class Positions:
    """The state of one game, read from its public record and shared by its players."""

    def __init__(self, variant: str, public_id: str, ports: Sequence[int]) -> None:
        self.engine = engine_for(variant)
        self.public_id = public_id
        self.ports = ports
        self._step = -1
        self._state: Any = None
        self._lock = asyncio.Lock()

    async def after(self, step: int, random: Random) -> Any:
        """The state after ``step``; None if the record cannot be read or does not go to this
        step."""
        async with self._lock:
            if self._step < step:
                try:
                    await self._read(random.choice(self.ports))
                except (OSError, ValueError):
                    return None
            return self._state if self._step == step else None

    async def _read(self, port: int) -> None:
        answer = await http.request(port, f"/games/{self.public_id}/record.json", timeout=4)
        if answer.status != 200:
            return
        record = records.from_json(answer.json())
        if self._state is None:
            self._step = 0
            self._state = self.engine.new_state(record.options, record.seats, record.seed)
        for step in record.steps[self._step :]:
            if "leave" in step:
                self._state, _ = self.engine.leave(self._state, step["leave"])
            else:
                actions = {int(seat): action for seat, action in step["actions"].items()}
                self._state, _ = self.engine.resolve(self._state, actions)
            self._step += 1


@dataclass
class Known:
    """What a page knows about its game: the next step, its deadline, whether its seat is awaited,
    whether the game is over, and the last event number of each audience."""

    step: int = 0
    deadline: float | None = None
    awaited: bool = False
    over: bool = False
    newest: dict[str, int] = field(default_factory=dict)


class Follower:
    """A person with a game's page open. ``seat``: None for a spectator."""

    def __init__(
        self, public_id: str, ports: Sequence[int], ledger: Ledger, random: Random
    ) -> None:
        self.public_id = public_id
        self.ports = ports
        self.ledger = ledger
        self.random = random
        self.seat: int | None = None
        self.cookie = ""
        self.known = Known()
        self.lost = 0
        """How many times it found out that it had missed pushes."""
        self.socket: ClientConnection | None = None
        self.port = ports[0]

    async def follow(self) -> None:
        """Follows the game to its end, reconnecting whenever the connection is lost."""
        attempt = 0
        while not self.known.over:
            self.port = await self._serving()
            self._note(f"connects to web {self.ports.index(self.port)}")
            try:
                async with connect(
                    f"ws://127.0.0.1:{self.port}/ws/games/{self.public_id}/",
                    origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie} if self.cookie else {},
                    ping_interval=None,
                    open_timeout=8,
                    close_timeout=0.1,
                    max_size=None,
                ) as self.socket:
                    attempt = await self._converse(self.socket, attempt)
            except (OSError, EOFError, WebSocketException):
                pass
            finally:
                self.socket = None
            self._note("has no connection any more")
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
            attempt += 1
            await asyncio.sleep(wait * (0.5 + self.random.random() / 2))

    def _note(self, words: str) -> None:
        if self.seat is not None:
            self.ledger.note(self.public_id, f"seat {self.seat} {words}")

    async def _serving(self) -> int:
        """The port of a random web process that accepts connections, as nginx would choose it; of
        the first one if none does."""
        ports = self.random.sample(self.ports, len(self.ports))
        for port in ports:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            writer.close()
            return port
        return ports[0]

    def drop(self) -> None:
        """Drops the connection, like a phone that loses its network."""
        if self.socket:
            self.socket.transport.abort()

    async def act(self) -> None:
        """Does what is to be done now. A spectator does nothing."""

    def until_act(self) -> float:
        """Seconds until the next call of :meth:`act`."""
        return QUIET

    def hear(self, event: Json) -> None:
        """Is called with every event."""

    async def send(self, **command: Any) -> None:
        """Sends a command."""
        assert self.socket
        await self.socket.send(json.dumps(command))

    async def _converse(self, socket: ClientConnection, attempt: int) -> int:
        heard_at = time.time()
        while not self.known.over:
            wait = min(self.until_act(), heard_at + QUIET - time.time())
            try:
                async with asyncio.timeout(max(wait, 0)):
                    raw = await socket.recv(decode=True)
            except TimeoutError:
                if time.time() - heard_at >= QUIET:
                    return attempt
                await self.act()
                continue
            heard_at = time.time()
            event = self.ledger.frame(self.public_id, self.seat, str(raw))
            if event["type"] != "error":
                attempt = 0
            await self._learn(event)
            self.hear(event)
        return attempt

    async def _learn(self, event: Json) -> None:
        kind, known = event["type"], self.known
        if kind == "game.snapshot":
            known.newest = dict(event["newest"])
            self._set_step(event["step"], event["clock"], event["game"]["status"])
        elif kind == "events.newest":
            if any(seq > known.newest.get(to, 0) for to, seq in event["newest"].items()):
                self.lost += 1
                await self.send(type="snapshot.ask")
        elif "seq" in event:
            last = known.newest.get(event["to"], 0)
            if event["seq"] > last + 1:
                self.lost += 1
                await self.send(type="snapshot.ask")
            known.newest[event["to"]] = max(last, event["seq"])
            if event["seq"] > last and kind == "step.resolved":
                self._set_step(event["step"], event["clock"], event["status"])
            elif event["seq"] > last and kind == "clock.changed":
                known.deadline = _seconds(event["clock"]["deadline"])

    def _set_step(self, step: Json, clock: Json, status: str) -> None:
        known = self.known
        known.over = status in ("finished", "cancelled")
        known.deadline = _seconds(clock["deadline"])
        known.awaited = self.seat is not None and self.seat in step["awaiting"]
        known.step = int(step["step"]) + 1


class Player(Follower):
    """A person who chooses in nearly every turn, sometimes changes their mind, and sends choices
    again that got no answer."""

    def __init__(
        self,
        public_id: str,
        ports: Sequence[int],
        ledger: Ledger,
        random: Random,
        *,
        seat: int,
        cookie: str,
        turn_seconds: float,
        positions: Positions,
    ) -> None:
        super().__init__(public_id, ports, ledger, random)
        self.seat = seat
        self.cookie = cookie
        self.turn_seconds = turn_seconds
        self.positions = positions
        self.planned = 0
        """The last step for which the player has made a plan."""
        self.act_at = time.time() + QUIET
        self.pending: Choice | None = None
        self.changes = 0
        self.tries = 0
        self.number = 0
        """The number of the last choice. A choice that is sent again keeps its number."""
        self.page = f"{random.getrandbits(64):x}"
        self.unanswered: tuple[int, Json | None] | None = None
        """The step and action of the last choice, until it is answered."""
        self.posts: set[asyncio.Task[None]] = set()

    def until_act(self) -> float:
        """Seconds until the player chooses, or gives up waiting for an answer."""
        if self.pending:
            return self.pending.sent + UNANSWERED - time.time()
        return max(self.act_at - time.time(), 0)

    def hear(self, event: Json) -> None:
        """Plans for a new step, and records the answer to the player's choice."""
        kind, known, pending = event["type"], self.known, self.pending
        if pending and event.get("id") == self.number and kind in ("command.done", "error"):
            self._answered(pending, DONE if kind == "command.done" else str(event["code"]))
        if kind == "game.snapshot":
            self._compare((event["you"] or {}).get("action"))
        if known.step != self.planned:
            self._plan()

    async def act(self) -> None:
        """Chooses. Reloads the page if the last choice has got no answer, and asks for the state if
        the deadline has passed without news."""
        known = self.known
        if self.pending:
            self.drop()
            self.pending = None  # the next snapshot shows whether it was taken
            self.act_at = time.time()
        elif known.deadline is not None and time.time() > known.deadline + OVERDUE:
            self.act_at = time.time() + UNANSWERED
            await self.send(type="snapshot.ask")
        elif known.awaited and known.step and self.changes >= 0:
            await self._choose()
        else:
            self._rest()

    def _plan(self) -> None:
        self.planned, self.tries, self.pending = self.known.step, 0, None
        if self.known.awaited and self.random.random() < 0.04:
            assert self.seat is not None
            self.ledger.skipped.add((self.public_id, self.known.step, self.seat))
            self._note(f"will miss step {self.known.step}")
            self.changes = -1
            self._rest()
            return
        self.changes = int(self.random.random() < 0.15)
        self.act_at = time.time() + self.random.uniform(0.02, 0.5) * self.turn_seconds

    def _rest(self) -> None:
        """Does nothing until the deadline has passed."""
        until = self.known.deadline or time.time() + QUIET
        self.act_at = max(until + OVERDUE + 0.1, time.time() + 1)

    def _answered(self, pending: Choice, answer: str) -> None:
        self.ledger.answer(pending, answer)
        self.pending = self.unanswered = None
        if answer == DONE and self.changes > 0:
            self.changes -= 1
            self.act_at = time.time() + self.random.uniform(0.1, 0.3) * self.turn_seconds
        elif answer == DONE or answer in ("late", "step-over", "not-awaited", "not-running"):
            self._rest()
        elif self.tries < 8:
            self.act_at = time.time() + 0.5
        else:
            self._rest()

    def _compare(self, held: Json | None) -> None:
        """After reconnecting, sends the choice again if the server does not hold it."""
        if self.planned == self.known.step and held is None and self.changes >= 0 and self.tries:
            self.act_at = min(self.act_at, time.time() + 0.2)

    async def _choose(self) -> None:
        self.tries += 1
        step = self.known.step
        action = await self._think(step)
        if self.known.step != step or action is None:
            self.act_at = time.time() + 1.0
            return
        if self.tries > 1 and self.random.random() < 0.1:
            action = None  # takes the choice back, and chooses again after the answer
            self.changes = max(self.changes, 1)
        assert self.seat is not None
        if self.unanswered is None or self.unanswered != (step, action):
            self.number += 1
        self.unanswered = (step, action)
        choice = self.ledger.send(self.public_id, step, self.seat, action, self.number)
        self.pending = choice
        order = {"page": self.page, "number": self.number}
        if self.random.random() < 0.1:
            task = asyncio.create_task(self._post(choice, order))
            self.posts.add(task)
            task.add_done_callback(self.posts.discard)
        elif action is None:
            await self.send(type="action.withdraw", id=self.number, step=step, order=order)
        else:
            given = {"id": self.number, "step": step, "order": order}
            await self.send(type="action.seal", action=action, **given)
        if self.random.random() < 0.03:
            await self.send(type="chat.say", id="said", room="table", text=f"step {step}")

    async def _think(self, step: int) -> Json | None:
        state = await self.positions.after(step - 1, self.random)
        engine = self.positions.engine
        assert self.seat is not None
        if state is None:  # the record leaves out a turn in which choices are still sealed
            return dict(self.random.choice(engine.actions)) if self.tries > 1 else None
        try:
            # The same action again after a lost connection, another one after a change of mind.
            return engine.bot().at_once(state, self.seat, step * 100 + self.changes)
        except IllegalAction:
            return None

    async def _post(self, choice: Choice, order: Json) -> None:
        """Sends a choice over HTTP instead of the socket."""
        path = "withdraw" if choice.action is None else "seal"
        body: Json = {"step": choice.step, "order": order}
        if choice.action is not None:
            body["action"] = choice.action
        try:
            token = await token_of(self.port, self.public_id, self.cookie)
            address = f"/games/{self.public_id}/{path}/"
            answer = await http.request(
                self.port, address, cookie=self.cookie, body=body, token=token
            )
            said = answer.json()
        except (OSError, ValueError):
            return  # unknown whether it was taken
        code = DONE if answer.status == 200 and said.get("ok") else str(said.get("code"))
        if self.pending is choice:
            self._answered(choice, code)
        else:
            self.ledger.answer(choice, code)


TOKENS: dict[str, str] = {}
"""The CSRF tokens by session cookie."""


async def token_of(port: int, public_id: str, cookie: str) -> str:
    """The CSRF token of the game's page. Raises OSError or ValueError if it cannot be read."""
    if cookie not in TOKENS:
        answer = await http.request(port, f"/games/{public_id}/", cookie=cookie)
        found = re.search(rb'"csrf":\s*"([A-Za-z0-9]+)"', answer.body)
        if not found:
            raise ValueError("the page has no token")
        TOKENS[cookie] = found[1].decode()
    return TOKENS[cookie]


def _seconds(moment: str | None) -> float | None:
    return None if moment is None else datetime.fromisoformat(moment).timestamp()
