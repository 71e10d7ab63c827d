"""A page that says what it knows gets what it missed; otherwise the whole state."""

import json
from urllib.parse import quote

import pytest

from games.live import catch_up as missed
from games.live.catch_up import news
from games.models import ChatMessage, GameEvent
from games.pages.access import get_viewer
from games.play.messages import AskVote, CastVote
from tests.games.acting import act, end_turn, pause_game, resign, resume_game, say
from tests.games.playing import PASS, begin, fresh, place, seal, withdraw
from tests.games.sockets import opened, page
from transport.messages import encode
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

NUMBERED = "to"


def told(game, user, after, now):
    """What this user's page receives if it knows the events up to ``after``."""
    game = fresh(game)
    answer = news(game, get_viewer(game, user, now), after, watching=0, now=now)
    return json.loads(encode(answer))


def known(game, user, now):
    """The event numbers that this user's page knows if it has the current state."""
    return told(game, user, None, now)["newest"]


def happenings(game, ada, bo, mo):
    """Makes events of every kind."""
    seal(game, ada, place(0, 0))
    withdraw(game, ada)
    seal(game, ada, place(0, 1))
    say(game=game, user=bo, room="table", text="Hello")
    pause_game(game_id=game.pk, by=mo, why="Tea")
    resume_game(game_id=game.pk, by=mo, why="Tea is over")
    end_turn(game_id=game.pk, by=mo, why="Late")
    seal(game, bo, place(1, 1))


async def test_what_was_missed_is_what_was_pushed(ada, bo, cy, mo, clock):
    game = await in_thread(begin, ada, bo, cy)
    async with page(game, bo) as open_page:
        before = open_page.first["newest"]
        await in_thread(happenings, game, ada, bo, mo)
        answer = await in_thread(told, game, bo, before, clock.now)
        assert answer["type"] == "events.missed"
        assert len(answer["events"]) > 8
        while len(pushed := pushes(open_page)) < len(answer["events"]):
            await open_page.read()
    now = {"now", "seats", "clock", "status", "chosen"}
    for again, message in zip(answer["events"], sorted(pushed, key=when(answer)), strict=True):
        assert {key: again[key] for key in again.keys() - now} == {
            key: message[key] for key in message.keys() - now
        }


def pushes(open_page):
    """The events that a page has received so far."""
    frames = [json.loads(frame) for frame in open_page.frames]
    return [message for message in frames if NUMBERED in message]


def when(answer):
    """Returns a sort key that puts pushed messages in the order of the answer: pushes to two groups
    may come in any order."""
    order = [(each["to"], each["seq"]) for each in answer["events"]]
    return lambda message: order.index((message["to"], message["seq"]))


async def test_a_socket_resumes_where_its_page_left_off(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with page(game, ada) as open_page:
        after = open_page.first["newest"]
    await in_thread(seal, game, bo, place(1, 1))
    path = f"/ws/games/{game.public_id}/?after={quote(json.dumps(after))}"
    async with opened(path, ada) as again:
        answer = await again.hear("events.missed", "game.snapshot")
        assert answer["type"] == "events.missed"
        assert [each["type"] for each in answer["events"]] == ["action.sealed"]
        await in_thread(seal, game, ada, place(0, 0))
        step = await again.hear("step.resolved")
        assert step["seq"] == answer["newest"]["everyone"] + 1


async def test_the_end_says_why_a_game_is_not_rated_however_a_page_hears_of_it(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with page(game) as open_page:
        before = open_page.first
        for player in (ada, bo):
            await in_thread(seal, game, player, place(0, 0))
        played = await open_page.hear("step.resolved")
        await in_thread(resign, game_id=game.pk, user=bo)
        pushed = await open_page.hear("step.resolved")
    (*_, missed_event) = (await in_thread(told, game, None, before["newest"], clock.now))["events"]
    whole = await in_thread(told, game, None, None, clock.now)
    assert (before["game"]["unrated"], "unrated" in played) == (None, False)
    assert [each["unrated"] for each in (pushed, missed_event, whole["game"])] == ["short"] * 3


async def test_the_end_that_players_agree_on_says_so_too(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with page(game) as open_page:
        after = open_page.first["newest"]
        await in_thread(act, game.pk, ada, AskVote(about="end"))
        await in_thread(act, game.pk, bo, CastVote(vote=1, yes=True))
        pushed = await open_page.hear("game.ended")
    events = (await in_thread(told, game, None, after, clock.now))["events"]
    again = next(each for each in events if each["type"] == "game.ended")
    assert [pushed["unrated"], again["unrated"]] == ["short"] * 2


async def test_asking_says_what_is_missing_and_what_the_own_seat_holds(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as open_page:
        after = open_page.first["newest"]
        await in_thread(seal, game, ada, place(0, 0))
        await open_page.send(type="snapshot.ask", after=after)
        answer = await open_page.hear("events.missed")
        assert answer["after"] == after
        assert answer["you"]["action"] == place(0, 0)
        assert [each["seq"] for each in answer["events"]] == [answer["newest"]["everyone"]]


@pytest.mark.parametrize("query", ["after=%00", "after=%7B", "after=[1]", "after=", "%ff", "a=1"])
async def test_whatever_else_an_address_says_the_page_gets_the_whole_state(ada, bo, query):
    game = await in_thread(begin, ada, bo)
    async with opened(f"/ws/games/{game.public_id}/?{query}", ada) as open_page:
        assert (await open_page.hear("game.snapshot"))["step"]["step"] == 0


@pytest.mark.parametrize(
    "after",
    [
        {},
        {"everyone": 0},
        {"everyone": 0, "members": 0, "spectators": 0},
        {"everyone": 0, "seat.1": 0},
        {"everyone": 99, "members": 0},
        {"everyone": -1, "members": 0},
    ],
)
def test_who_knew_what_cannot_be_gets_the_whole_state(ada, bo, clock, after):
    game = begin(ada, bo)
    seal(game, bo, place(1, 1))
    assert told(game, ada, after, clock.now)["type"] == "game.snapshot"


def test_who_missed_too_much_gets_the_whole_state(ada, bo, clock, monkeypatch):
    game = begin(ada, bo)
    before = known(game, ada, clock.now)
    monkeypatch.setattr(missed, "MOST", 3)
    for x in range(3):
        seal(game, bo, place(x, 0))
    assert told(game, ada, before, clock.now)["type"] == "events.missed"
    seal(game, bo, place(4, 0))
    assert told(game, ada, before, clock.now)["type"] == "game.snapshot"


@pytest.mark.parametrize("gone", [GameEvent, ChatMessage])
def test_where_some_of_it_is_stored_no_longer_the_whole_state_is_told(ada, bo, clock, gone):
    game = begin(ada, bo)
    before = known(game, ada, clock.now)
    say(game=game, user=bo, room="table", text="Hello")
    gone.objects.filter(game=game).delete()
    assert told(game, ada, before, clock.now)["type"] == "game.snapshot"


def test_a_player_is_not_told_what_spectators_said_while_the_game_goes_on(ada, bo, cy, clock):
    game = begin(ada, bo)
    before = known(game, ada, clock.now)
    say(game=game, user=cy, room="spectators", text="White is lost")
    say(game=game, user=cy, room="table", text="Hello")
    assert "White is lost" not in json.dumps(told(game, ada, before, clock.now))
    for after in ({**before, "spectators": 0}, before):
        assert "White is lost" not in json.dumps(told(game, ada, after, clock.now))
    resign(game_id=game.pk, user=bo)
    after_the_end = told(game, ada, before, clock.now)
    assert after_the_end["type"] == "game.snapshot"
    assert "White is lost" in json.dumps(after_the_end)


@pytest.mark.parametrize("who", ["another player", "a member", "a visitor"])
def test_what_others_are_told_again_does_not_depend_on_what_was_sealed(ada, bo, cy, clock, who):
    user = {"another player": bo, "a member": cy, "a visitor": None}[who]
    answers = []
    for action in (place(0, 0), PASS):
        game = begin(ada, bo)
        before = known(game, user, clock.now)
        seal(game, ada, action)
        answer = told(game, user, before, clock.now)
        assert answer["type"] == "events.missed"
        answers.append(answer)
    assert answers[0] == answers[1]
