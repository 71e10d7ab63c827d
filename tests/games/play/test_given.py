"""Choices from one page count in the order in which they were made, in whatever order
they arrive."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from engines.rules import Json
from games.play import seal as choosing
from games.play.events import seat
from games.play.messages import Order
from games.play.seal import MOST_PAGES
from games.play.settings import TurnEnds
from tests.games.play.test_run import Table
from tests.games.playing import PASS, place
from transport.refusals import Refused


def a_table(ends: TurnEnds = TurnEnds.TIMER) -> Table:
    return Table("multiplayer-go", ends, bots=0)


def give(
    table: Table, number: int, action: Json | None, page: str = "one", step: int | None = None
) -> str:
    """Makes a choice for seat 0, or takes it back if None; returns ``done`` or the reason for a
    refusal."""
    step = table.game.next_step if step is None else step
    what = {"step": step, "arrived": table.now, "order": Order(page=page, number=number)}
    does = partial(choosing.seal, action=action) if action else choosing.withdraw
    answers = []

    def work(run):
        try:
            does(run, table.seats[0], **what)
        except Refused as refused:
            answers.append(refused.code)
            raise

    table.run(work)
    return answers[0] if answers else "done"


def held(table: Table) -> Json | None:
    row = table.choices.get(0)
    return None if row is None else row.action


def test_a_choice_that_was_taken_back_before_it_arrived_is_not_sealed():
    table = a_table()
    assert give(table, 2, None) == "done"
    assert give(table, 1, place(0, 0)) == "overtaken"
    assert (held(table), table.game.given) == (None, {"0": [["one", 2]]})


def test_a_late_choice_replaces_no_later_one_and_a_later_one_still_counts():
    table = a_table()
    assert give(table, 2, place(1, 1)) == "done"
    assert give(table, 1, place(0, 0)) == "overtaken"
    assert give(table, 1, None) == "overtaken"
    assert held(table) == place(1, 1)
    assert give(table, 3, place(2, 2)) == "done"
    assert held(table) == place(2, 2)


def test_the_same_choice_given_anew_overtakes_what_came_between():
    table = a_table()
    give(table, 1, place(0, 0))
    give(table, 3, place(0, 0))
    assert give(table, 2, None) == "overtaken"
    assert held(table) == place(0, 0)


def test_a_choice_that_comes_twice_is_carried_out_once():
    table = a_table()
    give(table, 1, place(0, 0))
    give(table, 1, place(4, 4), page="another")
    del table.told[:]
    assert give(table, 1, place(0, 0)) == "done"
    assert held(table) == place(4, 4)
    assert [(each.audience, each.message.action) for each in table.told] == [
        (seat(0), place(4, 4))
    ], "it is told what is held"


def test_of_two_pages_the_later_arrival_holds():
    table = a_table()
    give(table, 9, place(0, 0))
    assert give(table, 1, place(1, 1), page="another") == "done"
    assert held(table) == place(1, 1)
    assert give(table, 8, None) == "overtaken"
    assert give(table, 10, PASS) == "done"
    assert held(table) == PASS


def test_a_choice_that_is_refused_overtakes_nothing():
    table = a_table()
    assert give(table, 2, place(9, 9)) == "off-board"
    assert give(table, 1, place(0, 0)) == "done"


def test_a_choice_without_order_is_carried_out_as_it_arrives():
    table = a_table()
    give(table, 2, None)
    own, step = table.seats[0], table.game.next_step
    table.run(partial(choosing.seal, own=own, step=step, action=PASS, arrived=table.now))
    assert held(table) == PASS


def test_numbers_are_kept_for_the_next_step_alone():
    table = a_table(TurnEnds.COMPLETE)
    give(table, 2, place(0, 0))
    own = table.seats[1]
    table.run(partial(choosing.seal, own=own, step=1, action=PASS, arrived=table.now))
    assert (table.game.step, table.game.given) == (1, None)
    assert give(table, 1, place(1, 1), step=1) == "step-over"
    assert give(table, 1, place(1, 1)) == "done"


def test_a_seat_has_no_more_than_a_few_pages():
    table = a_table()
    for number in range(MOST_PAGES + 3):
        give(table, number, PASS, page=f"page {number % (MOST_PAGES + 1)}")
    kept = table.game.given["0"]
    assert len(kept) == MOST_PAGES
    assert kept[-1] == ["page 1", MOST_PAGES + 2]


ACTIONS = [None, PASS, *(place(x, 0) for x in range(4))]


@given(st.data())
def test_however_choices_arrive_the_last_one_given_of_those_that_came_holds(data):
    said = dict(enumerate(data.draw(st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=6))))
    arrive = data.draw(st.lists(st.sampled_from(sorted(said)), min_size=1, max_size=12))
    table = a_table()
    answers = [(number, give(table, number, said[number])) for number in arrive]
    assert held(table) == said[max(arrive)]
    for place_in, (number, answer) in enumerate(answers):
        assert answer == ("overtaken" if number < max(arrive[: place_in + 1]) else "done")
