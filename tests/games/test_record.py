"""The record, the steps and the log of a game: everything played can be read again,
byte for byte."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from engines.changes import changed
from engines.multiplayer_go import GAME
from games.archive.record import record_of
from games.models import Step
from games.store.rows import state_at
from tests.games.acting import cancel_game, end_turn, pause_game, resign
from tests.games.playing import PASS, begin, fresh, line_at, place, seal, steps
from tests.games.sockets import page
from tests.games.sweeps import resolve_due_turns
from transport.threads import in_thread

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(ada, bo, cy, clock, mo):
    """A game with a collision, an absence, a leave, a turn ended by a moderator, and two passes."""
    game = begin(ada, bo, cy, turn_ends="complete", title='O\'Neill & "Söhne"')
    seal(game, ada, place(2, 2))
    seal(game, bo, place(2, 2))
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    seal(game, ada, place(0, 0))
    end_turn(game_id=game.pk, by=mo, why="Late")
    resign(game_id=game.pk, user=cy)
    seal(game, ada, PASS)
    seal(game, bo, PASS)
    return fresh(game)


def replayed(text: str) -> list[dict]:
    """The lines that the command line prints for a record."""
    done = subprocess.run(
        [sys.executable, "-m", "engines", "replay", "-", "--each", "--heat"],
        input=text,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_downloaded_record_replays_to_every_position_of_the_site(played, client_of):
    answer = client_of().get(f"/games/{played.public_id}/record.json")
    assert answer["Content-Disposition"].startswith('attachment; filename="miai-multiplayer-go-')
    lines = replayed(answer.content.decode())
    for number in range(played.step + 1):
        heat = lines[number]["position"].pop("heat")
        assert lines[number] == line_at(played, number)
        extra = client_of().get(f"/games/{played.public_id}/steps/{number}/heat.json")
        assert extra.json() == {"heat": heat}
    assert len(lines) == played.step + 1 == 5


def test_a_record_holds_who_played_in_which_colours_when_and_how_it_ended(played):
    record = record_of(played)
    assert record["players"][0] == {"name": "Ada", "stone": "sea", "mark": "straw"}
    assert (record["started"], record["finished"]) == (
        "2026-11-21T20:00:00.000000Z",
        "2026-11-21T20:01:00.000000Z",
    )
    assert record["result"] == played.outcome
    assert [step["cause"] for step in record["steps"]] == [
        "timer",
        "moderator",
        "complete",
        "complete",
    ]


def test_a_running_games_record_replays_to_its_last_step(ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    seal(game, ada, place(4, 4))  # sealed, and not in the record
    text = client_of().get(f"/games/{game.public_id}/record.json").content.decode()
    last = replayed(text)[-1]
    del last["position"]["heat"]
    assert last == line_at(game)


def test_a_leave_in_the_middle_of_a_turn_is_in_the_record(ada, bo, cy, clock):
    game = begin(ada, bo, cy)
    resign(game_id=game.pk, user=cy)
    assert record_of(fresh(game))["steps"][0]["leave"] == [2]


def test_an_open_turn_that_goes_on_is_in_the_record(ada, bo):
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete")
    for user in (ada, bo):
        seal(game, user, PASS)
    seal(game, ada, {"type": "accept"})
    assert len(record_of(fresh(game))["steps"]) == 2


def move(start: tuple[int, int], end: tuple[int, int]) -> dict:
    return {"type": "move", "from": list(start), "to": list(end)}


@pytest.fixture
def conflict(ada, bo, cy, member):
    """A game of Automatafl: two of four conflict and choose again, the other two moves
    stay sealed."""
    users = (ada, bo, cy, member("Di"))
    game = begin(*users, variant="automatafl", turn_ends="complete")
    seal(game, users[0], move((0, 0), (0, 1)))
    seal(game, users[1], move((0, 0), (1, 0)))
    seal(game, users[2], move((10, 10), (10, 9)))
    seal(game, users[3], move((0, 10), (0, 9)))
    assert line_at(game)["position"]["standing"] == [2, 3]
    return fresh(game)


def test_a_choice_that_stands_sealed_is_not_in_the_record_of_a_running_game(conflict):
    assert record_of(conflict)["steps"] == []


def test_a_choice_that_stood_is_in_the_record_once_its_turn_is_over(conflict, ada, bo):
    seal(conflict, ada, move((4, 0), (4, 1)))
    seal(conflict, bo, move((6, 0), (6, 1)))
    assert set(record_of(fresh(conflict))["steps"][0]["actions"]) == {"0", "1", "2", "3"}


def test_a_choice_that_stood_when_the_game_was_cancelled_stays_sealed(conflict, mo, clock):
    cancel_game(game_id=conflict.pk, by=mo, why="Power cut")
    assert record_of(fresh(conflict))["steps"] == []


def test_a_game_that_was_finished_when_it_began_says_so(ada, bo, monkeypatch):
    """None of our games has such options, but a game may."""
    over = GAME.leave(GAME.new_state({"size": 5, "collision": "ko", "max_turns": 1}, 2, 0), [1])[0]
    monkeypatch.setattr(type(GAME), "new_state", lambda *_: over)
    assert fresh(begin(ada, bo)).status == "finished"


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_a_step_is_shown_as_it_was_opened(played, client_of, number):
    shown = client_of().get(f"/games/{played.public_id}/steps/{number}.json")
    step, line = Step.objects.get(game=played, number=number), line_at(played, number)
    position = shown.json().pop("position")
    assert {key: position[key] for key in line["position"]} == line.pop("position")
    assert {key: shown.json()[key] for key in line} == line
    assert shown.json()["cause"] == step.cause
    assert "immutable" in shown["Cache-Control"]


def test_a_step_that_is_not_open_yet_is_not_remembered_as_missing(ada, bo, client_of):
    """A page that asks a moment too early must get the step when it asks again."""
    answer = client_of().get(f"/games/{begin(ada, bo).public_id}/steps/1.json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert not answer.has_header("Cache-Control")


@pytest.mark.django_db(transaction=True)
async def test_the_extras_of_a_past_step_are_those_that_were_pushed_with_it(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    pushed = []
    async with page(game) as visitor:
        for x in range(3):
            await in_thread(seal, game, ada, place(x, 0))
            await in_thread(seal, game, bo, place(x, 4))
            pushed.append((await visitor.hear("step.resolved"))["step"])

    extras = [extra for extra in game.engine.extras if extra.pushed]

    def worked_out():
        return [[extra.of(state_at(game, step)) for extra in extras] for step in (1, 2, 3)]

    position = await in_thread(lambda: game.engine.shown(state_at(game, 0)))
    for step, known in zip(pushed, await in_thread(worked_out), strict=True):
        position = changed(position, step["changes"])
        for extra in known:
            assert {key: position[key] for key in extra} == extra
    assert extras


def test_the_state_of_one_game_is_no_other_games(ada, bo):
    one, other = (begin(ada, bo, turn_ends="complete") for _ in range(2))
    for game, at in ((one, place(0, 0)), (other, place(4, 4))):
        seal(game, ada, at)
        seal(game, bo, PASS)
    views = [one.engine.view(state_at(game, 1), None)["last"] for game in (one, other)]
    assert views == [[{"seat": 0, "at": [0, 0]}], [{"seat": 0, "at": [4, 4]}]]
    assert steps(one) != steps(other)


@pytest.mark.parametrize("name", ["heat", "order"])
def test_extras_are_had_at_the_starting_position_too(ada, bo, client_of, name):
    answer = client_of().get(f"/games/{begin(ada, bo).public_id}/steps/0/{name}.json")
    assert (answer.status_code, list(answer.json())) == (200, [name])


def test_the_log_holds_of_a_line_its_two_ends(ada, bo, client_of):
    game = begin(ada, bo, variant="continuous-go", turn_ends="complete")
    path = [[n / 128, 1] for n in range(500)]
    seal(game, ada, {"type": "draw", "path": path})
    answer = client_of().get(f"/games/{game.public_id}/log.json?after=0")
    (event,) = answer.json()["entries"][0]["events"]
    assert event["path"] == [path[0], path[-1]]
    assert len(answer.content) < 1000
    (whole,) = game.steps.get(number=1).events
    assert len(whole["path"]) == 500


def test_the_log_tells_steps_and_moderators_acts_in_the_order_in_which_they_happened(
    played, client_of
):
    answer = client_of().get(f"/games/{played.public_id}/log.json?after=0")
    told = [
        (entry["step"], entry.get("what") or entry["cause"]) for entry in answer.json()["entries"]
    ]
    assert told == [
        (1, "timer"),
        (1, "ended-turn"),
        (2, "moderator"),
        (3, "complete"),
        (4, "complete"),
    ]


def test_the_log_can_be_had_page_by_page(played, client_of):
    path = f"/games/{played.public_id}/log.json?after="
    whole = client_of().get(path + "0").json()["entries"]
    rest = client_of().get(path + "2").json()["entries"]
    assert rest == whole[3:]
    assert client_of().get(path + "4").json()["entries"] == []


def test_the_log_says_in_which_turn_a_step_was_opened(played, client_of):
    entries = client_of().get(f"/games/{played.public_id}/log.json").json()["entries"]
    assert [entry["turn"] for entry in entries if "turn" in entry] == [1, 2, 3, 3]


def test_a_pause_is_in_the_log_after_the_step_it_followed(ada, bo, mo, clock, client_of):
    game = begin(ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    entry = client_of().get(f"/games/{game.public_id}/log.json").json()["entries"][0]
    assert (entry["step"], entry["what"], entry["by"], entry["why"]) == (0, "paused", "Mo", "Tea")
