"""A choice that comes again because its answer was lost: if it was carried out, it is
not refused."""

import pytest

from games.live import consumers
from games.models import SealedAction
from tests.games.playing import PASS, begin, fresh, place, seal, steps, withdraw
from tests.games.sockets import page
from tests.games.sweeps import resolve_if_due
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

DRAW = {"type": "draw", "path": [[1, 1], [9, 1]]}


def refused(work, *args):
    """The code of the refusal."""
    with pytest.raises(Refused) as info:
        work(*args)
    return info.value.code


def test_a_choice_that_was_played_is_no_late_one(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(2, 2))
    seal(game, bo, place(3, 3))
    seal(game, bo, place(3, 3), 1)
    assert steps(game) == [("complete", {"0": place(2, 2), "1": place(3, 3)})]


def test_another_choice_than_the_one_that_was_played_is_late(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(2, 2))
    seal(game, bo, place(3, 3))
    assert refused(seal, game, bo, PASS, 1) == "step-over"
    assert refused(seal, game, bo, place(2, 2), 1) == "step-over"
    assert refused(seal, game, bo, place(2, 2), 10**30) == "step-over"


def test_who_has_no_seat_learns_nothing_of_what_was_played(ada, bo, cy):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(2, 2))
    seal(game, bo, place(3, 3))
    assert refused(seal, game, cy, place(2, 2), 1) == "not-your-seat"


def test_a_line_that_was_stopped_is_known_again_by_what_was_sent(ada, bo):
    game = begin(ada, bo, variant="continuous-go", turn_ends="complete")
    seal(game, ada, DRAW)
    assert steps(game)[-1][1]["0"] != DRAW
    seal(game, ada, DRAW, 1)
    assert fresh(game).step == 1


def test_the_choice_that_ended_the_game_was_in_time(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    for _ in range(9):
        if not fresh(game).is_over:
            seal(game, ada, PASS)
        if not fresh(game).is_over:
            seal(game, bo, PASS)
    last = fresh(game).step
    assert fresh(game).is_over
    seal(game, bo, PASS, last)
    assert refused(seal, game, bo, place(1, 1), last) == "not-running"


def test_what_is_sealed_already_is_in_time_though_it_comes_again_after_it(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(2, 2))
    clock.go(60)
    seal(game, ada, place(2, 2))
    assert refused(seal, game, ada, PASS) == "late"
    assert SealedAction.objects.get().action == place(2, 2)


def test_what_was_taken_back_may_be_taken_back_again(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(2, 2))
    withdraw(game, ada)
    clock.go(60)
    withdraw(game, ada)
    clock.go(60)
    resolve_if_due(game)
    withdraw(game, ada, 1)
    assert steps(game)[-1][1] == {}


def test_what_was_played_cannot_be_taken_back(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(2, 2))
    clock.go(120)
    resolve_if_due(game)
    assert refused(withdraw, game, ada, 1) == "step-over"


async def test_a_page_that_comes_back_is_answered_for_the_choice_that_completed_the_turn(ada, bo):
    game = await in_thread(lambda: begin(ada, bo, turn_ends="complete"))
    await in_thread(seal, game, ada, place(2, 2))
    async with page(game, bo) as tab:
        await tab.seal(1, place(3, 3))
    async with page(game, bo) as again:
        answer = await again.ask(type="action.seal", id=1, step=1, action=place(3, 3))
        other = await again.ask(type="action.seal", id=2, step=1, action=PASS)
    assert (answer["type"], answer["id"]) == ("command.done", 1)
    assert (other["type"], other["code"]) == ("error", "step-over")


async def test_of_a_choice_that_its_rules_refuse_nobody_asks_whether_it_was_played(
    ada, bo, monkeypatch
):
    monkeypatch.setattr(consumers, "was_done_before", None)
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        assert (await tab.seal(1, place(9, 9)))["code"] == "off-board"


async def test_what_was_taken_back_by_a_socket_stays_so_when_the_first_request_arrives(
    ada, bo, client_of
):
    """The socket uses the event loop, the request a thread."""
    game = await in_thread(lambda: begin(ada, bo))
    order = [{"page": "one", "number": number} for number in range(4)]

    def by_http(number, action):
        body = {"step": 1, "action": action, "order": order[number]}
        path = f"{game.get_absolute_url()}seal/"
        return client_of(ada).post(path, body, content_type="application/json").json()

    async with page(game, ada) as tab:
        await tab.ask(type="action.seal", step=1, action=place(1, 1), order=order[1])
        await tab.ask(type="action.withdraw", step=1, order=order[2])
        assert (await in_thread(by_http, 0, place(2, 2)))["code"] == "overtaken"
        assert await in_thread(by_http, 3, place(3, 3)) == {"ok": True}
        late = await tab.ask(type="action.withdraw", id=1, step=1, order=order[2])
        again = await tab.ask(type="action.seal", id=2, step=1, action=PASS, order=order[3])
    assert (late["type"], late["id"], late["code"]) == ("error", 1, "overtaken")
    assert (again["type"], again["id"]) == ("command.done", 2)
    assert [each.action for each in await in_thread(list, SealedAction.objects.all())] == [
        place(3, 3)
    ]
