"""Extras at a step of an uploaded record: available at every step, within limits, for whoever
uploaded it."""

import gzip
import json
from itertools import count

import pytest
from django.core.cache import cache

from engines.record import read
from engines.replay import replay
from games.archive import record_extras
from games.archive import record_page as pages
from games.archive.record_extras import AFTER, BEFORE, Marks, answers, nearest
from games.archive.record_page import Pace, record_page
from games.archive.uploads import queue, tasks, words
from games.archive.uploads.process import Failed, run
from games.models import Upload, uploads
from tests.games.uploading import (
    RECORD,
    Away,
    address_of,
    all_of,
    boxes,
    in_this_process,
    sent,
    shown,
    tasks_sent,
)
from transport import store

__all__ = ["in_this_process", "tasks_sent"]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("in_this_process", "tasks_sent"),
]

LONG = boxes(300)
SHORT = boxes(60)
STEPS = len(SHORT["steps"])
DATA = json.dumps(SHORT).encode()


@pytest.fixture
def hurried(monkeypatch):
    """Pretends that the replay took long, so that no extra comes with the record."""
    monkeypatch.setattr(pages, "LARGEST_EXTRAS", 0)


def marked(data, spent):
    """The marks of a record whose replay takes as long as ``spent`` says."""
    marks = Marks(spent)
    record_page(data, Pace(passes=lambda line, steps: marks.passes(line)))
    return marks.states


def the_engines(record, step):
    """The areas of a step as computed by the engine."""
    (line,) = (each for each in replay(read(record)) if each.step == step)
    (extra,) = line.game.extras
    return json.loads(json.dumps(extra.for_pages(line.state)))


def asked_for(address, step, name="areas"):
    return f"{address}steps/{step}/{name}.json"


def answered(visitor, address, step, tasks_sent):
    """The answer, after the worker's part if there is one."""
    response = visitor.get(asked_for(address, step))
    if response.status_code == 202:
        task, args, _ = tasks_sent.pop()
        task(*args)
        response = visitor.get(asked_for(address, step))
    return response


@pytest.mark.usefixtures("hurried")
def test_areas_of_every_step_of_a_record_of_hundreds_of_lines_are_those_of_the_engine(
    client_of, tasks_sent
):
    visitor = client_of()
    page = shown(visitor, LONG)
    address = page.wsgi_request.path
    last = all_of(visitor, page)["snapshot"]["step"]
    assert (last["step"], "areas" in last["position"]) == (600, False)
    for step in (600, 300, 0):
        expected = the_engines(json.dumps(LONG).encode(), step)
        assert answered(visitor, address, step, tasks_sent).json() == expected


@pytest.mark.usefixtures("hurried")
def test_who_walks_on_finds_the_steps_near_it_worked_out(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    middle = STEPS // 2
    answered(visitor, address, middle, tasks_sent)
    for step in (middle - BEFORE, middle - 1, middle + 1, middle + AFTER):
        assert visitor.get(asked_for(address, step)).status_code == 200
    assert visitor.get(asked_for(address, middle + AFTER + 1)).status_code == 202


@pytest.mark.usefixtures("hurried")
def test_a_worker_is_asked_once_however_many_ask(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    for step in range(9):
        response = visitor.get(asked_for(address, step))
        assert (response.status_code, response.json()) == (202, {"working": True})
        assert "no-store" in response["Cache-Control"]
    ((task, _, options),) = tasks_sent
    assert task is tasks.answer_question
    assert options["queue"] == "background"
    assert options["expires"] == tasks.PATIENCE


@pytest.mark.usefixtures("hurried")
def test_nobody_else_is_told_anything_of_an_uploaded_record(client_of, ada, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    answered(visitor, address, 3, tasks_sent)
    for other in (client_of(), client_of(ada)):
        sent(other)  # so that the browser has a cookie of its own
        response = other.get(asked_for(address, 3))
        assert (response.status_code, response.json()["message"]) == (404, str(words.GONE))
    assert tasks_sent == []


@pytest.mark.usefixtures("hurried")
def test_what_a_record_has_not_is_not_left_to_a_worker(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    for step, name in ((STEPS + 1, "areas"), (10**12, "areas"), (1, "heat")):
        assert visitor.get(asked_for(address, step, name)).status_code == 404
    assert visitor.get(asked_for("/games/upload/none/", 1)).status_code == 404
    assert tasks_sent == []


def test_a_record_that_waits_answers_nothing(client_of, tasks_sent):
    visitor = client_of()
    address = address_of(sent(visitor))
    assert visitor.get(asked_for(address, 0, "heat")).status_code == 404
    assert tasks.answer_question not in [task for task, *_ in tasks_sent]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("end", "said"),
    [("time", "there is too much on the board"), ("slow", "too busy"), ("failed", "on our side")],
)
def test_what_cannot_be_worked_out_is_said_and_not_tried_at_once_again(
    client_of, tasks_sent, monkeypatch, end, said
):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path

    monkeypatch.setattr(tasks, "run", lambda *_: Failed(end))
    response = answered(visitor, address, 3, tasks_sent)
    assert response.status_code == 503
    assert said in response.json()["message"]
    assert tasks_sent == []
    assert visitor.get(asked_for(address, 4)).status_code == 202


@pytest.mark.usefixtures("hurried")
def test_a_question_that_finds_no_place_is_asked_again(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    visitor.get(asked_for(address, 3))
    task, args, _ = tasks_sent.pop()
    mine = queue.claim(Upload.objects.filter(state="shown"), Upload.State.SHOWN)
    task(*args)
    queue.finish(mine, Upload.State.SHOWN)
    assert answered(visitor, address, 3, tasks_sent).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_what_is_kept_of_answers_is_bounded(client_of, tasks_sent, monkeypatch):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    upload = Upload.objects.get(public_id=address.split("/")[-2])
    monkeypatch.setattr(record_extras, "LARGEST_ANSWERS", 1_000)
    for step in range(0, STEPS, AFTER):
        assert answered(visitor, address, step, tasks_sent).status_code == 200
        sizes = list(map(len, upload.part("answers").values()))
        assert sum(sizes) < 1_000 + max(sizes)


@pytest.mark.usefixtures("hurried")
def test_a_record_lives_as_long_as_somebody_looks_at_it(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    answered(visitor, address, 3, tasks_sent)
    public_id = address.split("/")[-2]
    for look in ("", "state.json", "shown.json", "steps/3/areas.json"):
        for part in uploads.PARTS:
            cache.touch(f"upload:{public_id}:{part}", 5)
        assert visitor.get(address + look).status_code == 200
        for part in uploads.PARTS:
            assert store.client().ttl(cache.make_key(f"upload:{public_id}:{part}")) > 500


def test_without_redis_a_question_is_answered_in_words(client_of, monkeypatch):
    visitor = client_of()
    address = shown(visitor).wsgi_request.path

    monkeypatch.setattr(uploads, "cache", Away())
    response = visitor.get(asked_for(address, 0, "heat"))
    assert (response.status_code, response.json()["message"]) == (503, str(words.AWAY))


def test_other_games_answer_too(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, RECORD).wsgi_request.path
    visitor.get(asked_for(address, 1, "heat"))
    task, args, _ = tasks_sent.pop()
    task(*args)
    assert "heat" in visitor.get(asked_for(address, 1, "heat")).json()


def test_marks_stand_as_far_apart_as_takes_so_long_and_lead_to_the_same_states():
    clock = count(0, 0.3)
    marks = marked(DATA, lambda: next(clock))
    assert len(marks) > 20
    states = {line.step: line.state for line in replay(read(DATA))}
    game = read(DATA).game
    for step in (*marks, STEPS):
        found, state = nearest(marks, game, step)
        assert step - 10 < found <= step
        assert state == states[found]
    assert nearest(marks, game, 0) is None


def test_marks_are_bounded_and_then_stand_farther_apart():
    seconds = count()
    marks = Marks(lambda: next(seconds), most=8_000)
    for line in replay(read(DATA)):
        marks.passes(line)
        assert sum(map(len, marks.states.values())) <= 8_000
    assert len(marks.states) > 2


def test_a_step_is_answered_from_a_mark_as_from_the_beginning():
    seconds = count()
    marks = marked(DATA, lambda: next(seconds))
    question = ("areas", STEPS - 2)
    from_marks = answers(DATA, marks, *question, spent=lambda: 0)
    assert from_marks == answers(DATA, {}, *question, spent=lambda: 0)
    assert set(from_marks) == set(range(STEPS - 2 - BEFORE, STEPS + 1))
    assert json.loads(gzip.decompress(from_marks[STEPS - 2])) == the_engines(DATA, STEPS - 2)


def test_where_time_is_short_only_what_is_asked_for_is_worked_out():
    seconds = count()
    found = answers(DATA, {}, "areas", 50, spent=lambda: next(seconds))
    assert list(found) == [50]


@pytest.mark.usefixtures("hurried")
def test_a_question_is_held_to_the_budget(client_of, tasks_sent, settings, monkeypatch):
    monkeypatch.setattr(tasks, "run", run)
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    settings.UPLOAD_MEGABYTES = 0
    assert "too much on the board" in answered(visitor, address, 3, tasks_sent).json()["message"]
