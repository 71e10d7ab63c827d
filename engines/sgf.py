"""The parts of a file in SGF, the format of Go programs: nodes, properties, points and text.

FF[4]: https://www.red-bean.com/sgf/. A game of stones writes its steps with these parts
(:class:`Sgf`); :mod:`engines.sgf_record` writes the file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Node = Mapping[str, Sequence[str]]
"""The values of each property, as they are written between brackets."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The names of columns on boards; there is no I."""

COLOURS = "BW"
"""The properties for moves of seats 0 and 1."""


class Sgf(ABC):
    """How a game of stones writes its steps."""

    @abstractmethod
    def nodes(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        names: Sequence[str],
    ) -> list[Node]:
        """The nodes for a step. They lead to the board after it.

        ``before`` and ``after``: the positions as a spectator sees them; ``events``: what happened;
        ``names``: of the seats."""


def point(at: Sequence[int]) -> str:
    """A point ``[x, y]`` in the letters of SGF.

    >>> point([0, 0]), point([3, 24])
    ('aa', 'dy')
    """
    return "".join(chr(ord("a") + each) for each in at)


def escaped(words: str) -> str:
    """Text as the value of a property.

    >>> print(escaped("[a] is \\\\ b"))
    [a\\] is \\\\ b
    """
    return words.replace("\\", "\\\\").replace("]", "\\]")


def label(at: Sequence[int], words: str) -> str:
    """A short text that is shown on a point."""
    return f"{point(at)}:{escaped(words).replace(':', chr(92) + ':')}"


def point_name(at: Sequence[int], size: int) -> str:
    """The name of a point, as players write it.

    >>> point_name([8, 0], 9), point_name([0, 8], 9)
    ('J9', 'A1')
    """
    return f"{COLUMNS[at[0]]}{size - at[1]}"


def letter_of(seat: int) -> str:
    """The letter on a seat's stones."""
    return chr(ord("A") + seat)


def listed(names: Iterable[str]) -> str:
    """Joins names for a sentence.

    >>> listed(["Ada"]), listed(["Ada", "Bo", "Cy"])
    ('Ada', 'Ada, Bo and Cy')
    """
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def common_sentences(events: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Sentences about what happens in all games of stones: who lost stones, passed, missed the turn
    or left."""
    said = []
    for event in events:
        if event["type"] == "captured":
            lost = [stone["seat"] for stone in event["stones"]]
            said += [
                f"{names[seat]} lost {lost.count(seat)} "
                f"{'stone' if lost.count(seat) == 1 else 'stones'}."
                for seat in sorted(set(lost))
            ]
    for kind, words in (("passed", "passed"), ("absent", "missed the turn"), ("left", "left")):
        who = [names[event["seat"]] for event in events if event["type"] == kind]
        if who:
            said.append(f"{listed(who)} {words}.")
    return said


def with_comment(node: Node, said: Iterable[str]) -> Node:
    """The node with these sentences as its comment, if there are any."""
    words = "\n".join(said)
    return {**node, "C": [escaped(words)]} if words else node


def node_text(node: Node) -> str:
    """A node as it is written in the file.

    >>> node_text({"B": ["dd"], "MA": [], "CR": ["aa", "bb"]})
    ';B[dd]CR[aa][bb]'
    """
    return ";" + "".join(
        name + "".join(f"[{value}]" for value in values) for name, values in node.items() if values
    )
