"""Extras of a step, such as areas: computed once, of limited size, kept for everybody."""

import gzip

import pytest
from django.utils import timezone
from redis import RedisError

from engines.continuous_go import areas
from games.pages import extras
from games.pages.access import get_viewer
from games.pages.snapshots import snapshot
from tests.games.playing import PASS, begin, fresh, line_at, seal
from tests.games.tangled import tangled
from transport.cache import cache

pytestmark = pytest.mark.django_db

LARGEST = 300_000
"""The largest answer, in bytes as sent."""


@pytest.fixture
def counted(monkeypatch):
    """Counts how often a colour's sections are computed."""
    done = []
    work_out = areas._sections

    def counting(state, seat):
        done.append(seat)
        return work_out(state, seat)

    monkeypatch.setattr(areas, "_sections", counting)
    return done


@pytest.fixture
def tasks_sent(monkeypatch):
    """The tasks that were given to workers."""
    sent = []
    monkeypatch.setattr(
        extras.work_out_extra, "apply_async", lambda args, **options: sent.append((args, options))
    )
    return sent


def address(game, step=0, name="areas"):
    return f"{game.get_absolute_url()}steps/{step}/{name}.json"


def test_sixty_requests_of_a_visitor_cost_one_computation(ada, bo, client_of, counted):
    game = tangled(ada, bo, count=12, finished=False)
    answers = [client_of().get(address(game)) for _ in range(60)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert counted == [0, 1]


def test_what_takes_long_is_left_to_a_worker_once(ada, bo, client_of, counted, tasks_sent):
    game = tangled(ada, bo, finished=False)
    for _ in range(60):
        answer = client_of().get(address(game))
        assert (answer.status_code, answer.json()) == (202, {"working": True})
        assert "no-store" in answer["Cache-Control"]
    assert counted == []
    ((args, options),) = tasks_sent
    assert (options["queue"], options["expires"]) == ("background", extras.WORKED_SECONDS)
    extras.work_out_extra(*args)
    assert client_of().get(address(game)).status_code == 200
    assert counted == [0, 1]


def test_a_board_too_tangled_to_be_drawn_has_its_score_and_no_sections(ada, bo, client_of):
    game = tangled(ada, bo, finished=False)
    extras.work_out(game, 0, "areas")
    shown = client_of().get(address(game)).json()
    assert shown["areas"] is None
    assert shown["score"]["totals"] == [324, 331]


@pytest.mark.parametrize("count", [12, 40, 64])
def test_an_answer_is_bounded_however_much_is_drawn(ada, bo, client_of, count):
    game = tangled(ada, bo, count=count)
    extras.work_out(game, 0, "areas")
    answer = client_of().get(address(game), headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < LARGEST
    plain = client_of().get(address(game))
    assert not plain.has_header("Content-Encoding")
    assert gzip.decompress(answer.content) == plain.content


def test_an_answer_is_for_one_browser_to_keep_and_is_told_from_another(ada, bo, client_of):
    game = tangled(ada, bo, count=4, finished=False, listed=False)
    answer = client_of().get(address(game))
    kept = {part.strip() for part in answer["Cache-Control"].split(",")}
    assert kept == {"private", "immutable", "max-age=86400"}
    assert "Accept-Encoding" in answer["Vary"]
    again = client_of().get(address(game), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client_of().get(address(game), headers={"If-None-Match": '"another"'})
    assert other.status_code == 200


def test_without_a_cache_a_small_board_is_answered_and_a_tangled_one_says_to_come_later(
    ada, bo, client_of, monkeypatch
):
    def gone(*_, **__):
        raise RedisError

    for name in ("get", "set", "add", "get_many", "set_many"):
        monkeypatch.setattr(cache, name, gone)
    assert client_of().get(address(tangled(ada, bo, count=4))).status_code == 200
    refused = client_of().get(address(tangled(ada, bo)))
    assert (refused.status_code, refused.json()["code"]) == (503, "not-now")
    assert not refused.has_header("Cache-Control")


def test_nothing_is_had_of_a_step_that_is_not_opened_or_by_a_name_that_is_none(
    ada, bo, client_of, tasks_sent
):
    game = tangled(ada, bo)
    for path in (address(game, 1), address(game, 10**12), address(game, 0, "heat")):
        assert client_of().get(path).status_code == 404
    assert tasks_sent == []


def test_a_finished_board_goes_out_without_its_areas_and_with_its_score(ada, bo, client_of):
    game = tangled(ada, bo, count=12)
    whole = line_at(game, 0)["position"]
    assert whole["areas"]
    shown = client_of().get(f"{game.get_absolute_url()}steps/0.json").json()["position"]
    now = timezone.now()
    first_view = snapshot(game, get_viewer(game, ada, now), watching=0, now=now)
    for position in (shown, first_view.step["position"]):
        assert position.keys() == whole.keys() - {"areas"}
        assert position["score"] == whole["score"]


def test_the_step_that_ends_a_game_is_pushed_without_its_areas(
    ada, bo, client_of, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr("transport.sending.send_now", sent.extend)
    game = begin(ada, bo, variant="continuous-go", turn_ends="complete")
    with django_capture_on_commit_callbacks(execute=True):
        for player in (ada, bo):
            seal(game, player, PASS)
    assert fresh(game).status == "finished"
    assert any("step.resolved" in frame for _, frame in sent)
    assert not any('"areas"' in frame for _, frame in sent)
