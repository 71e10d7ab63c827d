"""Choices over the socket: answers, two tabs, a reconnect in the middle of a turn."""

import pytest

from accounts.models import Session
from games.models import SealedAction
from tests.games.playing import PASS, begin, place, seal, sealed
from tests.games.sockets import page
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_choice_is_sealed_and_answered_with_the_senders_id(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        answer = await tab.ask(type="action.seal", id="first", step=1, action=place(2, 2))
    assert (answer["type"], answer["id"]) == ("command.done", "first")
    assert await in_thread(sealed, game) == {0: place(2, 2)}


async def test_everybody_is_told_that_a_seat_has_chosen(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab, page(game, bo) as other, page(game) as visitor:
        await tab.seal(1, place(2, 2))
        for watcher in (other, visitor):
            told = await watcher.hear("action.sealed")
            assert (told["seat"], told["step"]) == (0, 1)
            assert set(told) == {"type", "now", "to", "seq", "seat", "step"}


async def test_a_choice_is_taken_back_and_everybody_is_told(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab, page(game) as visitor:
        await tab.seal(1, place(2, 2))
        assert (await tab.ask(type="action.withdraw", step=1))["type"] == "command.done"
        told = await visitor.hear("action.withdrawn")
    assert (told["seat"], told["step"]) == (0, 1)
    assert await in_thread(sealed, game) == {}


async def test_asking_whether_a_choice_is_allowed_seals_nothing_and_tells_nobody(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab, page(game, bo) as other:
        await tab.seal(1, place(1, 1))
        assert (await other.hear("action.sealed"))["seat"] == 0
        dance = {"type": "dance"}
        for action, code in (
            (place(2, 2), None),
            (place(9, 9), "off-board"),
            (dance, "bad-action"),
        ):
            answer = await tab.ask(type="action.check", id=7, step=1, action=action)
            assert (answer["id"], answer.get("code")) == (7, code)
        answer = await tab.ask(type="action.check", step=2, action=PASS)
        assert answer["code"] == "step-over"
        await other.seal(1, PASS)
        assert (await other.hear("action.sealed"))["seat"] == 1
    assert await in_thread(sealed, game) == {0: place(1, 1), 1: PASS}


async def test_two_tabs_of_one_seat_agree(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as one, page(game, ada) as two:
        await one.seal(1, place(2, 2))
        assert (await two.hear("action.kept"))["action"] == place(2, 2)
        await two.seal(1, PASS)
        assert (await one.hear("action.kept"))["action"] == place(2, 2)
        assert (await one.hear("action.kept"))["action"] == PASS
        await two.ask(type="action.withdraw", step=1)
        assert (await one.hear("action.kept"))["action"] is None


async def test_a_reconnect_in_the_middle_of_a_turn_gets_the_own_choice_back(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        await tab.seal(1, place(2, 2))
    async with page(game, ada) as again:
        assert again.first["you"]["action"] == place(2, 2)
        assert again.first["chosen"] == [0]


async def test_nobody_else_gets_the_choice_with_the_state(ada, bo, mo):
    game = await in_thread(begin, ada, bo)
    await in_thread(seal, game, ada, place(2, 2))
    for viewer in (bo, mo, None):
        async with page(game, viewer) as other:
            assert other.first["chosen"] == [0]
            assert (other.first["you"] or {"action": None})["action"] is None


@pytest.mark.parametrize(
    ("step", "action", "code"),
    [
        (2, PASS, "step-over"),
        (1, place(9, 0), "off-board"),
        (1, {"type": "resign"}, "bad-action"),
    ],
)
async def test_what_is_refused_is_answered_with_code_and_reason(ada, bo, step, action, code):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        answer = await tab.ask(type="action.seal", id=5, step=step, action=action)
    assert (answer["type"], answer["code"], answer["id"]) == ("error", code, 5)
    assert answer["message"].endswith((".", "board", "pass", "place, pass"))
    assert not await in_thread(SealedAction.objects.exists)


async def test_a_late_choice_is_refused(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        clock.go(60)
        assert (await tab.seal(1, PASS))["code"] == "late"


async def test_the_reason_is_shown_at_the_point(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        assert (await tab.seal(1, place(5, 0)))["at"] == [5, 0]


async def test_the_other_players_choice_cannot_be_taken_back(ada, bo):
    game = await in_thread(begin, ada, bo)
    await in_thread(seal, game, ada, place(2, 2))
    async with page(game, bo) as tab:
        await tab.ask(type="action.withdraw", step=1)
    assert await in_thread(sealed, game) == {0: place(2, 2)}


async def test_the_last_choice_opens_the_step_for_everybody(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with page(game, ada) as first, page(game, bo) as second, page(game) as visitor:
        await first.seal(1, place(0, 0))
        await second.seal(1, place(4, 4))
        for watcher in (first, second, visitor):
            opened = await watcher.hear("step.resolved")
            assert opened["step"]["step"] == 1
            assert opened["step"]["cause"] == "complete"
            assert opened["chosen"] == []


async def test_a_socket_that_nobody_told_of_its_sessions_end_is_a_visitors(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as left_open, page(game, ada) as tab:
        await tab.seal(1, place(2, 2))
        await in_thread(Session.objects.all()._raw_delete, "default")
        assert (await left_open.seal(1, PASS))["code"] == "login-needed"
        assert (await left_open.snapshot())["you"] is None
        assert await in_thread(sealed, game) == {0: place(2, 2)}
