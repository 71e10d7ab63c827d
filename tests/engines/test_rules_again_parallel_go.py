"""Parallel Go: records worked out by hand from the text of the rules alone."""

import json
from functools import partial
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import registry
from tests.engines.parallel_go_again import Again
from tests.engines.replaying import EMPTY, PASS, acts, by, events, last, place, refusal

after = partial(last, "parallel-go", size=5)
refused = partial(refusal, "parallel-go", size=5)

# A ko at [1, 1] and [2, 1]: White is in it, then Black captures while White is absent.
KO = [
    acts(place(1, 0), place(2, 0)),
    acts(place(0, 1), place(3, 1)),
    acts(place(1, 2), place(2, 2)),
    acts(place(4, 4), place(1, 1)),
    acts(place(2, 1)),
]
BACK = place(1, 1)
COUNT = [*KO, EMPTY]


def test_taking_a_ko_back_while_the_other_passes_repeats_a_position():
    end = after([*KO, acts(PASS, BACK)])
    assert events(end, "conflict") == [{"why": "repetition", "chosen": [None, [1, 1]]}]
    assert (end["turn"], end["awaiting"], end["sealed"]) == (6, [0, 1], True)
    assert end["position"]["prohibited"] == [[], [[1, 1]]]
    assert (end["position"]["captures"], end["position"]["last"]) == ([1, 0], [[2, 1], None])


def test_a_conflict_with_an_absent_seat_goes_on_and_prohibitions_add_up():
    steps = [*KO, acts(None, BACK), acts(place(4, 0), place(4, 0))]
    assert after(steps[:-1])["awaiting"] == [0, 1]
    assert after(steps)["position"]["prohibited"] == [[[4, 0]], [[4, 0], [1, 1]]]
    assert refused([*steps, acts(None, BACK)]) == (8, 1, "prohibited")
    end = after([*steps, acts(place(0, 4), place(4, 3))])
    assert (end["turn"], end["position"]["prohibited"]) == (7, [[], []])


def test_a_point_is_refused_by_the_first_code_that_holds():
    steps = [*KO, acts(None, BACK)]
    assert refused([*steps, acts(place(1, 0), BACK)]) == (7, 0, "occupied")
    assert refused([*steps, acts(None, place(5, 1))]) == (7, 1, "off-board")
    # White at [0, 0] would stand between two black stones, [1, 0] and [0, 1].
    assert refused([*steps, acts(None, place(0, 0))]) == (7, 1, "suicide")


def test_passes_clear_prohibitions_and_resuming_does_not_bring_the_old_position_back():
    steps = [*KO, acts(None, BACK), EMPTY]
    counting = after(steps)
    assert (counting["turn"], counting["phase"], counting["sealed"]) == (6, "counting", False)
    assert counting["position"]["prohibited"] == [[], []]
    assert counting["position"]["last"] == [None, None]
    again = after([*steps, by(0, {"type": "resume"}), acts(None, BACK)])
    assert (again["turn"], events(again, "conflict")[0]["why"]) == (7, "repetition")


def test_leaving_while_counting_keeps_the_count_as_it_was():
    steps = [*COUNT, by(0, {"type": "mark", "at": [3, 1]}), by(1, {"type": "accept"})]
    end = after([*steps, {"leave": [1]}])
    position = end["position"]
    # White's stones are connected by empty points: [2, 0], [3, 1] and [2, 2].
    assert position["dead"] == [[2, 0], [3, 1], [2, 2]]
    assert position["accepted"] == [1]
    assert position["area"] == [[0] * 5] * 5
    assert end["outcome"] == {"ranks": [1, 2], "scores": None, "reason": "leave"}


def test_leaving_while_playing_adds_no_count():
    end = after([*KO, {"leave": [1, 0]}])
    assert end["outcome"] == {"ranks": [1, 1], "scores": None, "reason": "leave"}
    assert not {"dead", "accepted", "area"} & end["position"].keys()


def test_who_has_accepted_owes_nothing_until_a_mark_takes_it_back():
    accepted = [*COUNT, by(0, {"type": "accept"})]
    assert after(accepted)["awaiting"] == [1]
    assert refused([*accepted, by(0, {"type": "resume"})]) == (8, 0, "not-awaited")
    marked = after([*accepted, by(1, {"type": "mark", "at": [4, 4]})])
    assert (marked["awaiting"], marked["position"]["accepted"]) == ([0, 1], [])
    assert refused([*COUNT, acts({"type": "accept"}, {"type": "accept"})]) == (
        7,
        None,
        "bad-record",
    )


def test_a_count_whose_time_runs_out_is_accepted_by_both():
    end = after([*COUNT, by(0, {"type": "accept"}), EMPTY])
    assert (end["phase"], end["turn"]) == ("finished", 6)
    assert end["position"]["accepted"] == [0, 1]
    # Black: five stones, [0, 0] and [1, 1]; White: three stones; all other points touch both.
    assert end["outcome"]["scores"] == [7, 3]


needed = partial(after, agreement="needed")


def test_two_who_miss_one_turn_each_do_not_end_a_game_that_needs_their_agreement():
    for black, white in ((None, None), (PASS, None), (None, PASS)):
        end = needed([*KO, acts(place(4, 0), PASS), acts(black, white)])
        assert (end["turn"], end["phase"], end["sealed"]) == (8, "play", True)
        assert (end["position"]["last"], events(end, "counting")) == ([None, None], [])
    end = needed([*KO, acts(None, BACK), acts(PASS)])
    assert (end["turn"], end["position"]["prohibited"]) == (7, [[], []])
    assert needed([*KO, acts(PASS, PASS)])["phase"] == "counting"


LATE = [*KO, acts(PASS, PASS), by(1, {"type": "mark", "at": [1, 0]}), by(1, {"type": "accept"})]


def test_a_count_that_one_side_has_marked_and_accepted_goes_back_to_play_when_its_time_is_up():
    assert needed(LATE)["position"]["area"] == [[1] * 5] * 5
    end = needed([*LATE, EMPTY])
    assert end["events"] == [{"type": "resumed", "why": "time"}]
    assert (end["turn"], end["phase"], end["awaiting"], end["outcome"]) == (7, "play", [0, 1], None)
    assert not {"dead", "accepted", "area"} & end["position"].keys()


def test_the_second_count_of_a_game_that_runs_out_of_time_is_scored_with_all_stones_alive():
    again = [*LATE, EMPTY, acts(place(4, 0), PASS), acts(PASS, PASS)]
    marked = [*again, by(0, {"type": "mark", "at": [3, 1]}), by(0, {"type": "accept"})]
    end = needed([*marked, EMPTY])
    assert (end["phase"], end["turn"], end["awaiting"]) == ("finished", 8, [])
    assert (end["position"]["dead"], end["position"]["accepted"]) == ([], [])
    # Black: six stones, [0, 0] and [1, 1]; White: three stones; all other points touch both.
    assert end["outcome"] == {"ranks": [1, 2], "scores": [8, 3], "reason": "score"}


def test_a_count_that_both_resume_leaves_the_first_time_out_for_later():
    resumed = [*LATE[:6], by(0, {"type": "resume"}), acts(PASS, PASS)]
    assert needed([*resumed, EMPTY])["phase"] == "play"


def test_without_the_option_a_record_is_what_it_was():
    for agreement in ({}, {"agreement": "assumed"}):
        assert after([*KO, EMPTY], **agreement)["phase"] == "counting"
        end = after([*LATE, EMPTY], **agreement)
        assert (end["phase"], end["outcome"]["scores"]) == ("finished", [0, 25])
    assert refused(KO, agreement="silence") == (None, None, "bad-options")


def chosen(game, again, seat, chance):
    """A random legal action of a seat; None: its time runs out."""
    if again.counting:
        kinds = ["mark", "mark", "accept", "accept", "resume"] if again.stones else ["accept"]
        kind = chance.choice(kinds)
        if kind != "mark":
            return {"type": kind}
        return {"type": "mark", "at": list(chance.choice(sorted(again.stones)))}
    kind = chance.choice(["place", "place", "pass", "pass", "nothing"])
    if kind == "nothing":
        return None
    at = (chance.randrange(again.size), chance.randrange(again.size))
    if kind == "pass" or at in again.prohibited[seat]:
        return PASS
    return PASS if again.placed(again.stones, seat, at) is None else place(*at)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["assumed", "needed"]), st.lists(st.integers(0, 2**32), max_size=40))
def test_games_with_random_time_outs_come_to_the_same_twice(agreement, numbers):
    game = registry.game("parallel-go")
    state = game.new_state({"size": 5, "agreement": agreement}, 2, 0)
    again = Again(5, agreement)
    for number in numbers:
        if again.result is not None:
            break
        chance = Random(number)
        seats = [chance.choice(again.awaited)] if again.counting else [0, 1]
        said = {seat: chosen(game, again, seat, chance) for seat in seats}
        if again.counting and chance.random() < 0.25:
            said = {}
        actions = {seat: action for seat, action in said.items() if action is not None}
        assert list(game.absent(state, actions)) == again.absent(actions)
        was_counting, timeouts = again.counting, again.timeouts
        for seat, action in actions.items():
            game.check(state, seat, action)
        state, told = game.resolve(state, actions)
        again.step(actions)
        position = game.view(state, None)
        assert {name: position[name] for name in again.position()} == again.position()
        assert (game.phase(state), game.turn(state)) == (again.phase, again.turn)
        assert list(game.awaiting(state)) == again.awaited
        outcome = game.outcome(state)
        assert (outcome and outcome.as_json()) == again.result
        kinds = [event["type"] for event in told]
        if agreement == "needed":
            assert ("counting" in kinds) == (actions == {0: PASS, 1: PASS} and not was_counting)
            assert {e["seat"] for e in told if e["type"] == "accepted"} <= set(actions)
            assert (again.timeouts > timeouts) == (was_counting and not actions)
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state
        expected_count = position.get("area") is not None and game.phase(state) == "counting"
        assert (game.shown(state)["count"] is not None) == expected_count
