"""Records what players and spectators see and do.

What no frame may ever show is checked here at once; whether everything agrees with the database is
checked at the end (:mod:`chaos.checks`).
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

DONE = "done"
"""The recorded answer to a choice that the club has taken."""

UNSURE = ("unavailable", "status 502", "status 503", "status 504")
"""Answers after which a choice may have been taken or not: send it again (docs/reliability.md)."""

TELLING = 20
"""The text of an action with at least this many characters does not appear in a frame by chance."""

REMEMBERED = 60
"""How many lines about a game are kept to be shown with violations."""


def text_of(value: Any) -> str:
    """A JSON value as text that does not depend on the order of keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


@dataclass
class Choice:
    """A choice that a player sent for a step. ``action``: None takes the choice back.

    Times are seconds since the epoch. ``answer``: :data:`DONE` or the code of a refusal; None if no
    answer came, so that it is unknown whether the choice was taken. ``number``: its number among
    the choices of its page; None if the page does not number them.
    """

    game: str
    step: int
    seat: int
    action: Json | None
    sent: float
    answered: float | None = None
    answer: str | None = None
    number: int | None = None

    @property
    def is_unsure(self) -> bool:
        """Whether the player cannot know if the choice was taken."""
        return self.answer is None or self.answer in UNSURE


@dataclass(frozen=True)
class Pushed:
    """A numbered event as it was pushed. ``text``: all of it except the time of sending."""

    kind: str
    text: str
    step: int | None


@dataclass(frozen=True)
class PushedStep:
    """A resolved step as it was pushed, and each seat's absences so far."""

    step: Json
    absences: dict[int, int]


@dataclass(frozen=True)
class Violation:
    """A broken promise: the promise, the game, and what was seen."""

    promise: str
    game: str
    seen: str

    def __str__(self) -> str:
        return f"{self.promise} · {self.game} · {self.seen}"


@dataclass
class Ledger:
    """Everything seen and done. ``skipped``: each (game, step, seat) in which a player chose to be
    absent."""

    choices: list[Choice] = field(default_factory=list)
    events: dict[tuple[str, str, int], Pushed] = field(default_factory=dict)
    steps: dict[tuple[str, int], PushedStep] = field(default_factory=dict)
    skipped: set[tuple[str, int, int]] = field(default_factory=set)
    violations: list[Violation] = field(default_factory=list)
    frames: Counter[str] = field(default_factory=Counter)
    unaudited: list[tuple[str, int]] = field(default_factory=list)
    newest: dict[str, int] = field(default_factory=dict)
    notes: dict[str, deque[str]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=REMEMBERED))
    )
    _secrets: dict[str, list[tuple[int, int, str, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _own: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))

    def send(
        self, game: str, step: int, seat: int, action: Json | None, number: int | None = None
    ) -> Choice:
        """Records that a player sends this action now, as choice ``number`` of its page."""
        choice = Choice(game, step, seat, action, time.time(), number=number)
        self.choices.append(choice)
        if action is not None:
            own = text_of(action)
            self._own[game, seat].add(own)
            if len(own) >= TELLING:
                as_sent = json.dumps(action, separators=(",", ":"))
                by_length = dict(sorted(action.items(), key=lambda item: (len(item[0]), item[0])))
                as_stored = json.dumps(by_length, separators=(",", ":"))
                known = self._secrets[game]
                made = [(step, seat, t, own) for t in {own, as_sent, as_stored}]
                known += [each for each in made if each not in known]
        self.note(game, f"seat {seat} sends {text_of(action)} for step {step}, number {number}")
        return choice

    def answer(self, choice: Choice, answer: str) -> None:
        """Records the answer that a choice gets now."""
        choice.answered, choice.answer = time.time(), answer
        self.note(choice.game, f"seat {choice.seat}, step {choice.step}: {answer}")

    def frame(self, game: str, seat: int | None, raw: str) -> Json:
        """Decodes, checks and records a frame received by ``seat`` (None: by a spectator)."""
        event: Json = json.loads(raw)
        kind = str(event["type"])
        self.frames[kind] += 1
        if kind in ("step.resolved", "game.snapshot"):
            number = int(event["step"]["step"])
            self.newest[game] = max(self.newest.get(game, 0), number)
            if (game, number) not in self.steps:
                self.unaudited.append((game, number))
            if kind == "step.resolved":
                self._note_step(game, number, event)
        self._look_for_secrets(game, seat, raw, event)
        self._look_at_own(game, seat, event)
        if "seq" in event:
            self._note_event(game, event)
        return event

    def note(self, game: str, line: str) -> None:
        """Keeps a line about this game, to be shown with its violations."""
        self.notes[game].append(f"{time.strftime('%H:%M:%S')} {line}")

    def violate(self, promise: str, game: str, seen: str) -> None:
        """Records a violation."""
        self.violations.append(Violation(promise, game, seen))

    def _note_step(self, game: str, number: int, event: Json) -> None:
        absences = {int(seat["number"]): int(seat["absences"]) for seat in event["seats"]}
        pushed = PushedStep(event["step"], absences)
        known = self.steps.setdefault((game, number), pushed)
        if known is pushed:
            self.note(game, f"step {number} is pushed ({event['step']['cause']})")
        elif text_of(known.step) != text_of(pushed.step):
            self.violate("a step is resolved once", game, f"step {number} was pushed in two ways")

    def _note_event(self, game: str, event: Json) -> None:
        said = {key: value for key, value in event.items() if key != "now"}
        key = (game, str(event["to"]), int(event["seq"]))
        step = event["step"]["step"] if event["type"] == "step.resolved" else event.get("step")
        pushed = Pushed(str(event["type"]), text_of(said), step)
        known = self.events.setdefault(key, pushed)
        if known != pushed:
            seen = f"{key[1]} {key[2]} was {known.text[:200]} and {pushed.text[:200]}"
            self.violate("a number is given once", game, seen)

    def _look_for_secrets(self, game: str, seat: int | None, raw: str, event: Json) -> None:
        """Checks that a frame to others does not show a sealed action before its step."""
        kind = event["type"]
        if kind in ("step.resolved", "game.snapshot"):
            shown = int(event["step"]["step"])
        else:
            shown = self.newest.get(game, 0)
        own = self._own[game, seat] if seat is not None else set()
        for step, owner, text, whole in self._secrets[game]:
            if step > shown and owner != seat and text in raw and whole not in own:
                seen = f"{kind} to {_who(seat)} shows what seat {owner} sealed for step {step}"
                self.violate("what is sealed is seen by nobody", game, seen)
        # Actions of resolved steps are no longer secret.
        newest = self.newest.get(game, 0)
        self._secrets[game] = [each for each in self._secrets[game] if each[0] >= newest - 1]
        expected = {"type", "now", "to", "seq", "seat", "step"}
        if kind in ("action.sealed", "action.withdrawn") and not event.keys() <= expected:
            self.violate("what is sealed is seen by nobody", game, f"{kind} holds {sorted(event)}")

    def _look_at_own(self, game: str, seat: int | None, event: Json) -> None:
        """Checks that what the server holds for a seat is sent only to that seat, and that the seat
        has sent it."""
        if event["type"] == "action.kept":
            held = event["action"]
            if seat is None:
                self.violate("what is sealed is seen by nobody", game, "a watcher got action.kept")
                return
        elif event["type"] == "game.snapshot":
            held = (event["you"] or {}).get("action")
        else:
            return
        if held is not None and (seat is None or text_of(held) not in self._own[game, seat]):
            seen = f"{event['type']} to {_who(seat)} holds what it never sent: {text_of(held)}"
            self.violate("what is sealed is seen by nobody", game, seen)


def _who(seat: int | None) -> str:
    return "a watcher" if seat is None else f"seat {seat}"
