"""Looking ahead in games in which all choose at once, on tiny games that are known by heart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from engines.bots import Budget
from engines.search import sealed
from engines.search.knowledge import Knowledge

Position = tuple[str, ...]


class Matrix(Knowledge[Position, int]):
    """A game of one step: what the first seat wins for what both choose; the other wins the rest.
    A position is what was chosen."""

    def __init__(self, wins: Sequence[Sequence[float]]) -> None:
        self.wins = wins

    def awaiting(self, position: Position) -> Sequence[int]:
        return () if position else (0, 1)

    def candidates(self, position: Position, seat: int, random: Random) -> Sequence[int]:
        return range(len(self.wins) if seat == 0 else len(self.wins[0]))

    def policy(self, position: Position, seat: int, random: Random) -> int:
        return random.choice(self.candidates(position, seat, random))

    def after(self, position: Position, choices: Mapping[int, int]) -> Position:
        return (str(choices[0]), str(choices[1]))

    def value(self, position: Position) -> Sequence[float]:
        won = self.wins[int(position[0])][int(position[1])]
        return won, 1 - won


def chosen(
    game: Knowledge[Position, int], seat: int, rounds: int, seed: int = 0, go_on=lambda: True
) -> int | None:
    return sealed.choose(game, (), seat, Random(seed), Budget(rounds, go_on))


def test_it_finds_the_choice_that_is_best_whatever_the_other_does():
    game = Matrix([[0.2, 0.4], [0.1, 0.3], [0.6, 0.9]])
    assert {chosen(game, 0, 200, seed) for seed in range(10)} == {2}


def test_it_answers_what_the_other_will_rightly_do():
    # The first would win all with 0, if the second did not have a far better choice than that.
    game = Matrix([[1.0, 0.0], [0.6, 0.5]])
    assert {chosen(game, 0, 500, seed) for seed in range(10)} == {1}


def test_it_cannot_be_read_where_every_certain_choice_loses():
    pennies = Matrix([[1, 0], [0, 1]])
    often = Counter(chosen(pennies, 0, 300, seed) for seed in range(60))
    assert min(often[0], often[1]) >= 15


def account(*learnt: tuple[int, float], later: bool = True) -> sealed.Seat[int]:
    """What a seat knows whose candidates were tried so often and did so well in the mean. If
    ``later``, it heard of the same whenever they were chosen later."""
    seat = sealed.Seat(range(len(learnt)), curiosity=0.7)
    for rank, (tries, mean) in enumerate(learnt):
        for _ in range(tries):
            seat.tries[rank] += 1
            seat.visits += 1
            seat.learn(rank, mean, {rank: (1.0, mean)} if later else {})
    return seat


def choices(seat: sealed.Seat[int]) -> set[int]:
    return {seat.choose(Random(number)) for number in range(30)}


def test_it_chooses_what_did_best_where_it_learns_from_later_choices():
    assert choices(account((40, 0.5), (25, 0.6), (5, 0.4))) == {1}


def test_it_chooses_what_it_tried_most_where_it_knows_nothing_else():
    assert choices(account((40, 0.5), (20, 0.6), (5, 0.9), later=False)) == {0}
    assert choices(account((40, 0.5), (30, 0.6), (5, 0.9), later=False)) == {0, 1}


def test_it_doubts_what_it_hardly_tried():
    assert choices(account((40, 0.5), (1, 0.55))) == {0}


def test_it_chooses_now_this_now_that_of_candidates_that_are_as_good():
    assert choices(account((100, 0.5), (100, 0.502), (100, 0.45))) == {0, 1}


def test_the_same_chance_and_rounds_lead_to_the_same_choice():
    game = Matrix([[1, 0, 0.5], [0, 1, 0.5], [0.5, 0.5, 0.5]])
    assert [chosen(game, 1, 50, seed) for seed in range(20)] == [
        chosen(game, 1, 50, seed) for seed in range(20)
    ]


def test_without_a_round_it_takes_the_first_candidate():
    game = Matrix([[0, 0], [1, 1]])
    assert chosen(game, 0, 0) == 0
    assert chosen(game, 0, 100, go_on=lambda: False) == 0


def test_it_stops_when_it_is_told_to():
    asked = iter([True] * 30 + [False])
    game = Matrix([[0, 0], [1, 1]])
    assert chosen(game, 0, 1_000_000, go_on=lambda: next(asked)) == 1


class Countdown(Knowledge[int, int]):
    """Both say 0 or 1 in each of five steps; the seat that has said more in all wins. A position is
    the step times 100, and who is ahead by how much."""

    steps = 3

    def awaiting(self, position: int) -> Sequence[int]:
        return (0, 1) if position < 500 else ()

    def candidates(self, position: int, seat: int, random: Random) -> Sequence[int]:
        return (0, 1)

    def policy(self, position: int, seat: int, random: Random) -> int | None:
        return random.randrange(2)

    def after(self, position: int, choices: Mapping[int, int]) -> int:
        return position + 100 + choices[0] - choices[1]

    def value(self, position: int) -> Sequence[float]:
        ahead = (position + 50) % 100 - 50
        return 0.5 + ahead / 20, 0.5 - ahead / 20


def test_it_plays_on_to_see_what_a_choice_leads_to():
    for seat in (0, 1):
        assert sealed.choose(Countdown(), 0, seat, Random(1), Budget(500)) == 1


class Slow(Matrix):
    """A game in which each position that is played on takes three seconds of a clock."""

    now = 0.0

    def value(self, position: Position) -> Sequence[float]:
        self.now += 3
        return super().value(position)


@pytest.mark.parametrize(("seconds", "spent"), [(1, 3), (8, 6), (10, 9), (11, 9), (13, 12)])
def test_it_ends_when_there_is_no_time_left_for_as_much_again(seconds, spent):
    game = Slow([[1, 0], [0, 1]])
    sealed.choose(game, (), 0, Random(1), Budget.of_seconds(seconds, lambda: game.now))
    assert game.now == spent


class Alone(Countdown):
    """The same, but the second seat can never choose anything."""

    def candidates(self, position: int, seat: int, random: Random) -> Sequence[int]:
        return (0, 1) if seat == 0 else ()

    def policy(self, position: int, seat: int, random: Random) -> int | None:
        return random.randrange(2) if seat == 0 else None

    def after(self, position: int, choices: Mapping[int, int]) -> int:
        return position + 100 + choices[0]


def test_a_seat_without_candidates_chooses_nothing_and_stops_nobody():
    assert sealed.choose(Alone(), 0, 1, Random(1), Budget(200)) is None
    assert sealed.choose(Alone(), 0, 0, Random(1), Budget(500)) == 1
