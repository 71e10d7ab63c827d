"""Plans of seats: sealed in order, if legal, one step at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from msgspec import UNSET

from engines.registry import GAMES
from engines.rules import Json
from games.play import plan as plans
from games.play import seal as choosing
from games.play.messages import Order
from games.play.resolve import depart
from games.play.rows import Cause, EndedTenure, LeftWhy, Status, TenureEnd
from games.play.settings import GameSettings, TurnEnds
from games.play.states import whole_state
from tests.games.play.test_run import Table, end_time
from tests.games.play.test_run import use_plans as use_due
from tests.games.playing import PASS, place
from transport.messages import encode
from transport.refusals import Refused

DAY = 86_400


def table_of(slug: str = "multiplayer-go", ends: TurnEnds = TurnEnds.COMPLETE) -> Table:
    return Table(slug, ends, bots=0, turn=DAY)


def plan(table: Table, seat: int, *actions: Json) -> None:
    was = table.plans.get(seat, [])
    table.run(partial(plans.set_plan, own=table.seats[seat], was=was, actions=actions))


def seal(table: Table, seat: int, action: Json) -> None:
    own, step = table.seats[seat], table.game.next_step
    table.run(partial(choosing.seal, own=own, step=step, action=action, arrived=table.now))


def use_plans(table: Table, seconds: float = 1) -> None:
    """Does what the sweep does, some seconds later."""
    table.now += timedelta(seconds=seconds)
    table.run(use_due)


def sealed(table: Table) -> dict[int, Json]:
    return {number: row.action for number, row in table.choices.items()}


def said(table: Table) -> list[tuple[str, str]]:
    return [(each.audience, each.kind) for each in table.told]


def first_turn(table: Table) -> None:
    seal(table, 0, place(0, 0))
    seal(table, 1, place(4, 4))


def test_a_step_that_begins_takes_the_next_of_the_plan():
    table = table_of()
    plan(table, 0, place(1, 1), place(2, 2))
    use_plans(table)
    assert sealed(table) == {}, "the step that goes on is chosen for by hand"
    first_turn(table)
    use_plans(table)
    assert sealed(table) == {0: place(1, 1)}
    assert table.plans == {0: [place(2, 2)]}


def test_what_is_not_legal_when_its_turn_comes_is_dropped_for_the_next():
    table = table_of()
    plan(table, 0, place(0, 0), place(4, 4), place(2, 2), place(3, 3))
    first_turn(table)
    use_plans(table)
    assert sealed(table) == {0: place(2, 2)}
    assert table.plans == {0: [place(3, 3)]}


def test_where_nothing_of_a_plan_is_legal_nothing_is_sealed():
    table = table_of()
    plan(table, 0, place(0, 0), place(4, 4))
    first_turn(table)
    use_plans(table)
    assert (sealed(table), table.plans) == ({}, {})
    assert table.game.plans_due is None


def test_a_plan_completes_a_step_as_any_choice_does():
    table = table_of()
    plan(table, 0, place(1, 1))
    first_turn(table)
    seal(table, 1, place(3, 3))
    told = len(table.told)
    use_plans(table)
    assert table.game.step == 2
    assert table.steps[-1].cause == Cause.COMPLETE
    # As with any choice that completes a step, it is not announced separately.
    assert said(table)[told:] == [("seat.0", "plan.kept"), ("everyone", "step.resolved")]


def test_two_plans_play_one_step_at_a_time():
    table = table_of()
    for seat in (0, 1):
        plan(table, seat, *(place(x, seat) for x in range(5)))
    first_turn(table)
    for step in range(2, 5):
        use_plans(table, 0.5)
        assert table.game.step == step - 1
        use_plans(table, 0.5)
        assert table.game.step == step


def test_who_has_sealed_by_a_plan_is_told_as_of_any_choice():
    table = table_of()
    plan(table, 0, place(1, 1))
    first_turn(table)
    told = len(table.told)
    use_plans(table)
    assert said(table)[told:] == [
        ("seat.0", "plan.kept"),
        ("everyone", "action.sealed"),
        ("seat.0", "action.kept"),
    ]


def test_a_choice_by_hand_takes_the_place_of_the_planned_one():
    table = table_of()
    plan(table, 0, place(1, 1), place(2, 2))
    first_turn(table)
    use_plans(table)
    seal(table, 0, place(3, 3))
    assert sealed(table) == {0: place(3, 3)}
    assert table.plans == {0: [place(2, 2)]}


def test_a_choice_by_hand_before_the_plan_is_used_leaves_the_plan_as_it_is():
    table = table_of()
    plan(table, 0, place(1, 1))
    first_turn(table)
    seal(table, 0, place(3, 3))
    use_plans(table)
    assert sealed(table) == {0: place(3, 3)}
    assert table.plans == {0: [place(1, 1)]}


def test_what_was_taken_back_is_not_sealed_again_before_the_time_is_up():
    table = table_of()
    plan(table, 0, place(1, 1), place(2, 2))
    first_turn(table)
    use_plans(table)
    own, step = table.seats[0], table.game.next_step
    table.run(partial(choosing.withdraw, own=own, step=step, arrived=table.now))
    use_plans(table)
    assert sealed(table) == {}


def test_a_leave_does_not_use_what_is_planned_for_the_turns_after_this_one():
    table = Table("multiplayer-go", TurnEnds.COMPLETE, bots=0, turn=DAY)
    plan(table, 0, place(1, 1))
    table.seats.append(replace(table.seats[1], number=2, id=102, user_id=3))
    state = table.engine.new_state(table.options, 3, 7)
    table.game.state = whole_state(0, table.engine.dump(state))[0]
    gone = [table.seats[2]]
    table.run(partial(depart, seats=gone, why=LeftWhy.RESIGNED, cause=Cause.COMPLETE))
    assert (table.game.step, table.game.plans_due) == (1, None)
    first_turn(table)
    use_plans(table)
    assert sealed(table) == {0: place(1, 1)}


def test_a_plan_keeps_its_player_from_missing_a_turn():
    table = table_of(ends=TurnEnds.TIMER)
    plan(table, 0, place(1, 1))
    table.now += timedelta(seconds=DAY + 1)
    table.run(end_time)
    assert table.steps[0].actions == {"0": place(1, 1)}
    assert [seat.absences for seat in table.seats] == [0, 1]


def test_in_parallel_go_a_conflict_takes_the_second_choice():
    table = table_of("parallel-go")
    plan(table, 0, place(2, 2), place(1, 1), PASS)
    seal(table, 0, place(0, 0))
    seal(table, 1, place(4, 4))
    use_plans(table)
    seal(table, 1, place(2, 2))
    assert [event["type"] for event in table.steps[-1].line["events"]] == ["conflict"]
    use_plans(table)
    assert sealed(table) == {0: place(1, 1)}


def test_in_an_open_step_the_seat_on_turn_plays_what_it_has_planned():
    table = table_of("territory")
    state = table.engine.load(table.game.state.dump)
    first = table.engine.bot().think(state, 0, 1)
    assert first
    plan(table, 1, {"type": "place", "at": [0, 0]}, *_moves_of(table, 1))
    seal(table, 0, first)
    step = table.game.step
    use_plans(table)
    assert table.game.step == step + 1
    assert list(table.steps[-1].actions) == ["1"]


def _moves_of(table: Table, seat: int) -> list[Json]:
    state = table.engine.load(table.game.state.dump)
    shown = table.engine.view(state, None)["board"]
    return [
        {"type": "place", "at": [x, y]}
        for y, row in enumerate(shown)
        for x, held in enumerate(row)
        if held is None and _is_beside(shown, x, y, seat)
    ][: plans.MOST_PLANNED - 1]


def _is_beside(board, x, y, seat) -> bool:
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return any(
        0 <= row < len(board) and 0 <= column < len(board[row]) and board[row][column] == seat
        for column, row in around
    )


@pytest.mark.parametrize("how", ["leaves", "is over", "another player"])
def test_a_plan_is_dropped_when_its_player_has_the_seat_no_longer(how):
    table = Table("automatafl", TurnEnds.COMPLETE, bots=0, turn=DAY)
    move = {"type": "move", "from": [0, 0], "to": [0, 1]}
    plan(table, 0, move)
    assert table.plans

    def happens(run) -> None:
        if how == "leaves":
            depart(run, [run.seats[0]], LeftWhy.RESIGNED, Cause.COMPLETE)
        elif how == "is over":
            run.game.status = Status.CANCELLED
            run.game.deadline = None
            run.end_tenures(run.seats, TenureEnd.OVER)
        else:
            run.tenures_ended.append(EndedTenure(0, run.game.step, TenureEnd.REMOVED))

    if how == "another player":
        table.holds = lambda run: None
    table.run(happens)
    assert table.plans == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"actions": [PASS] * 21}, "long-plan"),
        ({"actions": [place(1, 1), place(5, 1)]}, "off-board"),
        ({"actions": [{"type": "draw"}]}, "bad-action"),
        ({"was": [PASS], "actions": [place(1, 1)]}, "plan-changed"),
        ({"step": 2, "actions": [place(1, 1)]}, "plan-changed"),
    ],
)
def test_what_is_no_plan_is_refused_and_the_plan_stays(change, code):
    table = table_of()
    plan(table, 0, place(2, 2))
    asked = {"was": [place(2, 2)], **change}
    with pytest.raises(Refused) as refused:
        _ask(table, asked)
    assert refused.value.code == code
    assert table.plans == {0: [place(2, 2)]}


def _ask(table: Table, asked: dict) -> None:
    plans.set_plan(table.begun(), table.seats[0], **asked)


def test_a_plan_that_comes_again_is_no_other_plan():
    table = table_of()
    for _ in range(2):
        table.run(partial(plans.set_plan, own=table.seats[0], was=[], actions=[place(2, 2)]))
    assert table.plans == {0: [place(2, 2)]}
    assert said(table) == [("seat.0", "plan.kept")] * 2


def test_a_page_can_tell_of_which_of_its_changes_it_is_told():
    table, order = table_of(), Order(page="one", number=7)
    set_one = partial(plans.set_plan, own=table.seats[0], was=[], actions=[PASS], order=order)
    table.run(set_one)
    table.run(partial(plans.set_plan, own=table.seats[0], was=[PASS], actions=[]))
    assert [each.message.order for each in table.told] == [order, UNSET]


def test_a_change_that_a_later_one_of_its_page_has_overtaken_is_not_taken():
    """Both changes were made to the same plan, which is empty again when the first one arrives."""
    table = table_of()
    for number, was, actions in ((2, [], [PASS]), (3, [PASS], [])):
        asked = {"was": was, "actions": actions, "order": Order(page="one", number=number)}
        table.run(partial(plans.set_plan, own=table.seats[0], **asked))
        assert table.plans == ({0: actions} if actions else {})
    first = {"was": [], "actions": [place(2, 2)], "order": Order(page="one", number=1)}
    with pytest.raises(Refused) as refused:
        _ask(table, first)
    assert refused.value.code == "overtaken"
    assert table.plans == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_plans_are_for_long_turns_and_games_whose_choices_stand_alone(game):
    lengths = [59 * 60, 60 * 60, None]
    offered = [plans.may_plan(game, GameSettings(turn_seconds=each)) for each in lengths]
    assert offered == ([False] * 3 if game.slug == "continuous-go" else [False, True, True])


def test_what_others_are_told_does_not_depend_on_what_is_planned():
    """Until the reveal, others are told the same whatever the plans contain, and however much."""
    heard = []
    for planned in ([place(1, 1)], [place(0, 0), place(2, 2), PASS, place(3, 3)]):
        table = table_of()
        plan(table, 0, *planned)
        first_turn(table)
        use_plans(table)
        others = [each for each in table.told if not each.audience.startswith("seat.")]
        heard.append([encode(each.message) for each in others])
    assert heard[0] == heard[1]
    assert len(heard[0]) > 2
