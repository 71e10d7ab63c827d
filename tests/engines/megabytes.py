"""Texts of a megabyte: tests read them, benchmarks time them."""

import json

from engines import record

NONSENSE = {
    "lists": lambda: "[" * 1_000_000,
    "objects": lambda: '{"a":' * 200_000,
    "string": lambda: '"' + '\\"' * 500_000,
    "integer": lambda: '{"a": ' + "9" * 1_000_000 + "}",
    "decimals": lambda: '{"a": 0.' + "9" * 1_000_000 + "}",
    "exponent": lambda: '{"a": 1e' + "9" * 1_000_000 + "}",
    "keys": lambda: "{" + ",".join(f'"{n}": 1' for n in range(70_000)) + ', "69999": 2}',
    "list": lambda: "[" + "[], " * 250_000 + "[]]",
    "text": lambda: '"' + "\\ud800" * 170_000 + '"',
}
"""Texts that are not records, by what they consist of."""


def steps_that_fill(first, repeated, seats):
    """A record of a megabyte: first these steps, then one step repeated."""
    head = {"format": record.FORMAT, "version": 1, "variant": "multiplayer-go", "seats": seats}
    whole = {**head, "options": {"size": 19}, "steps": first}
    times = (2**20 - len(json.dumps(whole))) // len(json.dumps(repeated) + ", ")
    return json.dumps({**whole, "steps": [*first, *[repeated] * times]})


def everybody(seats, at):
    return {"actions": {str(seat): {"type": "place", "at": at} for seat in range(seats)}}


GIANT = [[x, y] for y in range(19) for x in range(19) if (x, y) not in {(0, 0), (18, 18)}]

STEPS = {
    "nobody-acts": lambda: steps_that_fill([], {"actions": {}}, seats=12),
    "all-collide": lambda: steps_that_fill([], everybody(12, [3, 3]), seats=12),
    "giant-chain": lambda: steps_that_fill(
        [everybody(1, at) for at in GIANT],
        {"actions": {"1": {"type": "place", "at": [18, 18]}}},
        seats=2,
    ),
}
"""Records of Parallel Multiplayer Go, by what happens in them."""
