"""What a page asks for at a step of an uploaded record: answered at every step, in bounds, to
whoever sent it."""

import gzip
import json
from itertools import count

import pytest
from redis import RedisError

from engines.record import read
from engines.replay import replay
from games import tasks
from games.uploads import questions, store, waiting, words, work
from games.uploads.asked_for import AFTER, BEFORE, Question, answers
from games.uploads.limited import NotShown, Replayed
from games.uploads.marks import Marks, nearest
from games.uploads.shown import shown_record
from tests.games.uploading import RECORD, address_of, all_of, boxes, sent, shown

pytestmark = pytest.mark.django_db

LONG = boxes(300)
SHORT = boxes(60)
STEPS = len(SHORT["steps"])
DATA = json.dumps(SHORT).encode()


@pytest.fixture
def tasks_sent(monkeypatch):
    """The questions that were left to workers."""
    found = []
    monkeypatch.setattr(
        tasks.answer_question, "apply_async", lambda args, **options: found.append((args, options))
    )
    return found


@pytest.fixture
def hurried(monkeypatch):
    """No extra comes with a record: as if its replay took long."""
    monkeypatch.setattr("games.uploads.shown.MOST_ASKED_FOR", 0)
    monkeypatch.setattr(work, "replayed", in_this_process)


def in_this_process(record, budget, goes_on):
    found = shown_record(record)
    return Replayed(found.head(), found.packed(), found.marks)


def the_engines(record, step):
    """The areas of a step as the engine gives them."""
    (line,) = (each for each in replay(read(record)) if each.step == step)
    (extra,) = line.game.extras
    return json.loads(json.dumps(extra.for_pages(line.state)))


def asked_for(address, step, name="areas"):
    return f"{address}steps/{step}/{name}.json"


def answered(visitor, address, step, tasks_sent):
    """The answer, with the worker's part done where it has one."""
    response = visitor.get(asked_for(address, step))
    if response.status_code == 202:
        args, _ = tasks_sent.pop()
        tasks.answer_question(*args)
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
    ((_, options),) = tasks_sent
    assert options["queue"] == "background"
    assert options["expires"] == questions.WAITING_SECONDS


@pytest.mark.usefixtures("hurried")
def test_nobody_else_is_told_anything_of_an_uploaded_record(client_of, ada, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    answered(visitor, address, 3, tasks_sent)
    for other in (client_of(), client_of(ada)):
        sent(other)  # so that it has a cookie of its own
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
    assert tasks_sent == []


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

    def refuses(*_):
        raise NotShown(end)

    monkeypatch.setattr(work, "answered", refuses)
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
    args, _ = tasks_sent.pop()
    with waiting.place("questions"):
        tasks.answer_question(*args)
    assert answered(visitor, address, 3, tasks_sent).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_what_is_kept_of_answers_is_bounded(client_of, tasks_sent, monkeypatch):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    upload_id = address.split("/")[-2]
    monkeypatch.setattr(questions, "MOST_KEPT", 100_000)
    for step in range(0, STEPS, AFTER):
        assert answered(visitor, address, step, tasks_sent).status_code == 200
        bodies = store.server().hgetall(store.key(upload_id, "answers"))
        size = int(bodies.pop(b"size"))
        assert size == sum(map(len, bodies.values())) <= 100_000


@pytest.mark.usefixtures("hurried")
def test_a_record_lives_as_long_as_somebody_looks_at_it(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    answered(visitor, address, 3, tasks_sent)
    key = store.key(address.split("/")[-2])
    for look in (f"{address}state.json", asked_for(address, 3)):
        store.server().expire(key, 5)
        assert visitor.get(look).status_code == 200
        assert store.server().ttl(key) > 500


def test_without_redis_a_question_is_answered_in_words(client_of, monkeypatch):
    visitor = client_of()
    address = shown(visitor).wsgi_request.path

    def away():
        raise RedisError

    monkeypatch.setattr(questions, "server", away)
    response = visitor.get(asked_for(address, 0, "heat"))
    assert (response.status_code, response.json()["message"]) == (503, str(words.AWAY))


def test_other_games_answer_too(client_of, tasks_sent):
    visitor = client_of()
    address = shown(visitor, RECORD).wsgi_request.path
    visitor.get(asked_for(address, 1, "heat"))
    tasks.answer_question(*tasks_sent.pop()[0])
    assert "heat" in visitor.get(asked_for(address, 1, "heat")).json()


def test_marks_stand_as_far_apart_as_takes_so_long_and_lead_to_the_same_states():
    clock = count(0, 0.3)
    marks = shown_record(DATA, spent=lambda: next(clock)).marks
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
    marks = shown_record(DATA, spent=lambda: next(seconds)).marks
    question = Question("areas", STEPS - 2)
    from_marks = dict(answers(DATA, marks, question))
    assert from_marks == dict(answers(DATA, {}, question))
    assert json.loads(gzip.decompress(from_marks[STEPS - 2])) == the_engines(DATA, STEPS - 2)


def test_where_time_is_short_only_what_is_asked_for_is_worked_out():
    found = answers(DATA, {}, Question("areas", 50), leisurely=lambda share: False)
    assert [step for step, _ in found] == [50]


def test_what_is_known_is_not_worked_out_again():
    question = Question("areas", 50, known=range(30, 50))
    assert min(step for step, _ in answers(DATA, {}, question)) == 50 - BEFORE


@pytest.mark.usefixtures("hurried")
def test_a_question_is_held_to_the_budget(client_of, tasks_sent, settings):
    visitor = client_of()
    address = shown(visitor, SHORT).wsgi_request.path
    settings.UPLOAD_MEGABYTES = 0
    assert "too much on the board" in answered(visitor, address, 3, tasks_sent).json()["message"]
