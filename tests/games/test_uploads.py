"""Uploaded records, which are replayed outside the web process: who may see them, who comes first,
and the messages if it fails."""

import re
import time

import pytest
from django.conf import settings
from django.core.cache import cache

from games.archive.uploads import queue, tasks, words
from games.archive.uploads.process import run
from games.archive.uploads.tasks import replay_next
from games.models import Upload, uploads
from scheduler.jobs import Queue
from tests.games.uploading import (
    RECORD,
    Away,
    address_of,
    all_of,
    in_this_process,
    nobody_acts,
    sent,
    shown,
    tasks_sent,
    told,
)
from transport.limits import RateKey
from transport.refusals import Refused

__all__ = ["in_this_process", "tasks_sent"]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("tasks_sent"),
]


def admitted(name, record=b"{}"):
    """An upload by somebody, such as ``member:1``."""
    return queue.admit(record, RateKey(*name.split(":")), token=name)


def claimed():
    """Claims the next upload for replaying."""
    waiting = Upload.objects.filter(state="waiting").order_by("-by_member", "pk")
    return queue.claim(waiting, Upload.State.REPLAYING)


def test_the_web_process_only_takes_a_record(client_of):
    visitor, record = client_of(), nobody_acts(61_674)
    began = time.process_time()
    address = address_of(sent(visitor, record))
    assert told(visitor, address)["state"] == "waiting"
    assert time.process_time() - began < 0.5


def test_a_record_in_which_nobody_acts_for_long_ends_with_a_message(client_of, settings):
    settings.UPLOAD_PROCESSOR_SECONDS = 0.3
    visitor = client_of()
    page = shown(visitor, nobody_acts(61_674))
    assert "takes too long to replay here: a replay has 0.3 seconds" in page.content.decode()
    assert "turns in which nobody acts count" in page.content.decode()
    assert "python -m engines replay" in page.content.decode()


def test_a_record_that_takes_too_much_memory_ends_with_a_message(client_of, settings):
    settings.UPLOAD_MEGABYTES = 4
    bomb = b'{"further":[' + b"[]," * 340_000 + b"[]]}"
    assert "too much memory to replay here" in shown(client_of(), bomb).content.decode()
    settings.UPLOAD_MEGABYTES = 512
    assert "page_data" in shown(client_of()).context


def test_a_replay_that_gets_no_processor_ends_with_a_message(client_of, settings):
    settings.UPLOAD_SECONDS = 0.0
    page = shown(client_of(), nobody_acts(61_674)).content.decode()
    assert "The site is too busy to replay this game now" in page


def test_a_record_is_waited_for_with_and_without_javascript(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    page = visitor.get(address).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert 'id="upload-status" class="muted">Sent. It will be replayed in a moment' in page
    assert told(visitor, address)["state"] == "waiting"
    replay_next()
    assert told(visitor, address)["state"] == "shown"
    assert "page_data" in visitor.get(address).context


def test_it_is_told_how_far_a_replay_is(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    assert queue.report(claimed(), 120, 300)
    assert told(visitor, address) == {
        "state": "replaying",
        "words": "Replaying it…",
        "step": 120,
        "steps": 300,
    }
    page = visitor.get(address).content.decode()
    assert '<progress class="upload-progress" id="upload-progress" max="300" value="120"' in page
    assert "Step 120 of 300" in page


def test_a_page_of_a_record_can_be_loaded_again_and_then_is_gone(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    replay_next()
    for _ in range(2):
        all_of(visitor, visitor.get(address))
    cache.clear()
    page = visitor.get(address)
    assert page.status_code == 404
    assert "no longer here" in page.content.decode()
    assert 'type="file"' in page.content.decode()
    assert visitor.get(f"{address}shown.json").json()["message"] == str(words.GONE)


def test_nobody_else_sees_an_uploaded_record(client_of, ada):
    visitor = client_of()
    address = address_of(sent(visitor))
    replay_next()
    for other in (client_of(), client_of(ada)):
        sent(other)  # so that the browser has a cookie of its own
        for tail in ("", "state.json", "shown.json"):
            assert other.get(address + tail).status_code == 404
    assert visitor.get(address).status_code == 200


def test_a_member_who_logs_out_leaves_no_record_behind(client_of, ada):
    browser = client_of(ada)
    address = address_of(sent(browser))
    replay_next()
    assert browser.get(address).status_code == 200
    browser.logout()
    assert browser.get(address).status_code == 404


def test_a_cookie_that_was_made_up_opens_nothing(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    visitor.cookies["uploads"].set("uploads", "x", "x")
    assert visitor.get(address).status_code == 404


def test_a_record_whose_reader_left_before_its_turn_is_dropped(client_of, clock, settings):
    visitor = client_of()
    address = address_of(sent(visitor))
    clock.go(settings.UPLOAD_LEFT_SECONDS)
    assert replay_next() is False
    assert visitor.get(address).status_code == 404


def test_a_replay_whose_reader_left_is_given_up(client_of, clock, monkeypatch, settings):
    steps = []

    def leaves(job, goes_on):
        def then(step, of):
            steps.append(step)
            clock.go(settings.UPLOAD_LEFT_SECONDS / 2)
            return goes_on(step, of)

        return run(job, then)

    monkeypatch.setattr(tasks, "run", leaves)
    visitor = client_of()
    address = address_of(sent(visitor, nobody_acts(61_674)))
    assert replay_next() is True
    assert len(steps) == 2
    assert visitor.get(address).status_code == 404
    assert not Upload.objects.exists()


def test_who_waits_is_told_that_a_worker_died(client_of, clock):
    visitor = client_of()
    address = address_of(sent(visitor))
    claimed()
    assert told(visitor, address)["state"] == "replaying"
    clock.go(queue.WORKER_GONE.total_seconds() + 1)
    assert told(visitor, address)["words"] == str(words.INTERRUPTED)
    assert str(words.INTERRUPTED) in visitor.get(address).content.decode()
    assert replay_next() is False


def test_a_worker_that_dies_while_it_claims_leaves_the_record_to_the_next(client_of, monkeypatch):
    visitor = client_of()
    address = address_of(sent(visitor))

    def dies(*_, **__):
        raise SystemExit

    monkeypatch.setattr(Upload, "save", dies)
    with pytest.raises(SystemExit):
        replay_next()
    monkeypatch.undo()
    assert replay_next() is True
    assert told(visitor, address)["state"] == "shown"


def test_members_come_before_visitors_and_each_in_the_order_they_came(settings):
    settings.UPLOADS_AT_ONCE = 4
    uploads = [admitted(name) for name in ("address:1", "member:1", "address:2", "member:2")]
    assert [queue.ahead_of(upload) for upload in uploads] == [2, 0, 3, 1]
    assert [claimed() for _ in uploads] == [uploads[1], uploads[3], uploads[0], uploads[2]]


@pytest.mark.parametrize("kind", ["member", "address"])
def test_one_person_has_a_bounded_number_under_way(kind):
    for _ in range(queue.AT_ONCE[kind]):
        admitted(f"{kind}:1")
    with pytest.raises(Refused, match="Other game files of yours"):
        admitted(f"{kind}:1")
    assert admitted(f"{kind}:2")
    queue.refuse(claimed(), "failed")
    assert admitted(f"{kind}:1")


def test_whoever_is_told_the_end_of_an_upload_may_send_another_at_once(monkeypatch):
    """Even if the worker dies at this moment."""
    for _ in range(queue.AT_ONCE["address"]):
        admitted("address:1")
    upload = claimed()

    def dies(*_):
        raise SystemExit

    monkeypatch.setattr(queue, "drop", dies)
    with pytest.raises(SystemExit):
        queue.refuse(upload, "failed")
    monkeypatch.undo()
    assert queue.look(upload.public_id, "address:1").state == "refused"
    assert admitted("address:1")


def test_visitors_leave_places_to_members_and_all_places_are_bounded(settings):
    settings.UPLOADS_WAITING = 4
    for who in ("address", "member"):
        for number in range(2):
            admitted(f"{who}:{number}")
        with pytest.raises(Refused, match="Too many game files are waiting"):
            admitted(f"{who}:2")


def test_a_full_queue_is_told_in_words(client_of, settings):
    settings.UPLOADS_WAITING = 0
    response = sent(client_of())
    assert response.status_code == 429
    assert "Too many game files are waiting now" in response.content.decode()


def test_only_so_many_are_replayed_at_once(client_of, settings):
    for _ in range(2):
        sent(client_of())
    first = claimed()
    assert replay_next() is False
    queue.refuse(first, "failed")
    assert replay_next() is True


@pytest.mark.usefixtures("in_this_process")
def test_only_the_results_that_were_last_looked_at_are_kept(monkeypatch, client_of, clock, ada):
    monkeypatch.setattr(queue, "SHOWN_AT_ONCE", {True: 1, False: 2})
    visitor, member = client_of(), client_of(ada)

    def uploads(browser):
        clock.go(1)
        address = address_of(sent(browser))
        replay_next()
        return address

    members, first, second = uploads(member), uploads(visitor), uploads(visitor)
    clock.go(1)
    assert visitor.get(first).status_code == 200
    third = uploads(visitor)
    assert [visitor.get(each).status_code for each in (first, second, third)] == [200, 404, 200]
    assert member.get(members).status_code == 200


def test_a_worker_is_told_that_an_upload_waits_once_however_often_its_page_asks(
    client_of, tasks_sent
):
    visitor = client_of()
    address = address_of(sent(visitor))
    for _ in range(3):
        told(visitor, address)
    ((task, args, options),) = tasks_sent
    assert (task, args) == (tasks.replay_uploads, ())
    assert options["queue"] == Queue.BACKGROUND
    assert options["time_limit"] > settings.UPLOAD_SECONDS
    cache.delete("uploads:asked")  # as Redis does after some seconds
    told(visitor, address)
    assert len(tasks_sent) == 2


@pytest.mark.usefixtures("in_this_process")
def test_after_a_replay_the_next_one_is_asked_for_while_one_waits(client_of, tasks_sent):
    visitor = client_of()
    addresses = [address_of(sent(visitor)) for _ in range(2)]
    told(visitor, addresses[1])
    for _ in range(2):
        tasks.replay_uploads()
    assert len(tasks_sent) == 2
    assert [told(visitor, each)["state"] for each in addresses] == ["shown", "shown"]


@pytest.mark.usefixtures("in_this_process")
def test_nothing_of_a_record_nor_who_sent_it_is_in_the_database(client_of, ada):
    record = {**RECORD, "players": [{"name": "Murasaki"}, {}]}
    for browser in (client_of(), client_of(ada)):
        shown(browser, record)
    sent(client_of(), b"{")
    replay_next()
    rows = list(Upload.objects.order_by("pk").values())
    assert [row["state"] for row in rows] == ["shown", "shown", "refused"]
    kept = {"id", "public_id", "owner", "sender", "by_member", "state", "step", "steps"}
    for row in rows:
        assert set(row) == kept | {"seen_at", "worked_at"}
        assert re.fullmatch("[0-9a-f]{64} [0-9a-f]{64}", f"{row['owner']} {row['sender']}")
    assert rows[0]["sender"] != rows[1]["sender"]


def test_of_a_file_that_is_refused_only_the_reason_is_kept(client_of):
    address = address_of(sent(client_of(), b"{"))
    replay_next()
    upload = Upload.objects.get(public_id=address.split("/")[-2])
    kept = [part for part in uploads.PARTS if upload.part(part) is not None]
    assert kept == ["result"]


@pytest.mark.usefixtures("in_this_process")
def test_an_upload_that_nobody_looks_at_is_deleted(client_of, clock, settings):
    visitor = client_of()
    address = address_of(sent(visitor))
    replay_next()
    clock.go(settings.UPLOAD_KEPT_SECONDS)
    queue.drop_old(clock.now)
    assert visitor.get(address).status_code == 200
    clock.go(settings.UPLOAD_KEPT_SECONDS + 1)
    assert visitor.get(address).status_code == 404
    queue.drop_old(clock.now)
    assert not Upload.objects.exists()


def test_without_redis_the_form_and_the_page_say_so(client_of, monkeypatch):
    visitor = client_of()
    address = address_of(sent(visitor))

    monkeypatch.setattr(uploads, "cache", Away())
    monkeypatch.setattr(tasks, "cache", Away())
    for answer in (sent(visitor), visitor.get(address)):
        assert answer.status_code == 503
        assert str(words.AWAY) in answer.content.decode()
    for tail in ("state.json", "shown.json"):
        answer = visitor.get(address + tail)
        assert (answer.status_code, answer.json()["message"]) == (503, str(words.AWAY))


def test_what_is_shown_is_sent_as_it_is_to_whom_compression_means_nothing(client_of):
    visitor = client_of()
    page = shown(visitor, RECORD)
    address = page.context["page_data"]["record"]
    packed = visitor.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    plain = visitor.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.json() == all_of(visitor, page)
