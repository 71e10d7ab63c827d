"""Records that are replayed outside the web process: who may see them, who comes first, what is
said when it does not work."""

import time
from contextlib import suppress

import pytest
from django.core.cache import cache
from redis import RedisError

from games.uploads import store, waiting, words
from games.uploads.allowance import AT_ONCE, Sender
from games.uploads.work import replay_next
from tests.games.uploading import (
    RECORD,
    address_of,
    all_of,
    nobody_acts,
    sent,
    shown,
    told,
)
from transport.limits import RateKey

pytestmark = pytest.mark.django_db


def senders(names):
    return [Sender(RateKey(*name.split(":")), token=f"{name} ") for name in names]


def leave(address):
    """What happens a few seconds after the reader stopped asking."""
    waiting.server().delete(store.key(address.split("/")[-2], "reader"))


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
    upload_id, _ = waiting.claim()
    waiting.still_wanted(upload_id, "place", 120, 300)
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
    assert visitor.get(f"{address}shown.json").json() == {"message": str(words.GONE)}


def test_nobody_else_sees_an_uploaded_record(client_of, ada):
    visitor = client_of()
    address = address_of(sent(visitor))
    replay_next()
    for other in (client_of(), client_of(ada)):
        sent(other)  # so that it has a cookie of its own
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


def test_a_record_whose_reader_left_before_its_turn_is_dropped(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    leave(address)
    assert replay_next() is False
    assert visitor.get(address).status_code == 404


def test_a_replay_whose_reader_left_is_given_up(client_of, settings):
    settings.UPLOAD_LEFT_SECONDS = 0.2
    visitor = client_of()
    address = address_of(sent(visitor, nobody_acts(61_674)))
    began = time.monotonic()
    assert replay_next() is True
    assert time.monotonic() - began < settings.UPLOAD_SECONDS / 2
    assert visitor.get(address).status_code == 404


def test_who_waits_is_told_that_a_worker_died(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    upload_id, _ = waiting.claim()
    assert told(visitor, address)["state"] == "replaying"
    waiting.server().delete(store.key(upload_id, "worker"))
    assert told(visitor, address)["words"] == str(words.INTERRUPTED)
    assert str(words.INTERRUPTED) in visitor.get(address).content.decode()
    assert replay_next() is False


def test_a_worker_that_dies_between_two_lines_of_a_claim_leaves_the_record_to_the_next(client_of):
    visitor = client_of()
    address = address_of(sent(visitor))
    upload_id = address.split("/")[-2]
    assert store.taken(store.key(upload_id, "worker"), "1")
    assert waiting.claim() is None
    waiting.server().delete(store.key(upload_id, "worker"))
    assert replay_next() is True
    assert told(visitor, address)["state"] == "shown"


def test_members_come_before_visitors_and_each_in_the_order_they_came(clock):
    ids = []
    for sender in senders(["address:1", "member:1", "address:2", "member:2"]):
        ids.append(waiting.admit(b"", sender))
        clock.go(1)
    assert [waiting.look(ids[0], "address:1 ").before] == [2]
    assert [waiting.claim()[0] for _ in ids] == [ids[1], ids[3], ids[0], ids[2]]


@pytest.mark.parametrize("kind", ["member", "address"])
def test_one_person_has_a_bounded_number_under_way(kind):
    (sender,) = senders([f"{kind}:1"])
    for _ in range(AT_ONCE[kind]):
        waiting.admit(b"", sender)
    with pytest.raises(waiting.Refused, match="Other game files of yours"):
        waiting.admit(b"", sender)
    waiting.refuse(waiting.claim()[0], "")
    waiting.admit(b"", sender)


def test_whoever_is_told_the_end_of_an_upload_may_send_another_at_once(monkeypatch):
    (sender,) = senders(["address:1"])
    ids = [waiting.admit(b"", sender) for _ in range(AT_ONCE["address"])]
    waiting.claim()

    def dies(*_):
        raise RedisError

    monkeypatch.setattr(waiting.server(), "zrem", dies)
    with suppress(RedisError):
        waiting.refuse(ids[0], "No record.")
    monkeypatch.undo()
    assert waiting.look(ids[0], "address:1 ").state == "refused"
    assert waiting.admit(b"", sender)


def test_visitors_leave_places_to_members_and_all_places_are_bounded(settings):
    settings.UPLOADS_WAITING = 4
    visitors = senders(f"address:{n}" for n in range(3))
    members = senders(f"member:{n}" for n in range(3))
    for sender in visitors[:2]:
        waiting.admit(b"", sender)
    with pytest.raises(waiting.Refused, match="Too many game files are waiting"):
        waiting.admit(b"", visitors[2])
    for sender in members[:2]:
        waiting.admit(b"", sender)
    with pytest.raises(waiting.Refused, match="Too many game files are waiting"):
        waiting.admit(b"", members[2])


def test_a_full_queue_is_told_in_words(client_of, settings):
    settings.UPLOADS_WAITING = 0
    response = sent(client_of())
    assert response.status_code == 429
    assert "Too many game files are waiting now" in response.content.decode()


def test_only_so_many_are_replayed_at_once(client_of, settings):
    sent(client_of())
    with waiting.place() as first, waiting.place() as second:
        assert first is not None
        assert second is None
        assert replay_next() is False
    assert replay_next() is True


def test_only_the_last_results_are_kept(monkeypatch, client_of, clock):
    monkeypatch.setattr(waiting, "KEPT", {True: 1, False: 1})
    visitor = client_of()
    addresses = []
    for _ in range(2):
        addresses.append(address_of(sent(visitor)))
        replay_next()
        clock.go(1)
    assert [visitor.get(address).status_code for address in addresses] == [404, 200]


def test_without_redis_the_form_and_the_page_say_so(client_of, monkeypatch):
    visitor = client_of()
    address = address_of(sent(visitor))

    def away():
        raise RedisError

    monkeypatch.setattr(waiting, "server", away)
    for answer in (sent(visitor), visitor.get(address)):
        assert answer.status_code == 503
        assert str(words.AWAY) in answer.content.decode()
    for tail in ("state.json", "shown.json"):
        answer = visitor.get(address + tail)
        assert (answer.status_code, answer.json()) == (503, {"message": str(words.AWAY)})


def test_what_is_shown_is_sent_as_it_is_to_whom_compression_means_nothing(client_of):
    visitor = client_of()
    page = shown(visitor, RECORD)
    address = page.context["page_data"]["record"]
    packed = visitor.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    plain = visitor.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.json() == all_of(visitor, page)
