"""What the bots of Territory that look ahead know of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random

from ..search.knowledge import Knowledge, Values
from .quick import DOUBLE, FREEDOM, REPLACEMENT, Choice, Quick, cells

MOST_CANDIDATES = 30
_REACHED = 2.0
"""What a cell that becomes reachable counts, in tiles."""
_CONTESTED = 1.5
"""What it counts to take a cell that another seat could take, too."""
_PRICES = {DOUBLE: 6.0, FREEDOM: 8.0, REPLACEMENT: 3.5}
"""What must be won by playing a card now instead of keeping it."""
_WORTH = {DOUBLE: 0.7, FREEDOM: 2.0, REPLACEMENT: 1.5}
"""What a card that is still held counts, in tiles."""
_HASTE = 0.2
"""How often the double-move card is played where it can be."""
_CERTAINTY = 0.5
"""How much one tile more says about who will win."""


class Growth(Knowledge[Quick, Choice]):
    """Positions are played on to the end on usual boards. Who is blocked first loses what is left,
    so that cards are best kept; this decides games, and only playing on shows it."""

    steps = 80

    def awaiting(self, position: Quick) -> Sequence[int]:
        return (position.seat,) if position.seat >= 0 else ()

    def after(self, position: Quick, choices: Mapping[int, Choice]) -> Quick:
        new = position.copy()
        new.play(choices[position.seat])
        return new

    def candidates(self, position: Quick, seat: int, random: Random) -> Sequence[Choice]:
        """Those that make the most cells reachable, and those that others could take; cards where
        they do much more."""
        rated = [*_plain(position, seat, random)]
        rated.sort(reverse=True)
        cards = position.cards[seat]
        if cards & DOUBLE:
            rated += _doubles(position, seat, random, rated[:3])
        unreached = position.empty & ~position.near[seat]
        if cards & REPLACEMENT:
            area = position.replaceable(seat)
            rated += _by_card(position, REPLACEMENT, area, unreached, random)
        if cards & FREEDOM:
            area = unreached or position.empty
            rated += _by_card(position, FREEDOM, area, unreached, random)
        rated.sort(reverse=True)
        return [choice for _, choice in rated[:MOST_CANDIDATES]]

    def policy(self, position: Quick, seat: int, random: Random) -> Choice | None:
        """Grows where others could, too, then elsewhere; plays cards where nothing can grow, and
        fills what is its own last."""
        near, empty, cards = position.near[seat], position.empty, position.cards[seat]
        reach, unreached, chance = near & empty, empty & ~near, random.random
        contested = reach & _near_others(position, seat)
        growing = reach & position.around(unreached)
        if growing:
            area = growing & contested or growing
            one, other = _any(area, chance), _any(area, chance)
            if one != other and cards & DOUBLE and chance() < _HASTE:
                return DOUBLE, one, other
            return 0, _better(position, one, other, unreached), 0
        if contested:
            return 0, _any(contested, chance), 0
        if cards & REPLACEMENT and (unreached or not reach):
            area = position.replaceable(seat)
            area = area & position.around(unreached) if unreached else area
            if area:
                one, other = _any(area, chance), _any(area, chance)
                return REPLACEMENT, _better(position, one, other, unreached), 0
        if cards & FREEDOM and unreached:
            inside = unreached & ~position.around(position.full & ~empty)
            return FREEDOM, _any(inside or unreached, chance), 0
        return _last(position, seat, chance)

    def value(self, position: Quick) -> Values:
        """Who wins; before the end by the cells that each seat would reach first."""
        if position.seat < 0:
            tiles = [area.bit_count() for area in position.tiles]
            most = max(range(len(tiles)), key=lambda seat: (tiles[seat], seat))
            return [float(seat == most) for seat in range(len(tiles))]
        shares = _nearest(position)
        for seat, held in enumerate(position.cards):
            shares[seat] += sum(worth for card, worth in _WORTH.items() if held & card)
        best = max(shares)
        weights = [exp(_CERTAINTY * (share - best)) for share in shares]
        return [weight / sum(weights) for weight in weights]

    def play_on(self, positions: Sequence[Quick], random: Random) -> Sequence[Values]:
        """As it is done for any game, but with one position that is changed from step to step."""
        return [self._to_the_end(position.copy(), random) for position in positions]

    def _to_the_end(self, position: Quick, random: Random) -> Values:
        for _ in range(self.steps):
            if position.seat < 0:
                break
            choice = self.policy(position, position.seat, random)
            assert choice is not None  # a seat on turn is not blocked
            position.play(choice)
        return self.value(position)


class Nearness(Growth):
    """Positions are judged at once, by the cells that each seat would reach first."""

    steps = 0


Rated = tuple[float, Choice]


def _plain(position: Quick, seat: int, random: Random) -> list[Rated]:
    """The choices without a card, each with what it wins."""
    near, rings = position.near[seat], position.rings
    unreached, others = position.empty & ~near, _near_others(position, seat)
    return [
        (
            _REACHED * (rings[cell] & unreached).bit_count()
            + (_CONTESTED if cell & others else 0)
            + random.random(),
            (0, cell, 0),
        )
        for cell in cells(near & position.empty)
    ]


def _doubles(position: Quick, seat: int, random: Random, best: Sequence[Rated]) -> list[Rated]:
    """Pairs of cells for the double-move card that begin with one of the best."""
    near, empty, rings = position.near[seat], position.empty, position.rings
    found = []
    for won, (_, cell, _) in best:
        around = rings[cell]
        unreached = empty & ~near & ~around
        for then in cells((near | around) & empty & ~cell):
            more = _REACHED * (rings[then] & unreached).bit_count() + random.random()
            found.append((won + more - _PRICES[DOUBLE], (DOUBLE, cell, then)))
    return found


def _by_card(position: Quick, card: int, area: int, unreached: int, random: Random) -> list[Rated]:
    """The choices with a card that takes any one cell of an area."""
    rings = position.rings
    return [
        (
            _REACHED * (rings[cell] & unreached).bit_count() - _PRICES[card] + random.random(),
            (card, cell, 0),
        )
        for cell in cells(area)
    ]


def _last(position: Quick, seat: int, chance: Callable[[], float]) -> Choice | None:
    """A cell that nobody else can take, or a card; None if the seat is blocked."""
    reach = position.near[seat] & position.empty
    if reach:
        return 0, _any(reach, chance), 0
    if position.cards[seat] & FREEDOM and position.empty:
        return FREEDOM, _any(position.empty, chance), 0
    area = position.replaceable(seat)
    if position.cards[seat] & REPLACEMENT and area:
        return REPLACEMENT, _any(area, chance), 0
    return None


def _near_others(position: Quick, seat: int) -> int:
    """The cells next to tiles of other seats, and these tiles."""
    area = 0
    for other, near in enumerate(position.near):
        if other != seat:
            area |= near
    return area


def _any(area: int, chance: Callable[[], float]) -> int:
    """A random cell of an area; not all are equally likely, because that would take longer."""
    skipped = int(chance() * area.bit_length())
    rest = area >> skipped
    return (rest & -rest) << skipped if rest else area & -area


def _better(position: Quick, one: int, other: int, unreached: int) -> int:
    """That of two cells which makes more cells reachable."""
    rings = position.rings
    if (rings[other] & unreached).bit_count() > (rings[one] & unreached).bit_count():
        return other
    return one


def _nearest(position: Quick) -> list[float]:
    """For each seat its tiles and the empty cells that it would reach before others; of those that
    several reach at once, the seat that is on turn sooner gets a half."""
    count, around = len(position.tiles), position.around
    shares = [float(tiles.bit_count()) for tiles in position.tiles]
    order = [(position.seat + step) % count for step in range(count)]
    fronts, free = list(position.tiles), position.empty
    while free:
        reached = several = 0
        for seat in order:
            fronts[seat] = new = around(fronts[seat]) & free
            several |= reached & new
            reached |= new
        if not reached:
            break
        free &= ~reached
        for seat in order:
            new = fronts[seat]
            shares[seat] += (new & ~several).bit_count() + (new & several).bit_count() / 2
            several &= ~new
    return shares
