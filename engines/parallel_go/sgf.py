"""A step of Parallel Go in SGF: Black's move, then White's.

A turn in which the order of the moves would matter is not played (parallel-go.md, "Play"). So the
moves lead to the same board when they are played one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..sgf import COLOURS, Node, Sgf, common_sentences, point, point_name, with_comment

AGAIN = "Nothing is played, and both choose again."
WHY_NOT_PLAYED = {
    "same-point": "Both chose %(black)s.",
    "order": "Black chose %(black)s and White %(white)s: the order of these moves would matter.",
    "repetition": "Black chose %(black)s and White %(white)s: that would repeat a position.",
}


class Moves(Sgf):
    """Writes a turn as two moves."""

    def nodes(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        names: Sequence[str],
    ) -> list[Node]:
        """Two nodes for a turn that was played, else one node with a comment."""
        said = common_sentences(events, names) + _said(events, names, after["size"])
        marks = _marks(after)
        played = {
            event["seat"]: point(event["at"]) for event in events if event["type"] == "placed"
        }
        passed = {event["seat"]: "" for event in events if event["type"] in ("passed", "absent")}
        moves = {**passed, **played}
        if len(moves) < 2:
            return [with_comment(marks, said)]
        black, white = ({COLOURS[seat]: [moves[seat]]} for seat in (0, 1))
        return [black, with_comment({**white, **marks}, said)]


def _said(events: Sequence[Mapping[str, Any]], names: Sequence[str], size: int) -> list[str]:
    said = []
    for event in events:
        if event["type"] == "conflict":
            black, white = (
                "a pass" if at is None else point_name(at, size) for at in event["chosen"]
            )
            why = WHY_NOT_PLAYED[event["why"]] % {"black": black, "white": white}
            said.append(f"{why} {AGAIN}")
        elif event["type"] == "counting":
            said.append("The stones are counted.")
        elif event["type"] == "marked":
            how = "dead" if event["dead"] else "alive"
            said.append(f"{names[event['seat']]} marked {point_name(event['at'], size)} as {how}.")
        elif event["type"] == "accepted":
            said.append(f"{names[event['seat']]} accepted the count.")
        elif event["type"] == "resumed":
            said.append("Play goes on.")
    return said


def _marks(position: Mapping[str, Any]) -> Node:
    """Marks dead stones and the points that count for each side."""
    area = position.get("area", ())
    owned = [(owner, (x, y)) for y, row in enumerate(area) for x, owner in enumerate(row)]
    return {
        "TB": [point(at) for owner, at in owned if owner == 0],
        "TW": [point(at) for owner, at in owned if owner == 1],
        "MA": [point(at) for at in position.get("dead", ())],
    }
