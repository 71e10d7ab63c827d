"""Animations of games: who may see them, who makes them, how often, and what they show."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from games.pages import animation
from games.pages.animation import Range, make_animation
from games.pages.pixels import MOVING_SIDE
from tests.games.acting import resign
from tests.games.playing import begin, fresh, place, play_turns, seal
from transport.cache import cache

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def tasks_sent(monkeypatch):
    """The tasks that were given to workers."""
    sent = []
    monkeypatch.setattr(
        make_animation, "apply_async", lambda args, **options: sent.append((args, options))
    )
    return sent


def address(game, query=""):
    return f"{game.get_absolute_url()}animation.webp{query}"


def played(*players, turns=3, **changes):
    """A game of two in which this many turns were played."""
    game = begin(*players, turn_ends="complete", options={"size": 7}, **changes)
    play_turns(game, *players, turns=turns)
    return fresh(game)


def do(tasks):
    """Runs the tasks that were given to workers."""
    for args, _ in tasks:
        make_animation(*args)


def made(client, game, tasks, query=""):
    """The animation, once a worker has made it."""
    assert client.get(address(game, query)).status_code == 202
    do(tasks)
    answer = client.get(address(game, query))
    assert answer.status_code == 200
    return answer


def frames_of(answer):
    """The frames of an animation, as small pictures in grey."""
    image = Image.open(BytesIO(answer.content))
    assert (image.format, image.size) == ("WEBP", (MOVING_SIDE, MOVING_SIDE))
    found = []
    for number in range(image.n_frames):
        image.seek(number)
        found.append(image.convert("L").resize((16, 16)).tobytes())
    return found


def test_a_worker_makes_it_and_everybody_gets_it(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    answer = made(client_of(), game, tasks_sent)
    assert answer["Content-Type"] == "image/webp"
    frames = frames_of(answer)
    assert len(frames) == len(set(frames)) == 4  # the start and three steps
    assert client_of(ada).get(address(game)).content == answer.content


def test_a_worker_is_asked_once_however_many_ask(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    answers = [client_of(user).get(address(game)) for user in (None, ada, bo)]
    assert {answer.status_code for answer in answers} == {202}
    assert len(tasks_sent) == 1
    assert tasks_sent[0][1]["queue"] == "background"


def test_whoever_waits_is_told_how_far_it_is(ada, bo, client_of, tasks_sent, monkeypatch):
    game = played(ada, bo, turns=6)
    first = client_of().get(address(game))
    assert first.json() == {"working": True, "done": 0, "of": 7}
    assert first["Retry-After"] == "1"
    told = []
    draw = animation.step_picture

    def asking(*args):
        told.append(client_of().get(address(game)).json())
        return draw(*args)

    monkeypatch.setattr(animation, "step_picture", asking)
    do(tasks_sent)
    assert told[-1] == {"working": True, "done": 5, "of": 7}


def test_a_range_shows_its_steps_alone(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    assert len(frames_of(made(client_of(), game, tasks_sent, "?from=1&to=2"))) == 2


@pytest.mark.parametrize("query", ["?from=2&to=1", "?from=x", "?to=-1", "?board=marble"])
def test_an_invalid_range_is_refused(query, ada, bo, client_of, tasks_sent):
    answer = client_of().get(address(played(ada, bo), query))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")
    assert tasks_sent == []


def test_a_step_that_is_not_revealed_is_in_no_animation(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    seal(game, ada, place(4, 4))
    assert client_of(ada).get(address(game, "?to=4")).status_code == 404
    assert tasks_sent == []


def test_sealed_choices_do_not_change_an_animation(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    before = made(client_of(bo), game, tasks_sent).content
    seal(game, ada, place(4, 4))
    cache.clear()
    assert made(client_of(bo), game, tasks_sent[:1]).content == before


def test_a_choice_that_stands_sealed_while_others_choose_again_is_in_no_frame(
    ada, bo, cy, mo, client_of, tasks_sent
):
    """In Automatafl a step may open while some of the choices made for it stay sealed."""
    seen = []
    for end in ([10, 9], [10, 7]):
        game = begin(ada, bo, cy, mo, variant="automatafl", turn_ends="complete")
        ends = (end, [0, 1], [1, 0], [0, 9])
        for user, start, to in zip((ada, bo, cy, mo), ([10, 10], [0, 0], [0, 0], [0, 10]), ends):
            seal(game, user, {"type": "move", "from": start, "to": to}, step=1)
        assert fresh(game).step == 1
        del tasks_sent[:]
        seen.append(made(client_of(), fresh(game), tasks_sent).content)
    assert seen[0] == seen[1]


def test_an_animation_that_cannot_change_is_cached_for_ever(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    assert "immutable" not in made(client_of(), game, tasks_sent)["Cache-Control"]
    exactly = client_of().get(address(game, "?to=3"))
    assert {"public", "immutable"} <= set(exactly["Cache-Control"].split(", "))
    resign(game_id=game.pk, user=bo)
    del tasks_sent[:]
    assert "immutable" in made(client_of(), fresh(game), tasks_sent)["Cache-Control"]
    again = client_of().get(address(game), headers={"If-None-Match": exactly["ETag"]})
    assert again.status_code in (200, 304)


def test_only_browsers_cache_that_of_a_game_that_is_not_public(ada, bo, client_of, tasks_sent):
    game = played(ada, bo, listed=False)
    assert "private" in made(client_of(), game, tasks_sent, "?to=1")["Cache-Control"]


def test_steps_of_a_long_game_are_left_out_evenly_but_not_the_last():
    steps = Range(None, 0, 999, "wood").steps(most=200)
    assert (len(steps), steps[0], steps[-1]) == (200, 4, 999)
    assert {b - a for a, b in pairwise(steps)} == {5}
    assert Range(None, 3, 3, "wood").steps() == [3]


def test_an_animation_that_is_too_large_gets_fewer_frames(
    ada, bo, client_of, tasks_sent, monkeypatch
):
    game = played(ada, bo, turns=5)
    whole = made(client_of(), game, tasks_sent)
    cache.clear()
    del tasks_sent[:]
    monkeypatch.setattr(animation, "LARGEST", len(whole.content) - 1)
    monkeypatch.setattr(animation, "MOST_FRAMES", 6)
    less = made(client_of(), game, tasks_sent)
    assert len(frames_of(less)) == 3
    both = zip(frames_of(less)[-1], frames_of(whole)[-1], strict=True)
    assert all(abs(a - b) < 16 for a, b in both)  # WebP is lossy


def test_a_lost_task_is_asked_for_again(ada, bo, client_of, tasks_sent):
    game = played(ada, bo)
    client_of().get(address(game))
    cache.clear()
    client_of().get(address(game))
    assert len(tasks_sent) == 2


def test_whoever_wants_too_many_is_told_when_to_come_back(ada, bo, client_of, settings):
    settings.LIMITS = {"animations.address": "2/minute"}
    game, browser = played(ada, bo), client_of()
    answers = [browser.get(address(game, f"?to={step}")) for step in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert browser.get(address(game, "?to=1")).status_code == 202  # it is asked for already
