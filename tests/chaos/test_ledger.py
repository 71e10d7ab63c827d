"""What is wrong with a frame is found when it comes."""

import json

import pytest

from chaos.ledger import Ledger

GAME = "a1"
STONE = {"type": "place", "at": [2, 3]}


@pytest.fixture
def ledger():
    """Seat 0 has sealed a stone for step 1."""
    ledger = Ledger()
    ledger.send(GAME, 1, 0, STONE)
    return ledger


def frame(kind, **values):
    return json.dumps(
        {"type": kind, "now": "2026-01-01T00:00:00Z", **values}, separators=(",", ":")
    )


def resolved(number, seq, **values):
    step = {"step": number, "cause": "complete", **values}
    return frame("step.resolved", to="everyone", seq=seq, step=step, seats=[])


def promises(ledger):
    return [each.promise for each in ledger.violations]


def test_that_somebody_has_chosen_is_no_secret(ledger):
    ledger.frame(GAME, 1, frame("action.sealed", to="everyone", seq=1, seat=0, step=1))
    assert promises(ledger) == []


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("action", [STONE, {"at": [2, 3], "type": "place"}])
def test_a_sealed_action_in_a_frame_to_others_is_found(ledger, seat, action):
    ledger.frame(GAME, seat, frame("log.added", entry={"action": action}))
    assert promises(ledger) == ["what is sealed is seen by nobody"]


def test_the_own_sealed_action_is_no_secret_and_neither_is_one_that_was_played(ledger):
    ledger.frame(GAME, 0, frame("action.kept", step=1, action=STONE))
    ledger.frame(GAME, 1, resolved(1, 1, events=[STONE]))
    assert promises(ledger) == []


def test_any_more_than_who_has_chosen_is_found(ledger):
    more = frame("action.sealed", to="everyone", seq=1, seat=0, step=1, at=[2, 3])
    ledger.frame(GAME, None, more)
    assert promises(ledger) == ["what is sealed is seen by nobody"]


def test_what_is_kept_for_a_seat_and_goes_to_another_is_found(ledger):
    ledger.frame(GAME, 1, frame("action.kept", step=1, action={"type": "pass"}))
    assert promises(ledger) == ["what is sealed is seen by nobody"]


def test_what_is_kept_for_a_seat_and_goes_to_a_watcher_is_found(ledger):
    ledger.frame(GAME, None, frame("action.kept", step=1, action=None))
    assert promises(ledger) == ["what is sealed is seen by nobody"]


def test_one_number_for_two_events_is_found(ledger):
    for seat in (0, 1):
        ledger.frame(GAME, None, frame("action.sealed", to="everyone", seq=1, seat=seat, step=1))
    assert promises(ledger) == ["a number is given once"]


def test_a_step_that_is_pushed_in_two_ways_is_found(ledger):
    ledger.frame(GAME, None, resolved(1, 1, events=[]))
    ledger.frame(GAME, None, resolved(1, 2, events=[{"type": "passed"}]))
    assert promises(ledger) == ["a step is resolved once"]


def test_the_same_event_on_two_sockets_is_well(ledger):
    for _ in range(2):
        ledger.frame(GAME, None, resolved(1, 1, events=[]))
    assert promises(ledger) == []
