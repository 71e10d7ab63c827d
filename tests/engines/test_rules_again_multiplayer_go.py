"""Parallel Multiplayer Go: records worked out by hand from the text of the rules alone."""

from functools import partial

from tests.engines.replaying import EMPTY, PASS, acts, events, last, place, refusal

after = partial(last, "multiplayer-go", size=5)

# Black fills the third column except its middle, which the others close in the fourth turn.
WALL = [
    acts(place(2, 0), place(4, 4), PASS),
    acts(place(2, 1)),
    acts(place(2, 3)),
    acts(place(2, 4), place(2, 2), place(2, 2)),
]


def test_no_way_leads_over_a_point_that_is_closed_when_the_last_turn_ends():
    end = after(WALL, seats=3, collision="ko", max_turns=4)
    assert (end["turn"], end["phase"], end["sealed"]) == (4, "finished", False)
    assert end["position"]["closed"] == [[2, 2]]
    assert end["position"]["last"] == [{"seat": 0, "at": [2, 4]}]
    assert end["outcome"] == {"ranks": [1, 2, 3], "scores": [14, 1, 0], "reason": "score"}


def test_a_point_stays_closed_when_a_leave_ends_the_game():
    end = after([*WALL, {"leave": [2, 0]}], seats=3, collision="ko")
    assert (end["turn"], end["position"]["left"]) == (5, [0, 2])
    assert end["position"]["closed"] == [[2, 2]]
    assert end["position"]["last"] == [{"seat": 0, "at": [2, 4]}]
    assert end["outcome"] == {"ranks": [2, 1, 2], "scores": [14, 1, 0], "reason": "leave"}


def test_a_closed_point_is_open_again_a_turn_later_though_nobody_acted():
    steps = [*WALL, EMPTY, acts(None, place(2, 2))]
    assert after(steps, seats=3, collision="ko")["position"]["board"][2][2] == 1
    early = [*WALL, acts(None, None, place(2, 2))]
    assert refusal("multiplayer-go", early, seats=3, size=5, collision="ko") == (5, 2, "blocked")


MERGED = acts(place(0, 0), place(0, 0), place(4, 4))


def test_a_merged_stone_goes_with_the_chain_of_either_colour():
    steps = [MERGED, acts(place(1, 0)), acts(None, None, place(0, 1))]
    end = after(steps, seats=3, collision="merge")
    (captured,) = events(end, "captured")
    assert captured["stage"] == 1
    assert captured["stones"] == [{"seat": 0, "at": [0, 0]}, {"seat": 1, "at": [0, 0]}]
    assert end["position"]["board"][0][:2] == [None, 0]


def test_a_merged_stone_without_a_liberty_falls_in_the_second_stage_where_it_is_new():
    around = [acts(None, None, place(1, 0)), acts(None, None, place(0, 1))]
    end = after([*around, MERGED], seats=3, collision="merge")
    (captured,) = events(end, "captured")
    assert captured["stage"] == 2
    assert end["position"]["last"] == [{"seat": 2, "at": [4, 4]}]


def test_the_last_stones_go_by_seat_and_a_shared_one_comes_for_each():
    end = after([acts(place(1, 1), place(3, 3), place(1, 1))], seats=3, collision="merge")
    assert end["position"]["last"] == [
        {"seat": 0, "at": [1, 1]},
        {"seat": 1, "at": [3, 3]},
        {"seat": 2, "at": [1, 1]},
    ]
    assert [row[1] for row in end["position"]["board"]] == [None, [0, 2], None, None, None]


def test_a_leave_is_no_turn_and_who_left_is_ranked_by_score():
    steps = [acts(place(0, 0), place(2, 2), place(4, 4)), {"leave": [1]}, acts(place(0, 1))]
    before = after(steps[:2], seats=3, max_turns=2)
    assert (before["turn"], before["phase"], before["awaiting"]) == (2, "play", [0, 2])
    end = after(steps, seats=3, max_turns=2)
    assert (end["turn"], events(end, "absent")) == (2, [{"seat": 2}])
    assert end["outcome"] == {"ranks": [1, 2, 2], "scores": [2, 1, 1], "reason": "score"}


def test_one_pass_among_absent_seats_ends_the_game_and_no_pass_does_not():
    assert after([acts(place(0, 0)), EMPTY], seats=3)["outcome"] is None
    end = after([acts(place(0, 0)), acts(None, PASS)], seats=3)
    assert end["outcome"] == {"ranks": [1, 2, 2], "scores": [25, 0, 0], "reason": "score"}
