"""Players: they choose, change their minds, and send again what got no answer."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from chaos import http
from chaos.ledger import DONE, Choice, Json, Ledger
from chaos.pages import Follower
from engines import record as records
from engines.registry import game as engine_for
from engines.rules import IllegalAction

LATER = 10.0
"""After how many seconds a player who knows of no deadline looks again."""

UNANSWERED = 4.0
"""How many seconds a player waits for the answer to a choice before reloading the page."""

HURRY = 1.0
"""After how many seconds without an answer another web process is asked for a position as well."""

OVERDUE = 2.0
"""How many seconds after a deadline a page without news asks for the state."""


class Positions:
    """The state of one game, read from its public record and shared by its players."""

    def __init__(self, variant: str, public_id: str, addresses: Sequence[str]) -> None:
        self.engine = engine_for(variant)
        self.public_id = public_id
        self.addresses = addresses
        self._step = -1
        self._state: Any = None
        self._lock = asyncio.Lock()

    async def after(self, step: int, random: Random) -> Any:
        """The state after ``step``; None if the record cannot be read or does not go to this
        step."""
        async with self._lock:
            if self._step < step:
                record = await self._record(random.sample(self.addresses, len(self.addresses)))
                if record is not None:
                    self._follow(record)
            return self._state if self._step == step else None

    async def _record(self, addresses: Sequence[str]) -> records.Record | None:
        """The record, from the web process that answers first. A page knows the position without
        asking, so a single process that does not answer must not matter here."""
        asked = [
            asyncio.create_task(self._record_of(address, HURRY * number))
            for number, address in enumerate(addresses)
        ]
        try:
            for answered in asyncio.as_completed(asked):
                with suppress(OSError, ValueError):
                    return await answered
            return None
        finally:
            for each in asked:
                each.cancel()

    async def _record_of(self, address: str, later: float) -> records.Record:
        await asyncio.sleep(later)
        answer = await http.request(address, f"/games/{self.public_id}/record.json", timeout=4)
        if answer.status != 200:
            raise ValueError("no record")
        return records.from_json(answer.json())

    def _follow(self, record: records.Record) -> None:
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


class Player(Follower):
    """A person who chooses in nearly every turn, sometimes changes their mind, and sends choices
    again that got no answer."""

    def __init__(
        self,
        public_id: str,
        addresses: Sequence[str],
        ledger: Ledger,
        random: Random,
        *,
        seat: int,
        cookie: str,
        turn_seconds: float,
        positions: Positions,
    ) -> None:
        super().__init__(public_id, addresses, ledger, random)
        self.seat = seat
        self.cookie = cookie
        self.turn_seconds = turn_seconds
        self.positions = positions
        self.planned = 0
        """The last step for which the player has made a plan."""
        self.act_at = time.time() + LATER
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

    def lose(self) -> None:
        """Gives up waiting for an answer; the next snapshot shows whether the choice was taken."""
        self.pending = None

    async def act(self) -> None:
        """Chooses. Reloads the page if the last choice has got no answer, and asks for the state if
        the deadline has passed without news."""
        known = self.known
        if self.pending:
            self.drop()
            self.pending, self.attempt = None, 0  # a fresh page
            self.act_at = time.time()
        elif known.deadline is not None and time.time() > known.deadline + OVERDUE:
            self.act_at = time.time() + UNANSWERED
            await self.ask()
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
        until = self.known.deadline or time.time() + LATER
        self.act_at = max(until + OVERDUE + 0.1, time.time() + 1)

    def _answered(self, pending: Choice, answer: str) -> None:
        self.ledger.answer(pending, answer)
        self.pending = None
        if not pending.is_unsure:
            self.unanswered = None  # else the same choice is sent again, with its number
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
        if self.unanswered is not None and self.unanswered[0] == step:
            action = self.unanswered[1]  # again, as the page does by itself
        else:
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
            token = await token_of(self.address, self.public_id, self.cookie)
            at = f"/games/{self.public_id}/{path}/"
            answer = await http.request(
                self.address, at, cookie=self.cookie, body=body, token=token
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


async def token_of(address: str, public_id: str, cookie: str) -> str:
    """The CSRF token of the game's page. Raises OSError or ValueError if it cannot be read."""
    if cookie not in TOKENS:
        answer = await http.request(address, f"/games/{public_id}/", cookie=cookie)
        found = re.search(rb'"csrf":\s*"([A-Za-z0-9]+)"', answer.body)
        if not found:
            raise ValueError("the page has no token")
        TOKENS[cookie] = found[1].decode()
    return TOKENS[cookie]
