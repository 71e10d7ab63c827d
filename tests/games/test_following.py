"""What everybody with the page open receives: the same bytes, after the commit."""

import json
import socket
import threading

import pytest
from django.db import transaction
from django.utils import timezone

from engines.changes import changed
from engines.registry import GAMES
from games.live import consumers
from games.live.catch_up import news
from games.pages.access import get_viewer
from games.pages.snapshots import snapshot
from games.play.events import EVERYONE, group_of
from games.play.messages import VERSION, WatchingChanged
from games.store.rows import state_at
from tests.games.acting import cancel_game, end_turn, pause_game, resign, resume_game
from tests.games.playing import begin, fresh, place, seal, sealed, state_of, steps
from tests.games.sockets import page
from tests.games.sweeps import resolve_due_turns
from transport import sending
from transport.sending import send_on_commit
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def frames_of(open_page, kind):
    """The frames of one kind that a page received."""
    return [frame for frame in open_page.frames if json.loads(frame)["type"] == kind]


async def test_visitors_get_the_same_push_as_players_byte_for_byte(ada, bo, mo, clock):
    game = await in_thread(begin, ada, bo)
    async with (
        page(game, ada) as player,
        page(game, bo) as other,
        page(game, mo) as moderator,
        page(game) as visitor,
    ):
        await in_thread(seal, game, ada, place(0, 0))
        clock.go(60)
        await in_thread(resolve_due_turns, sleep=clock.sleep)
        pages = (player, other, moderator, visitor)
        for each in pages:
            await each.hear("step.resolved")
        for kind in ("action.sealed", "step.resolved"):
            assert len({frame for each in pages for frame in frames_of(each, kind)}) == 1


async def test_a_step_is_pushed_once_with_its_extras_and_the_new_deadline(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await in_thread(seal, game, ada, place(2, 2))
        clock.go(60)
        await in_thread(resolve_due_turns, sleep=clock.sleep)
        opened = await visitor.hear("step.resolved")
    assert opened["clock"] == {
        "deadline": "2026-11-21T20:02:00Z",
        "time_left": None,
        "paused": False,
        "put_off": False,
        "resumes_at": None,
    }
    extras = [extra for extra in game.engine.extras if extra.pushed]

    def worked_out():
        return [extra.of(state_at(game, 1)) for extra in extras]

    before = await in_thread(lambda: game.engine.shown(state_at(game, 0)))
    position = changed(before, opened["step"]["changes"])
    for known in await in_thread(worked_out):
        assert {key: position[key] for key in known} == known
    assert extras
    assert [seat["absences"] for seat in opened["seats"]] == [0, 1]
    assert len(frames_of(visitor, "step.resolved")) == 1


async def test_the_old_state_and_the_push_are_the_fresh_state(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await in_thread(seal, game, ada, place(2, 2))
        clock.go(60)
        await in_thread(resolve_due_turns, sleep=clock.sleep)
        pushed = await visitor.hear("step.resolved")
        state = await visitor.snapshot()
    old = visitor.first["step"]["position"]
    pushed["step"]["position"] = changed(old, pushed["step"].pop("changes"))
    for part in ("step", "seats", "clock", "chosen"):
        assert pushed[part] == state[part]
    assert pushed["status"] == state["game"]["status"]


async def test_a_leave_and_the_step_it_completes_are_two_pushes_in_order(ada, bo, cy, clock):
    game = await in_thread(begin, ada, bo, cy, turn_ends="complete")
    async with page(game) as visitor:
        await in_thread(seal, game, ada, place(0, 0))
        await in_thread(seal, game, bo, place(1, 1))
        await in_thread(resign, game_id=game.pk, user=cy)
        numbers = [(await visitor.hear("step.resolved"))["step"]["step"] for _ in range(2)]
    assert numbers == [1, 2]


async def test_who_leaves_makes_the_others_pages_agree_on_what_is_kept(ada, bo, cy, clock):
    game = await in_thread(begin, ada, bo, cy)
    async with page(game, ada) as player:
        await in_thread(seal, game, ada, place(0, 0))
        assert (await player.hear("action.kept"))["step"] == 1
        await in_thread(resign, game_id=game.pk, user=cy)
        kept = await player.hear("action.kept")
        opened = await player.hear("step.resolved")
    assert (kept["step"], kept["action"]) == (2, place(0, 0))
    assert opened["chosen"] == [0]


async def test_the_leavers_own_pages_hear_that_nothing_is_kept_any_more(ada, bo, cy, clock):
    game = await in_thread(begin, ada, bo, cy)
    await in_thread(seal, game, cy, place(0, 0))
    async with page(game, cy) as leaver:
        await in_thread(resign, game_id=game.pk, user=cy)
        assert (await leaver.hear("action.kept"))["action"] is None
    assert await in_thread(sealed, game) == {}


async def test_a_pause_is_pushed_with_the_time_that_is_left_and_logged(ada, bo, mo, clock):
    game = await in_thread(begin, ada, bo)
    clock.go(20)
    async with page(game) as visitor:
        await in_thread(pause_game, game_id=game.pk, by=mo, why="Tea")
        paused = await visitor.hear("game.paused")
        entry = (await visitor.hear("log.added"))["entry"]
        await in_thread(resume_game, game_id=game.pk, by=mo, why="Enough")
        resumed = await visitor.hear("game.resumed")
    assert paused["clock"] == {
        "deadline": None,
        "time_left": 40.0,
        "paused": True,
        "put_off": False,
        "resumes_at": None,
    }
    assert resumed["clock"]["deadline"] == "2026-11-21T20:01:00Z"
    assert (entry["what"], entry["by"], entry["why"]) == ("paused", "Mo", "Tea")


async def test_a_cancelled_game_is_pushed_and_logged(ada, bo, mo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await in_thread(cancel_game, game_id=game.pk, by=mo, why="Power cut")
        assert (await visitor.hear("game.cancelled"))["status"] == "cancelled"
        assert (await visitor.hear("log.added"))["entry"]["what"] == "cancelled"


async def test_who_ended_the_turn_is_said_before_it_opens(ada, bo, mo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await in_thread(end_turn, game_id=game.pk, by=mo, why="Late")
        await visitor.hear("step.resolved")
    assert frames_of(visitor, "log.added")


async def test_what_is_rolled_back_pushes_nothing(ada, bo):
    game = await in_thread(begin, ada, bo)

    def undone():
        with transaction.atomic():
            seal(game, ada, place(0, 0))
            transaction.set_rollback(True)

    async with page(game) as visitor:
        await in_thread(undone)
        await in_thread(seal, game, bo, place(1, 1))
        assert (await visitor.hear("action.sealed"))["seat"] == 1
    assert len(frames_of(visitor, "action.sealed")) == 1


def test_nothing_is_sent_before_the_database_has_committed(ada, bo, monkeypatch):
    game = begin(ada, bo)
    sent = []
    monkeypatch.setattr(sending, "send_now", sent.extend)
    with transaction.atomic():
        seal(game, ada, place(0, 0))
        assert sent == []
    assert [group for group, _ in sent] == [
        group_of(game.public_id, EVERYONE),
        group_of(game.public_id, "seat.0", ada.pk),
    ]


def test_a_push_that_fails_costs_nothing_else(ada, bo, monkeypatch, caplog):
    def gone():
        raise ConnectionError("Redis is gone")

    monkeypatch.setattr(sending, "_client", gone)
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    assert sealed(game) == {0: place(0, 0)}
    seal(game, bo, place(1, 1))
    assert len(steps(game)) == 1
    assert "[0, 0]" not in caplog.text
    assert {line.getMessage() for line in caplog.records} == {
        "a push was not sent: ConnectionError"
    }


def test_a_push_that_hangs_is_given_up(ada, bo, monkeypatch, settings, tmp_path):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen()
        settings.REDIS_URL = f"unix://{tmp_path / 'silent'}"
        monkeypatch.setattr(sending, "SEND_TIMEOUT", 0.05)
        client = sending._client.make()
        monkeypatch.setattr(sending, "_client", lambda: client)
        game = begin(ada, bo)
        seal(game, ada, place(0, 0))
    assert sealed(game) == {0: place(0, 0)}


async def test_a_page_asks_again_and_gets_the_whole_state(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        await in_thread(seal, game, ada, place(0, 0))
        state = await player.snapshot()

        def now():
            found = fresh(game)
            return snapshot(found, get_viewer(found, ada, clock.now), watching=0, now=clock.now)

        expected = await in_thread(now)
    assert state["you"] == expected.you
    assert state["chosen"] == [0]


async def test_a_state_never_overtakes_a_push_that_is_newer(ada, bo, monkeypatch):
    """A step opens while the state is being read: the old state must not come after it."""
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    await in_thread(seal, game, ada, place(0, 0))
    heard = threading.Event()

    def slowly(*args, **kwargs):
        read = news(*args, **kwargs)
        seal(game, bo, place(1, 1))
        assert heard.wait(5)
        return read

    async with page(game) as visitor, page(game) as other:
        with monkeypatch.context() as patch:
            patch.setattr(consumers, "news", slowly)
            await visitor.send(type="snapshot.ask")
            await other.hear("step.resolved")
            heard.set()
            await visitor.hear("command.done")
            await visitor.hear("step.resolved")
    kinds = [json.loads(frame)["type"] for frame in visitor.frames]
    assert kinds.index("step.resolved") > len(kinds) - 1 - kinds[::-1].index("game.snapshot")


def test_a_push_to_nobody_in_particular_is_no_error(db):
    send_on_commit()
    told = WatchingChanged(now=timezone.now(), watching=1)
    send_on_commit((group_of("nobody", EVERYONE), told))


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
async def test_whoever_follows_has_each_position_that_a_snapshot_shows(slug, ada, bo, clock):
    """This holds for players and visitors, up to the step that ends the game."""
    game = await in_thread(begin, ada, bo, variant=slug, turn_seconds=None, turn_ends="complete")
    users = {0: ada, 1: bo}

    def next_step():
        state = state_of(game)
        for seat in game.engine.awaiting(state):
            action = game.engine.bot().think(state, seat, 7)
            seal(game, users[seat], action)

    async with page(game, ada) as player, page(game) as visitor:
        position = visitor.first["step"]["position"]
        for step in range(1, 7):
            if step < 6:
                await in_thread(next_step)
            else:
                await in_thread(resign, game_id=game.pk, user=bo)
            for follower in (player, visitor):
                pushed = (await follower.hear("step.resolved"))["step"]
                assert pushed["step"] == step
                assert "position" not in pushed
            position = changed(position, pushed["changes"])
            assert position == (await visitor.snapshot())["step"]["position"]


async def test_a_page_that_comes_back_gets_the_whole_and_follows_on(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    for x in range(2):
        await in_thread(seal, game, ada, place(x, 0))
        await in_thread(seal, game, bo, place(x, 4))
    async with page(game) as late:
        assert late.first["step"]["step"] == 2
        assert late.first["version"] == VERSION
        await in_thread(seal, game, ada, place(3, 3))
        await in_thread(seal, game, bo, place(4, 4))
        pushed = (await late.hear("step.resolved"))["step"]
        position = changed(late.first["step"]["position"], pushed["changes"])
    shown = await in_thread(lambda: game.engine.shown(state_of(game)))
    assert position == json.loads(json.dumps(shown))
