"""The parts of a file in SGF, the format of programs for Go: nodes, properties, points and words.

FF[4]: https://www.red-bean.com/sgf/. A game of stones writes its steps with these parts
(:class:`Sgf`); :mod:`engines.sgf_record` writes the file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Node = Mapping[str, Sequence[str]]
"""The values of each property, as they stand between brackets."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The names of columns on boards; there is no I."""


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
        """The nodes for a step, from the positions that a spectator sees before and after it, what
        happened, and the names of the seats. After them, a reader of the file has the same stones
        on the board."""


def point(at: Sequence[int]) -> str:
    """A point ``[x, y]`` as SGF names it.

    >>> point([0, 0]), point([3, 24])
    ('aa', 'dy')
    """
    return "".join(chr(ord("a") + each) for each in at)


def text(words: str) -> str:
    """Words as the value of a property.

    >>> print(text("[a] is \\\\ b"))
    [a\\] is \\\\ b
    """
    return words.replace("\\", "\\\\").replace("]", "\\]")


def label(at: Sequence[int], words: str) -> str:
    """A short label on a point."""
    return f"{point(at)}:{text(words).replace(':', chr(92) + ':')}"


def named(at: Sequence[int], size: int) -> str:
    """A point as people call it.

    >>> named([8, 0], 9), named([0, 8], 9)
    ('J9', 'A1')
    """
    return f"{COLUMNS[at[0]]}{size - at[1]}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["Ada"]), listed(["Ada", "Bo", "Cy"])
    ('Ada', 'Ada, Bo and Cy')
    """
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def common_words(events: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """What events say that all games of stones have: who lost stones, passed, was late or left."""
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
    return {**node, "C": [text(words)]} if words else node


def written(node: Node) -> str:
    """A node as it stands in the file.

    >>> written({"B": ["dd"], "MA": [], "CR": ["aa", "bb"]})
    ';B[dd]CR[aa][bb]'
    """
    return ";" + "".join(
        name + "".join(f"[{value}]" for value in values) for name, values in node.items() if values
    )
