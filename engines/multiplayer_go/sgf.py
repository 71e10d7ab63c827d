"""A step of Parallel Multiplayer Go in SGF: it adds and removes stones as set-up.

They cannot be moves: several stones are placed at once, and captures have two stages
(multiplayer-go.md, "A turn").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..outcome import plain_number
from ..sgf import (
    Node,
    Sgf,
    common_sentences,
    label,
    letter_of,
    listed,
    point,
    point_name,
    with_comment,
)

Stones = dict[tuple[int, int], tuple[int, ...]]
"""The seats that own the stone on each point that has one."""


class SetUp(Sgf):
    """Writes stones as set-up, with letters if there are more seats than colours."""

    def nodes(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        names: Sequence[str],
    ) -> list[Node]:
        """One node for a step."""
        was, now = _stones(before), _stones(after)
        changed = {at: seats for at, seats in now.items() if was.get(at) != seats}
        node: dict[str, list[str]] = {
            "AB": [point(at) for at, seats in changed.items() if seats[0] % 2 == 0],
            "AW": [point(at) for at, seats in changed.items() if seats[0] % 2 == 1],
            "AE": [point(at) for at in was if at not in now],
            "CR": [point(at) for at in dict.fromkeys(tuple(new["at"]) for new in after["last"])],
        }
        if len(names) > 2:
            node["LB"] = [label(at, _letters(seats)) for at, seats in now.items()]
        else:
            node["LB"] = [label(at, _letters(s)) for at, s in now.items() if len(s) > 1]
        closed = [point(at) for at in after["closed"]]
        said = [*_collisions(events, names, after["size"]), *common_sentences(events, names)]
        return [with_comment({**node, "MA": closed}, said)]


def _stones(position: Mapping[str, Any]) -> Stones:
    return {
        (x, y): (stone,) if isinstance(stone, int) else tuple(stone)
        for y, row in enumerate(position["board"])
        for x, stone in enumerate(row)
        if stone is not None
    }


def _letters(seats: Sequence[int]) -> str:
    return "".join(map(letter_of, seats))


def _collisions(
    events: Sequence[Mapping[str, Any]], names: Sequence[str], size: int
) -> Iterator[str]:
    placed = {tuple(event["at"]) for event in events if event["type"] == "placed"}
    for event in events:
        if event["type"] != "collision":
            continue
        chose = listed([names[seat] for seat in event["seats"]])
        heats = event["heats"]
        heat = f" (heat {', '.join(str(plain_number(each)) for each in heats)})" if heats else ""
        if event["winner"] is not None:
            got = f"{names[event['winner']]} gets the point."
        elif tuple(event["at"]) in placed:
            got = "They share the stone."
        else:
            got = "Nobody gets the point."
        yield f"{chose} chose {point_name(event['at'], size)}{heat}. {got}"
