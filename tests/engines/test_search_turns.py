"""Looking ahead in games in which seats take turns, on tiny games that are known by heart."""

from collections.abc import Mapping, Sequence
from random import Random

from engines.bots import Budget
from engines.search import turns
from engines.search.knowledge import Knowledge


class Heap(Knowledge[tuple[int, int], int]):
    """Seats take one to three coins from a heap in turn; who takes the last coin wins. A position
    is how many coins are left, and whose turn it is."""

    steps = 0

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats

    def awaiting(self, position: tuple[int, int]) -> Sequence[int]:
        return () if position[0] == 0 else (position[1],)

    def candidates(self, position: tuple[int, int], seat: int, random: Random) -> Sequence[int]:
        return range(1, min(3, position[0]) + 1)

    def policy(self, position: tuple[int, int], seat: int, random: Random) -> int:
        return random.choice(self.candidates(position, seat, random))

    def after(self, position: tuple[int, int], choices: Mapping[int, int]) -> tuple[int, int]:
        coins, seat = position
        return coins - choices[seat], (seat + 1) % self.seats

    def value(self, position: tuple[int, int]) -> Sequence[float]:
        coins, seat = position
        last = (seat - 1) % self.seats
        return [float(each == last) if coins == 0 else 0.5 for each in range(self.seats)]


def chosen(
    coins: int, rounds: int = 400, seed: int = 0, seats: int = 2, go_on=lambda: True
) -> int | None:
    return turns.choose(Heap(seats), (coins, 0), Random(seed), Budget(rounds, go_on))


def test_it_finds_the_only_choice_that_wins():
    for seed in range(5):
        assert [chosen(coins, seed=seed) for coins in (2, 3, 5, 6, 7)] == [2, 3, 1, 2, 3]


def test_each_of_three_seats_does_what_is_best_for_itself():
    # Whoever can take the last coins does, whatever the others would like.
    assert chosen(3, seats=3) == 3
    assert chosen(2, seats=3) == 2


def test_it_sees_three_turns_ahead():
    assert all(chosen(13, rounds=3000, seed=seed) == 1 for seed in range(3))


def test_with_the_same_seed_and_rounds_it_chooses_the_same():
    assert [chosen(20, 50, seed) for seed in range(20)] == [
        chosen(20, 50, seed) for seed in range(20)
    ]


def test_stopped_at_once_it_takes_the_first_candidate():
    assert chosen(7, go_on=lambda: False) == 1
    assert chosen(7, rounds=0) == 1


def test_it_stops_when_told_to():
    asked = []

    def go_on():
        asked.append(True)
        return len(asked) < 10

    assert chosen(30, rounds=1_000_000, go_on=go_on) is not None
    assert len(asked) == 10


def test_it_stops_once_the_rest_of_its_time_would_change_nothing(monkeypatch):
    def all_of(coins: int, seed: int) -> tuple[int | None, int]:
        asked = []

        def go_on():
            asked.append(True)
            return True

        return chosen(coins, rounds=600, seed=seed, go_on=go_on), len(asked)

    games = [(coins, seed) for coins in (1, 2, 3, 5, 6, 7, 9, 12) for seed in range(4)]
    early = [all_of(*game) for game in games]
    monkeypatch.setattr(turns, "CHECK_EVERY", 10**6)
    late = [all_of(*game) for game in games]
    assert [choice for choice, _ in early] == [choice for choice, _ in late]
    assert {asked for _, asked in late} == {600}
    assert min(asked for _, asked in early) < 30  # with one coin there is one choice
    assert sum(asked < 600 for _, asked in early) > len(games) // 2


def test_a_budget_of_time_tells_how_many_rounds_are_left():
    clock = iter([0.0, 0.0, 1.0, 4.0, 5.0])
    budget = Budget.of_seconds(4, lambda: next(clock))
    assert budget.left(0) > 1000  # nothing is known yet
    assert budget.left(50) == 150
    assert budget.left(200) == 0
    assert not budget.go_on()
    assert Budget(70).left(50) == 20


def test_it_has_no_choice_at_the_end():
    assert turns.choose(Heap(), (0, 0), Random(1), Budget(10)) is None


def test_its_tree_is_bounded(monkeypatch):
    monkeypatch.setattr(turns, "MOST_NODES", 5)
    assert chosen(6, rounds=500) in (1, 2, 3)
