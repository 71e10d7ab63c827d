"""Megabytes of lines of Continuous Go in many arrangements: tests replay them, benchmarks time
them."""

import json
from itertools import chain, count, repeat

from engines import record
from engines.rules import Json

LIMIT = 2**20
PASS: Json = {"actions": {}}
UNDO = {"actions": {"0": {"type": "undo"}}}
FAR = [[3.9, 0.1], [3.9, 0.2]]


def draw(seat, path):
    rounded = [[round(x, 4), round(y, 4)] for x, y in path]
    return {"actions": {str(seat): {"type": "draw", "path": rounded}}}


def undone(seat):
    return {"actions": {str(seat): {"type": "undo"}}}


def filled(steps, limit=LIMIT):
    """A record of a megabyte, or another number of bytes, with as many of the steps as fit."""
    head = {"format": record.FORMAT, "version": 1, "variant": "continuous-go", "seats": 2}
    options = {"size": 5, "budget": 20, "lower": 0, "upper": 400}
    kept, left = [], limit - 300
    for step in steps:
        left -= len(json.dumps(step, separators=(",", ":"))) + 1
        if left < 0:
            break
        kept.append(step)
    return json.dumps({**head, "options": options, "steps": kept}, separators=(",", ":"))


def dashes():
    """The shortest possible draws, side by side, until the colours are full."""
    for turn in count():
        seat = turn % 2
        for n in range(600):
            column, row = n % 60 / 32, (turn // 2 * 10 + n // 60) / 100
            yield draw(seat, [[2 * seat + column, row], [2 * seat + column + 0.02, row]])
        yield PASS


def patch(seat=0):
    """One colour's line through every grid point of a small square, over several turns."""
    rows = ([(x, y) for x in range(140)[:: 1 if y % 2 == 0 else -1]] for y in range(140))
    points = [[x / 1024, y / 1024] for x, y in chain.from_iterable(rows)]
    for begin in range(0, len(points), 500):
        yield draw(seat, points[begin : begin + 500])
        yield PASS
        yield draw(1 - seat, FAR)
        yield PASS


def scribble(within, points, seed):
    """A path of this many points all over a square, different for each seed."""
    return [
        [(seed * n * 7919 % 997) / 997 * within, (n * n * 31 % 991) / 991 * within]
        for n in range(points)
    ]


def skipping():
    """Draws with long beginnings among the opponent's lines, again and again."""
    yield from patch()
    yield PASS
    for seed in count(1):
        yield draw(1, [*scribble(0.13, 505, seed), [0.5, 0.5], [1, 0.5]])
        yield undone(1)


def running_into():
    """Long paths that the opponent's lines stop at once."""
    yield from patch()
    yield PASS
    for seed in count(1):
        yield draw(1, [[0.5, 0.5], *scribble(0.13, 505, seed)])
        yield undone(1)


def drawing_over():
    """The same lines over and over."""
    steps = list(patch())[:140]
    yield from steps
    yield from chain.from_iterable(repeat([step for step in steps[::4] for step in (step, UNDO)]))


def slanted():
    """Thousands of parallel lines across the whole board, whose bounding boxes all overlap."""
    for n in range(0, 3600, 3):
        yield from [PASS] if n else []
        yield from (draw(0, [[k / 1000, 0], [4, 4 - k / 1000]]) for k in range(n, n + 3))
        yield PASS
    yield from chain.from_iterable(
        repeat([draw(1, [[0.3 + n % 2 / 5, 3.9 + n / 1000] for n in range(90)]), undone(1)])
    )


def tangling():
    """Lines that cross themselves, up to the limit and beyond."""
    for seed in count(1):
        yield draw(0, scribble(0.4, 60, seed))
        yield PASS
        yield draw(1, FAR)
        yield PASS


def lattice():
    """As many sections as the limit of crossings allows, scored at the end."""
    for n in range(100):
        yield draw(0, [[n / 30, 0], [n / 30, 3.3]])
        yield draw(0, [[0, n / 30], [3.3, n / 30]])
        yield PASS
        yield draw(1, [[3.8, n / 50], [4, n / 50]])
        yield PASS
    yield PASS
    yield PASS


SHAPES = {
    "dashes": (dashes, "drawn"),
    "skipping": (skipping, "undone"),
    "running-into": (running_into, "undone"),
    "drawing-over": (drawing_over, "undone"),
    "slanted": (slanted, "undone"),
    "tangling": (tangling, "tangled"),
    "lattice": (lattice, "scored"),
}
"""The steps by name, with the last event of a replay or the code of the refusal."""
