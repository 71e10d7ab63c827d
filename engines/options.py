"""Options of a game. Forms, the command line and the checks all use these declarations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .words import BadValue

OptionValue = Any
"""A checked option value: int, float, str, None or nested lists of those, as in JSON."""

OFFERED: Any = object()
"""As ``at_tables``: tables choose the value themselves."""


@dataclass(frozen=True)
class Option:
    """What all options share. ``label`` and ``help`` are for people. ``default``: a value that
    :meth:`parse` accepts; a record that leaves the option out means this value.

    ``at_tables``: the value in every new game at a table, if tables do not choose it; no form
    offers the option then. Such an option exists for records of games that were played with other
    values.
    """

    name: str
    label: str
    help: str
    default: OptionValue
    at_tables: OptionValue = field(default=OFFERED, kw_only=True)

    kind = "option"

    @property
    def is_offered(self) -> bool:
        """Whether tables choose the value."""
        return self.at_tables is OFFERED

    def parse(self, value: Any) -> OptionValue:
        """Checks a JSON value from a record or a form and returns the option's value.

        Raises ValueError with a sentence that says what is allowed.
        """
        raise BadValue("%(name)s cannot be set", {"name": self.name})

    def range(self) -> Any:
        """The allowed values as JSON, for ``engines list``: ``[least, most]``, the choices, or
        a sentence."""
        return None


def outside(name: str, least: float, most: float) -> BadValue:
    """The error for a number that is too small or too large."""
    values = {"name": name, "least": least, "most": most}
    return BadValue("%(name)s must be from %(least)s to %(most)s", values)


@dataclass(frozen=True)
class Integer(Option):
    """A whole number from ``least`` to ``most``; None is allowed, too, if ``optional``.

    ``usual``: common values, which forms offer at a tap beside any other number. ``is_board_size``:
    the option sets the size of the board, which everybody who opens a table chooses.

    >>> size = Integer("size", "Board size", "How many lines the board has.", 9, least=5, most=25)
    >>> size.parse(13)
    13
    >>> size.parse(4)
    Traceback (most recent call last):
    engines.words.BadValue: size must be from 5 to 25
    """

    least: int = 0
    most: int = 0
    optional: bool = False
    usual: tuple[int, ...] = ()
    is_board_size: bool = False
    kind = "integer"

    def parse(self, value: Any) -> int | None:
        if value is None and self.optional:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._no_number()
        if not self.least <= value <= self.most:
            raise outside(self.name, self.least, self.most)
        return value

    def range(self) -> list[int]:
        return [self.least, self.most]

    def _no_number(self) -> BadValue:
        if self.optional:
            return BadValue("%(name)s must be a whole number or null", {"name": self.name})
        return BadValue("%(name)s must be a whole number", {"name": self.name})


@dataclass(frozen=True)
class Number(Option):
    """A number from ``least`` to ``most``, whole or not.

    ``usual_for``: the name of an :class:`Integer` option, and a function from its value to the
    usual value here, which forms suggest. If nothing is given, ``default`` applies, whatever the
    other option's value is.
    """

    least: float = 0
    most: float = 0
    usual_for: tuple[str, Callable[[int], float]] | None = None
    kind = "number"

    def parse(self, value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadValue("%(name)s must be a number", {"name": self.name})
        if not self.least <= value <= self.most:
            raise outside(self.name, self.least, self.most)
        return value

    def range(self) -> list[float]:
        return [self.least, self.most]


@dataclass(frozen=True)
class Choice(Option):
    """One of ``choices``: pairs of the stable value and a label for people.

    >>> tie = Choice("tie", "Tie", "What a tie does.", "stay", choices=(("stay", "Stays"),))
    >>> tie.parse("stay"), tie.range()
    ('stay', ['stay'])
    """

    choices: tuple[tuple[str, str], ...] = ()
    kind = "choice"

    def parse(self, value: Any) -> str:
        values = [choice for choice, _ in self.choices]
        if not isinstance(value, str) or value not in values:
            allowed = {"name": self.name, "values": ", ".join(values)}
            raise BadValue("%(name)s must be one of %(values)s", allowed)
        return value

    def range(self) -> list[str]:
        return [choice for choice, _ in self.choices]


@dataclass(frozen=True)
class Structure(Option):
    """A JSON value that ``read`` checks (raising ValueError with what is allowed), or None.

    Forms show it as a text field for JSON under "advanced"; ``allowed`` is the sentence that says
    what may be written there.
    """

    allowed: str = ""
    read: Callable[[Any], OptionValue] = lambda value: value
    kind = "structure"

    def parse(self, value: Any) -> OptionValue:
        return None if value is None else self.read(value)

    def range(self) -> str:
        return self.allowed
