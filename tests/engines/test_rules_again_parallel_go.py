"""Parallel Go: records worked out by hand from the rules' text alone."""

from functools import partial

from tests.engines.replaying import EMPTY, PASS, acts, by, events, last, place, refusal

after = partial(last, "parallel-go", size=5)
refused = partial(refusal, "parallel-go", size=5)

# A ko at [1, 1] and [2, 1]: White stands in it, then Black takes it while White is absent.
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
    # White at [0, 0] would stand between [1, 0] and [0, 1], both black.
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
    # White's stones are connected over empty points: [2, 0], [3, 1] and [2, 2].
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
    # Black: five stones, [0, 0] and [1, 1]; White: three stones; the rest reaches both.
    assert end["outcome"]["scores"] == [7, 3]
