"""The interface that every game implements, and its types.

The site, the record and the command line use games through :class:`Rules` alone. If other code
needs to ask "which game is it?", a member is missing here.

Actions, events, positions and dumps are plain JSON values (what ``json.loads`` gives): records hold
them, the site stores them, and browsers receive them. States are each game's own frozen
dataclasses; nothing outside the game looks into them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar, final

import numpy as np

from .bots import Bot, Level
from .changes import Change, changes
from .drawing.board import Style
from .numbering import Mask, Numbering
from .observation import Observation, heading
from .options import Integer, Number, Option, OptionValue
from .outcome import Outcome
from .sgf import Sgf
from .words import Values, filled

Json = dict[str, Any]
"""A JSON object."""


Point = tuple[int, int]
"""``(x, y)``, zero-based, x to the right and y downward from the top left corner."""


State = TypeVar("State")


class IllegalAction(Exception):
    """An action that the rules refuse.

    ``code`` is stable (each game's rules list theirs); ``message`` says in plain words what is
    wrong. Both depend on public information only. The message is ``text`` with ``values`` filled
    in.
    """

    def __init__(self, code: str, text: str, values: Values | None = None) -> None:
        self.code = code
        self.text = text
        self.values = values
        self.message = filled(text, values)
        super().__init__(f"{code}: {self.message}")


def _never(state: Any) -> bool:
    return False


@dataclass(frozen=True)
class Extra(Generic[State]):
    """Something public that is worked out from a state and shown beside the position.

    ``name`` is also the command line's flag (``heat`` → ``--heat``). ``of`` returns the keys that
    are added to the position. ``pushed``: it is cheap and always shown, so it is sent with every
    step; otherwise it is sent on request.

    ``shown``: what pages get instead, if ``of`` may be too large for a page: the same keys, with
    None for what is left out. ``slow``: whether it takes long to work out, so that no request may
    do it. ``everywhere``: a step changes so much of it that it is sent whole instead of as changes.
    """

    name: str
    help: str
    of: Callable[[State], Json]
    pushed: bool = False
    shown: Callable[[State], Json] | None = None
    slow: Callable[[State], bool] = _never
    everywhere: bool = False

    def for_pages(self, state: State) -> Json:
        """The extra as pages get it."""
        return (self.shown or self.of)(state)


@dataclass(frozen=True)
class Practice:
    """How a game alone against bots differs from the usual: a smaller board, more seats.

    ``options``: those that differ from their defaults; ``seats``: None means as few as possible.
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seats: int | None = None


class Rules(ABC, Generic[State]):
    """The rules of one game. Stateless: the state is passed to each method."""

    slug: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    """One plain sentence that says what the game is."""
    actions: ClassVar[tuple[Json, ...]]
    """An example of each form of action, for people who write a record by hand."""
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]
    seat_counts: ClassVar[tuple[int, ...]] = ()
    """The numbers of seats allowed, if not every number from least to most is."""
    options: ClassVar[tuple[Option, ...]] = ()
    turn_ends: ClassVar[Literal["timer", "complete"]] = "complete"
    """What a table suggests: a turn ends when the time is up, or sooner once everybody has
    chosen."""
    turn_seconds: ClassVar[int] = 60
    """What a table suggests as the length of a turn."""
    plans: ClassVar[bool] = True
    """Whether choices may be sealed ahead, to be played if they are legal then. Not for games in
    which the effect of a legal choice depends on everything that others did before it."""
    leaves_when_away: ClassVar[bool] = False
    """What a table with quick turns suggests: whether a player who is away for some minutes
    leaves."""
    practice: ClassVar[Practice] = Practice()
    """The game that a member starts against bots with one tap."""
    fixed_colours: ClassVar[tuple[str, ...]] = ()
    """The colour of each seat, if the rules fix them; else players choose theirs."""
    seats_differ: ClassVar[bool] = False
    """Whether people choose their seats, because each has corners of its own, for example; else
    they sit in the order in which they come. Seats with fixed colours differ anyway."""
    extras: tuple[Extra[State], ...] = ()
    bots: tuple[Bot[State], ...]
    """The game's bots, the weakest first."""
    numbering: Numbering[State]
    observation: Observation[State]
    sgf: Sgf | None = None
    """How its steps are written for Go programs; None if it is not a game of stones."""

    @abstractmethod
    def board(self, options: Mapping[str, OptionValue]) -> str:
        """The board in two or three words for a sentence, such as ``13×13``."""

    @abstractmethod
    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        """The starting position. ``options`` are complete and in range, ``seats`` allowed.

        Raises IllegalAction ``bad-options`` if options contradict each other.
        """

    def known_start(self, options: Mapping[str, OptionValue], seats: int) -> State:
        """The starting position as far as it is known before the game starts: without anything
        drawn by lot. For looking at, not for playing. Raises as :meth:`new_state` does."""
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
        """The outcome if the ``seats`` players agree to end a running game now: the ranks as they
        stand, with the reason ``agreement``. Without a score, everybody who has not left shares the
        first place. Changes nothing."""
        left = self.left(state)
        return Outcome(tuple(2 if seat in left else 1 for seat in range(seats)), None, "agreement")

    @final
    def check(self, state: State, seat: int, action: Any) -> None:
        """Refuses an action that ``seat`` may not choose now; changes nothing.

        ``action`` is whatever the player sent. The check looks only at the public state, never at
        what others have sealed. Raises IllegalAction: ``finished``, ``not-awaited``,
        ``bad-action``, ``off-board``, then the game's own codes in the order of its rules.
        """
        if self.outcome(state) is not None:
            raise IllegalAction("finished", "the game is over")
        if seat not in self.awaiting(state):
            raise IllegalAction("not-awaited", "this seat owes no action now")
        self.check_action(state, seat, action)

    @abstractmethod
    def check_action(self, state: State, seat: int, action: Any) -> None:
        """The part of :meth:`check` for a seat that is awaited: ``bad-action`` and the codes after
        it."""

    @final
    def mask(self, state: State, seat: int) -> Mask:
        """By number (:mod:`engines.numbering`), whether :meth:`check` accepts the action now."""
        if seat in self.awaiting(state):
            return self.numbering.allowed(state, seat)
        return np.zeros(self.numbering.count(state), dtype=np.bool_)

    @final
    def legal(self, state: State, seat: int) -> Iterator[Json]:
        """Yields the numbered actions that :meth:`check` accepts now, in the order of numbers."""
        for number in np.flatnonzero(self.mask(state, seat)):
            yield self.numbering.action(state, seat, int(number))

    @abstractmethod
    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        """Resolves a step: every action has passed :meth:`check`; seats not named were absent.

        In an open step ``actions`` names one seat, or none when the timer ran out. Pure, and
        independent of the order in which ``actions`` came.
        """

    def absent(self, state: State, actions: Mapping[int, Json]) -> tuple[int, ...]:
        """The seats that are absent if the time of a step runs out, ascending: those that are
        awaited and have chosen nothing; in an open step, none if somebody has acted."""
        if actions and not self.sealed(state):
            return ()
        return tuple(seat for seat in self.awaiting(state) if seat not in actions)

    def recorded(self, state: State, actions: Mapping[int, Json]) -> Mapping[int, Json]:
        """Checked actions as a record keeps them, if that differs from how they were sent.

        ``state`` is the one in which they are about to be resolved. Resolving the returned actions
        leads to the same state as resolving ``actions``, but the events may tell less; :meth:`note`
        holds the rest.
        """
        return actions

    def note(self, events: Sequence[Json]) -> Json:
        """What the events of a step tell that replaying its recorded actions cannot find again, as
        plain JSON for the record's notes; empty if there is nothing."""
        return {}

    def with_note(self, events: Sequence[Json], note: Json) -> list[Json]:
        """The events of a replayed step, completed by its note. Anybody may have written the note:
        parts that do not fit this game are ignored."""
        return list(events)

    @abstractmethod
    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        """These seats leave now. Their leaving reveals nothing that was sealed.

        The caller ensures that the game is not finished and that every seat is still in it.
        """

    @abstractmethod
    def left(self, state: State) -> tuple[int, ...]:
        """The seats that have left, ascending."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Json:
        """The position as plain JSON, as this seat may see it; None is a spectator.

        What everybody sees is made for None. All five games show every seat and every spectator the
        same, because sealed choices are not part of the state.
        """

    @final
    def text(self, state: State, seat: int | None) -> str:
        """What this seat sees, in lines of text."""
        return f"{heading(self, state, seat)}\n{self.observation.text(state, seat)}"

    def without_secrets(self, state: State) -> State:
        """The state as everybody may know it, for trying choices out: seats whose choices are kept
        for the rest of the turn, unseen, choose anew. Most games have no such choices."""
        return state

    @abstractmethod
    def picture(self, state: State, style: Style, title: str) -> str:
        """A small still picture of what a spectator sees, as SVG (:mod:`engines.drawing`), limited
        in size and always the same for the same position. ``title``: for screen readers."""

    def shown(self, state: State) -> Json:
        """The position as it is sent to pages with a step: :meth:`view` with the pushed extras,
        without those that are sent on request."""
        position = self.view_without_extras(state)
        for extra in self._pushed():
            position.update(extra.of(state))
        return position

    @final
    def shown_changes(self, before: State, after: State) -> list[Change]:
        """The changes that turn ``shown(before)`` into ``shown(after)``, as JSON
        (:mod:`engines.changes`)."""
        found = self.view_changes(before, after)
        for extra in self._pushed():
            if extra.everywhere:
                found += [[[key], value] for key, value in extra.of(after).items()]
            else:
                found += changes(extra.of(before), extra.of(after))
        return found

    def view_without_extras(self, state: State) -> Json:
        """:meth:`view` without its extras, as a new object."""
        asked = {extra.name for extra in self.extras}
        return {name: value for name, value in self.view(state, None).items() if name not in asked}

    def view_changes(self, before: State, after: State) -> list[Change]:
        """The changes from one :meth:`view_without_extras` to another. Games whose positions can
        grow large find them without building the positions."""
        return changes(self.view_without_extras(before), self.view_without_extras(after))

    @final
    def _pushed(self) -> list[Extra[State]]:
        return [extra for extra in self.extras if extra.pushed]

    def logged(self, event: Json) -> Json:
        """An event as the log of the whole game holds it, without what only a board needs."""
        return event

    @abstractmethod
    def dump(self, state: State) -> Json:
        """The whole state as plain JSON, to be stored after every step. Must be cheap."""

    @abstractmethod
    def load(self, data: Json) -> State:
        """Reads what :meth:`dump` wrote: ``load(dump(state)) == state``."""

    @final
    def bot(self, level: Level = Level.MEDIUM) -> Bot[State]:
        """The game's bot of this level. Raises ValueError if it has none."""
        for bot in self.bots:
            if bot.level == level:
                return bot
        raise ValueError(f"{self.slug} has no bot of level {level.name}")

    @final
    def seats_allowed(self) -> tuple[int, ...]:
        """Every allowed number of seats, ascending."""
        return self.seat_counts or tuple(range(self.least_seats, self.most_seats + 1))

    @final
    def usual_options(
        self, chosen: Mapping[str, OptionValue] | None = None
    ) -> dict[str, OptionValue]:
        """A value for every option: as ``chosen``, or as is usual for the option that it follows,
        or its default."""
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
        """The options that tables choose."""
        return tuple(option for option in self.options if option.is_offered)

    @final
    def size_options(self) -> tuple[Integer, ...]:
        """The options that set the size of the board."""
        offered = self.offered_options()
        return tuple(o for o in offered if isinstance(o, Integer) and o.is_board_size)

    @final
    def table_options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """``given``, for a new game at a table: options that tables do not choose have their fixed
        value, whatever an earlier game had."""
        fixed = {o.name: o.at_tables for o in self.options if not o.is_offered}
        return {**given, **fixed}

    @final
    def complete_options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """``given``, already checked, with the default of each option that is left out, as in games
        from before the option existed."""
        return {option.name: option.default for option in self.options} | dict(given)

    @final
    def practice_seats(self) -> int:
        """How many seats a game against bots has."""
        return self.practice.seats or min(self.seats_allowed())

    @final
    def begins_sealed(self) -> bool:
        """Whether the game, with its usual options, begins with secret choices."""
        return self.sealed(self.new_state(self.usual_options(), min(self.seats_allowed()), 0))

    @final
    def seat_counts_in_words(self) -> str:
        """How many seats the game may have, such as ``2 to 12`` or ``2 or 4``."""
        counts = self.seats_allowed()
        if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
            return f"{counts[0]} to {counts[-1]}"
        *first, last = map(str, counts)
        return f"{', '.join(first)} or {last}" if first else last
