"""How long the club took to come back after a fault, and when that is too long."""

import pytest

from chaos.faults import Happened
from chaos.observed import CHOICES_AGAIN, STARTED_AGAIN, Observed, recoveries


def observed(*, choices, turns, began=100.0, lags=()):
    """After a fault at 110, choices are taken again after ``choices`` seconds, and turns are no
    longer late after ``turns`` seconds."""
    return Observed(
        taken=[[began, 110.0 + choices], [began, 110.2]],
        late=[(110.0, 9.0, 100.0), (110.0 + turns, 0.0, 110.0 + turns)],
        lags=list(lags),
    )


def fault(**values):
    return Happened("kind", "words", 100.0, 110.0, **values)


def promises(seen, happened):
    return [each.promise for each in recoveries(seen, [happened])[1]]


def test_a_club_that_is_back_soon_breaks_no_promise():
    seen = observed(choices=1.5, turns=3)
    assert promises(seen, fault(database=True)) == []
    assert recoveries(seen, [fault()])[0] == {"kind": (1.5, 3.0)}


@pytest.mark.parametrize(
    ("choices", "turns"), [(CHOICES_AGAIN + 0.5, 1), (1, 6), (STARTED_AGAIN + 1, 1)]
)
def test_a_club_that_is_back_late_after_the_database_is_found(choices, turns):
    assert promises(observed(choices=choices, turns=turns), fault(database=True)) == [
        "the club comes back"
    ]


def test_a_worker_that_has_said_nothing_since_is_not_back_though_no_turn_is_late():
    seen = observed(choices=1, turns=6)
    seen.late.insert(1, (111.0, 0.0, 109.0))
    assert seen.turns_after(110.0) == 6


def test_one_web_process_that_takes_no_choice_again_is_found():
    seen = observed(choices=1, turns=1)
    seen.taken[1] = [100.0]
    assert promises(seen, fault()) == ["the club comes back"]


def test_time_for_which_this_program_had_to_wait_is_not_held_against_the_club():
    seen = observed(choices=CHOICES_AGAIN + 0.5, turns=1, lags=[(110.5, 0.6)])
    assert promises(seen, fault(database=True)) == []


def test_this_program_stood_still_from_when_it_should_have_gone_on():
    assert Observed(lags=[(100.1, 0.02), (103.0, 2.5)]).stalls() == [(100.5, 103.0)]


def test_choices_that_stop_with_redis_are_found():
    seen = observed(choices=1, turns=1, began=99.0)
    assert promises(seen, fault(choices_go_on=True)) == ["choices are taken without Redis"]
    seen = observed(choices=1, turns=1, began=101.0)
    assert promises(seen, fault(choices_go_on=True)) == []
