"""The surface that every game offers, and the words it is made of.

The site, the record and the command line know games through :class:`Game` alone. Whoever
needs to ask "which game is it?" has found a member that is missing here.

Actions, events, positions and dumps are plain JSON values (what ``json.loads`` gives): they
are what records hold, what the site stores and what browsers are sent. States are each
game's own frozen dataclasses; nobody outside the game looks into them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar, final

from engines.changes import Change, changes
from engines.drawing.board import Style
from engines.options import Integer, Number, Option, OptionValue
from engines.words import Values, filled

Json = dict[str, Any]
"""A JSON object."""

Point = tuple[int, int]
"""``(x, y)``, zero-based, x to the right and y downward from the top left corner."""

Reason = Literal["score", "goal", "blocked", "leave", "agreement"]

State = TypeVar("State")


class IllegalAction(Exception):
    """An action that the rules refuse.

    ``code`` is stable (each game's rules list theirs); ``message`` says in plain words what
    is wrong. Neither depends on anything that is not public. ``text`` and ``values`` are what the
    message is made of.
    """

    def __init__(self, code: str, text: str, values: Values | None = None) -> None:
        self.code = code
        self.text = text
        self.values = values
        self.message = filled(text, values)
        super().__init__(f"{code}: {self.message}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat: rank 1 is the best, equal ranks are a draw."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...] | None
    reason: Reason

    def as_json(self) -> Json:
        """The outcome as a record's reader prints it, scores rounded to 6 decimals."""
        scores = None if self.scores is None else [plain_number(score) for score in self.scores]
        return {"ranks": list(self.ranks), "scores": scores, "reason": self.reason}

    @classmethod
    def of_json(cls, data: Json) -> Outcome:
        """The outcome that :meth:`as_json` gave; for scores that six decimals hold."""
        scores = data["scores"]
        return cls(tuple(data["ranks"]), scores and tuple(scores), data["reason"])


def behind_who_stayed(outcome: Outcome, stay: Sequence[int]) -> Outcome:
    """The outcome of a game that ends because only these seats stay: in the same order, and behind
    them all others, who share a rank."""
    order = sorted(outcome.ranks[seat] for seat in stay)
    ranks = tuple(
        1 + order.index(rank) if seat in stay else 1 + len(stay)
        for seat, rank in enumerate(outcome.ranks)
    )
    return Outcome(ranks, outcome.scores, "leave")


def plain_number(value: float) -> int | float:
    """``value`` rounded to 6 decimals, an int where nothing is left behind the point.

    >>> plain_number(2.0), plain_number(1 / 3)
    (2, 0.333333)
    """
    rounded = round(float(value), 6)
    return int(rounded) if rounded.is_integer() else rounded


def _never(state: Any) -> bool:
    return False


@dataclass(frozen=True)
class Extra(Generic[State]):
    """Something public that can be worked out from a state and shown beside the position.

    ``name`` is also the command line's flag (``heat`` → ``--heat``). ``of`` returns the keys
    that are added to the position. ``pushed``: cheap and always looked at, so it travels with
    every step; otherwise it is asked for.

    ``shown``: what pages get instead, where ``of`` may be larger than a page can take: the same
    keys, with None for what is left out. ``slow``: whether it takes long to work out, so that
    nobody's request does it. ``everywhere``: a step changes so much of it that naming what would
    take longer than the whole.
    """

    name: str
    help: str
    of: Callable[[State], Json]
    pushed: bool = False
    shown: Callable[[State], Json] | None = None
    slow: Callable[[State], bool] = _never
    everywhere: bool = False

    def for_pages(self, state: State) -> Json:
        """What pages get."""
        return (self.shown or self.of)(state)


@dataclass(frozen=True)
class Bot(Generic[State]):
    """A simple opponent. ``choose(state, seat, seed)`` returns a legal action for an awaited
    seat, or None where the seat has no legal action. The same arguments give the same action.

    How much it looks at is bounded, so that it takes about 50 ms on the largest board.
    ``at_once`` does the same without thinking, in a few milliseconds on any position: the
    site asks it where there is no time for ``choose``.
    """

    name: str
    choose: Callable[[State, int, int], Json | None]
    at_once: Callable[[State, int, int], Json | None]


@dataclass(frozen=True)
class Practice:
    """A game alone against bots, where it differs from the usual: a smaller board, more seats.

    ``options`` are those that differ from their defaults; ``seats`` None: as few as there can be.
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seats: int | None = None


class Game(ABC, Generic[State]):
    """One game's rules. A game is a value: it holds no state of its own."""

    slug: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    """One plain sentence that says what the game is."""
    actions: ClassVar[tuple[Json, ...]]
    """An action of each form, as an example for whoever writes a record by hand."""
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]
    seat_counts: ClassVar[tuple[int, ...]] = ()
    """The numbers of seats allowed, where that is not every number from least to most."""
    options: ClassVar[tuple[Option, ...]] = ()
    turn_ends: ClassVar[Literal["timer", "complete"]] = "complete"
    """What a table suggests: a turn ends when the time is up, or sooner when all have chosen."""
    turn_seconds: ClassVar[int] = 60
    """What a table suggests for the time a turn may take."""
    plans: ClassVar[bool] = True
    """Whether choices may be sealed ahead, to be played where they are legal then: not where what
    a legal choice does hangs on all that others did before it."""
    leaves_when_away: ClassVar[bool] = False
    """What a table suggests for quick turns: a player who is away for some minutes leaves."""
    practice: ClassVar[Practice] = Practice()
    """What a member plays who starts a game against bots with one tap."""
    fixed_colours: ClassVar[tuple[str, ...]] = ()
    """Seat by seat, where the rules give seats their colours; else players choose theirs."""
    seats_differ: ClassVar[bool] = False
    """Whether a seat is worth choosing, as where each has corners of its own; else people sit in
    the order in which they come. Seats that have colours differ anyway."""
    extras: tuple[Extra[State], ...] = ()
    bot: Bot[State]

    @abstractmethod
    def board(self, options: Mapping[str, OptionValue]) -> str:
        """The board in two or three words for a sentence, such as ``13×13``."""

    @abstractmethod
    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        """The starting position. ``options`` are complete and in range, ``seats`` allowed.

        Raises IllegalAction ``bad-options`` where options contradict each other.
        """

    def known_start(self, options: Mapping[str, OptionValue], seats: int) -> State:
        """The starting position as far as it is known before the game starts: without what is
        drawn by lot. To be looked at, not to be played from. Raises as :meth:`new_state`."""
        return self.new_state(options, seats, 0)

    @abstractmethod
    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe an action, ascending; empty exactly when there is an outcome."""

    @abstractmethod
    def sealed(self, state: State) -> bool:
        """Whether the step being prepared is sealed; False when finished."""

    def phase(self, state: State) -> str:
        """``play``, ``counting`` (where the game has it) or ``finished``."""
        return "play" if self.outcome(state) is None else "finished"

    @abstractmethod
    def turn(self, state: State) -> int:
        """The number of the turn being prepared, from 1; see record.md for the end."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """None until the game is finished."""

    def standing(self, state: State, seats: int) -> Outcome:
        """How a game that goes on ends where its ``seats`` players agree to end it now: the ranks
        as they stand, with the reason ``agreement``. Without a score everybody who has not left
        shares the first place. Changes nothing."""
        left = self.left(state)
        return Outcome(tuple(2 if seat in left else 1 for seat in range(seats)), None, "agreement")

    @final
    def check(self, state: State, seat: int, action: Any) -> None:
        """Refuses what ``seat`` may not choose now; changes nothing.

        ``action`` is whatever the player sent. Looks at the public state alone, never at what
        others have sealed. Raises IllegalAction: ``finished``, ``not-awaited``, ``bad-action``,
        ``off-board``, then the game's own codes in the order of its rules.
        """
        if self.outcome(state) is not None:
            raise IllegalAction("finished", "the game is over")
        if seat not in self.awaiting(state):
            raise IllegalAction("not-awaited", "this seat owes no action now")
        self.check_action(state, seat, action)

    @abstractmethod
    def check_action(self, state: State, seat: int, action: Any) -> None:
        """:meth:`check` for a seat that is awaited: ``bad-action`` and all that follows it."""

    @abstractmethod
    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        """Resolves a step: every action has passed :meth:`check`; seats not named were absent.

        In an open step ``actions`` names one seat, or none when the timer ran out. Pure, and
        independent of the order in which ``actions`` came.
        """

    def absent(self, state: State, actions: Mapping[int, Json]) -> tuple[int, ...]:
        """The seats that were absent where the time of a step runs out, ascending: those that are
        awaited and had chosen nothing; in an open step, nobody where somebody has acted."""
        if actions and not self.sealed(state):
            return ()
        return tuple(seat for seat in self.awaiting(state) if seat not in actions)

    def recorded(self, state: State, actions: Mapping[int, Json]) -> Mapping[int, Json]:
        """Checked actions as a record keeps them, where that is not as they were sent.

        ``state`` is the one in which they are about to be resolved. Resolving what this gives
        leads to the same state as resolving ``actions``; its events may tell less: what they do
        not tell is in :meth:`note`.
        """
        return actions

    def note(self, events: Sequence[Json]) -> Json:
        """What the events of a step tell that replaying its recorded actions does not find, as
        plain JSON for the record's notes; empty: nothing."""
        return {}

    def with_note(self, events: Sequence[Json], note: Json) -> list[Json]:
        """The events of a replayed step with what its note tells. Anybody may have written the
        note: what is none of this game's changes nothing."""
        return list(events)

    @abstractmethod
    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        """These seats leave at this moment; nothing that was sealed is revealed by it.

        The caller ensures that the game is not finished and that every seat is still in it.
        """

    @abstractmethod
    def left(self, state: State) -> tuple[int, ...]:
        """The seats that have left, ascending."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Json:
        """The position as plain JSON: what this seat may see of it; None is a spectator.

        What is shown to everybody is made for None. All five games show every seat and every
        spectator the same: what is sealed is no part of the state.
        """

    @abstractmethod
    def picture(self, state: State, style: Style, title: str) -> str:
        """A small still picture of what a spectator sees, as SVG (:mod:`engines.drawing`): of
        bounded size, the same text for the same position. ``title``: for screen readers."""

    def shown(self, state: State) -> Json:
        """The position as pages are given it with a step: :meth:`view` with the extras that are
        pushed, without those that are asked for."""
        position = self.view_without_extras(state)
        for extra in self._pushed():
            position.update(extra.of(state))
        return position

    @final
    def shown_changes(self, before: State, after: State) -> list[Change]:
        """What turns ``shown(before)`` into ``shown(after)``, as JSON (:mod:`engines.changes`)."""
        found = self.view_changes(before, after)
        for extra in self._pushed():
            if extra.everywhere:
                found += [[[key], value] for key, value in extra.of(after).items()]
            else:
                found += changes(extra.of(before), extra.of(after))
        return found

    def view_without_extras(self, state: State) -> Json:
        """:meth:`view` without what an extra gives, in an object of its own."""
        asked = {extra.name for extra in self.extras}
        return {name: value for name, value in self.view(state, None).items() if name not in asked}

    def view_changes(self, before: State, after: State) -> list[Change]:
        """What turns one :meth:`view_without_extras` into another; games whose positions can grow
        large find it without making them."""
        return changes(self.view_without_extras(before), self.view_without_extras(after))

    @final
    def _pushed(self) -> list[Extra[State]]:
        return [extra for extra in self.extras if extra.pushed]

    def logged(self, event: Json) -> Json:
        """An event as a log of the whole game holds it, without what only a board needs."""
        return event

    @abstractmethod
    def dump(self, state: State) -> Json:
        """The whole state as plain JSON, for storing after every step; cheap."""

    @abstractmethod
    def load(self, data: Json) -> State:
        """The state that :meth:`dump` gave: ``load(dump(state)) == state``."""

    @final
    def seats_allowed(self) -> tuple[int, ...]:
        """Every number of seats that the game can be played with, ascending."""
        return self.seat_counts or tuple(range(self.least_seats, self.most_seats + 1))

    @final
    def usual_options(
        self, chosen: Mapping[str, OptionValue] | None = None
    ) -> dict[str, OptionValue]:
        """Every option: as ``chosen``, as is usual for what it follows, or its default."""
        usual = {option.name: option.default for option in self.options} | dict(chosen or {})
        usual = self.table_options(usual)
        for option in self.options:
            if (
                isinstance(option, Number)
                and option.usual_for
                and option.name not in (chosen or {})
            ):
                followed, usual_of = option.usual_for
                usual[option.name] = usual_of(usual[followed])
        return usual

    @final
    def offered_options(self) -> tuple[Option, ...]:
        """The options that a table chooses."""
        return tuple(option for option in self.options if option.is_offered)

    @final
    def size_options(self) -> tuple[Integer, ...]:
        """The options that say how large the board is."""
        offered = self.offered_options()
        return tuple(o for o in offered if isinstance(o, Integer) and o.is_board_size)

    @final
    def table_options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """``given``, as a new game at a table has it: what tables do not choose is as it always
        is at tables, whatever an earlier game had."""
        fixed = {o.name: o.at_tables for o in self.options if not o.is_offered}
        return {**given, **fixed}

    @final
    def complete_options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """``given``, which are checked, with the default of each option that is left out, as by
        games from before there was such an option."""
        return {option.name: option.default for option in self.options} | dict(given)

    @final
    def practice_seats(self) -> int:
        """How many seats a game against bots has."""
        return self.practice.seats or min(self.seats_allowed())

    @final
    def begins_sealed(self) -> bool:
        """Whether the game, played as usual, begins with secret choices."""
        return self.sealed(self.new_state(self.usual_options(), min(self.seats_allowed()), 0))

    @final
    def seat_counts_in_words(self) -> str:
        """How many seats the game may have, such as ``2 to 12`` or ``2 or 4``."""
        counts = self.seats_allowed()
        if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
            return f"{counts[0]} to {counts[-1]}"
        *first, last = map(str, counts)
        return f"{', '.join(first)} or {last}" if first else last
