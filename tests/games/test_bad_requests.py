"""A bad request gets an error with a code, never a server error, and nothing is stored."""

import json
from urllib.parse import quote

import pytest
from django.test import Client

from games.models import ChatMessage, ModeratorAct, SealedAction
from tests.games.playing import PASS, begin, fresh, place, sealed
from transport.messages import LARGEST_MESSAGE

pytestmark = pytest.mark.django_db

BIG = 2**70
DEEP = b"[" * 3000 + b"]" * 3000


@pytest.fixture
def game(ada, bo):
    return begin(ada, bo)


def post(client, game, command, data, kind="application/json"):
    return client.post(f"{game.get_absolute_url()}{command}/", data, content_type=kind)


BODIES = {
    "nothing": (b"", 400, "bad-command"),
    "no JSON": (b"hello", 400, "bad-json"),
    "no UTF-8": (b'{"step": 1, "action": {"type": "\xff"}}', 400, "bad-json"),
    "half a surrogate": (b'{"step": 1, "action": {"type": "\\ud800"}}', 400, "bad-json"),
    "no number": (b'{"step": NaN}', 400, "bad-json"),
    "nested deeply": (DEEP, 400, "bad-json"),
    "a tower of an action": (
        b'{"step": 1, "action": {"type": "place", "at": ' + DEEP[2700:3300] + b"}}",
        400,
        "bad-action",
    ),
    "a list": (b"[]", 400, "bad-command"),
    "null": (b"null", 400, "bad-command"),
    "no step": (b'{"action": {"type": "pass"}}', 400, "bad-command"),
    "a step beyond 64 bits": (json.dumps({"step": BIG, "action": PASS}), 400, "step-over"),
    "another step": (json.dumps({"step": 999_999_999, "action": PASS}), 400, "step-over"),
    "an action that is none": (b'{"step": 1, "action": "pass"}', 400, "bad-command"),
    "a NUL in a type": (b'{"step": 1, "action": {"type": "pass\\u0000"}}', 400, "bad-action"),
    "a point beyond 64 bits": (
        json.dumps({"step": 1, "action": place(BIG, -BIG)}),
        400,
        "off-board",
    ),
    "huge": (b'{"step": 1, "x": "' + b"a" * LARGEST_MESSAGE + b'"}', 400, "too-large"),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_bad_body_gets_an_error_with_a_code_and_nothing_is_stored(game, ada, client_of, name):
    body, status, code = BODIES[name]
    answer = post(client_of(ada), game, "seal", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert not SealedAction.objects.exists()


def test_another_seats_name_changes_nothing(game, ada, client_of):
    body = {"step": 1, "action": PASS, "seat": 1, "user": "Bo"}
    post(client_of(ada), game, "seal", body)
    assert sealed(game) == {0: PASS}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"room": "table", "text": " "}, "bad-command"),
        ({"room": "table", "text": "\x00"}, "bad-command"),
        ({"room": "table", "text": "a" * 501}, "bad-command"),
        ({"room": "table"}, "bad-command"),
        ({"room": "table", "text": 7}, "bad-command"),
        ({"room": "nowhere", "text": "Hello"}, "bad-command"),
        ({"room": ["table"], "text": "Hello"}, "bad-command"),
        ({"room": "seat.1", "text": "Hello"}, "bad-command"),
    ],
)
def test_what_cannot_be_said_is_refused(game, ada, client_of, body, code):
    assert post(client_of(ada), game, "say", body).json()["code"] == code
    assert not ChatMessage.objects.exists()


def test_odd_characters_are_kept_as_they_were_said(game, ada, client_of):
    text = "é\u202e 🙂 <b>&amp; ' \x7f"
    post(client_of(ada), game, "say", {"room": "table", "text": text + "\x00"})
    assert ChatMessage.objects.get().text == text


@pytest.mark.parametrize("seat", [2, -1, BIG, "one", None, 1.5, True, [0]])
def test_a_seat_that_there_is_not_is_not_removed(game, mo, client_of, seat):
    answer = post(client_of(mo), game, "remove-seat", {"seat": seat, "why": "Spam"})
    assert answer.json()["code"] in ("not-found", "bad-command")
    assert fresh(game).step == 0


@pytest.mark.parametrize("step", [0, 2, -1, BIG, "x", 1.5])
def test_a_turn_that_is_not_the_one_in_preparation_is_not_ended(game, mo, client_of, step):
    answer = post(client_of(mo), game, "end-turn", {"step": step, "why": "Late"})
    assert answer.json()["code"] in ("step-over", "bad-command")
    assert fresh(game).step == 0
    assert not ModeratorAct.objects.exists()


@pytest.mark.parametrize("why", ["\x00", 7, None, ["Tea"], "a" * 301])
def test_a_reason_that_is_none_is_refused(game, mo, client_of, why):
    answer = post(client_of(mo), game, "pause", {"why": why})
    assert answer.json()["code"] in ("no-reason", "bad-command")
    assert fresh(game).status == "running"


@pytest.mark.parametrize(
    "kind", ["text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "x/y", ""]
)
def test_a_body_of_another_kind_is_refused(game, ada, client_of, kind):
    answer = post(client_of(ada), game, "seal", json.dumps({"step": 1, "action": PASS}), kind)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")
    assert sealed(game) == {}


def test_a_form_does_for_what_has_no_structure(game, mo, client_of):
    kind = "application/x-www-form-urlencoded"
    answer = post(client_of(mo), game, "remove-seat", "seat=1&why=Spam", kind)
    assert answer.json() == {"ok": True}


ODD = ["0" * 24, "nothing", "é", "'--", "..%2f", "a" * 3000, str(BIG), "\ufffd"]


@pytest.mark.parametrize("public_id", ODD, ids=range(len(ODD)))
def test_a_game_that_does_not_exist_is_not_found_at_any_address(ada, client_of, public_id):
    client = client_of(ada)
    base = f"/games/{quote(public_id, safe='')}/"
    assert client.get(base).status_code == 404
    for path in ("steps/0.json", "steps/0/heat.json", "log.json", "record.json"):
        assert client.get(base + path).status_code == 404
    for command in ("seal", "withdraw", "say", "resign", "pause", "end-turn"):
        answer = client.post(f"{base}{command}/", {"step": 1, "why": "Tea"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "path", ["%00/", "a%00b/log.json", "{}/steps/%00.json", "{}/log.json?after=%00", "{}/?step=%00"]
)
def test_an_address_with_a_nul_is_refused_as_a_whole(game, client_of, path):
    answer = client_of().get("/games/" + path.format(game.public_id))
    assert answer.status_code in (400, 404)


@pytest.mark.parametrize("number", [1, 9, 10**9, 2**31, 2**63, BIG, "9" * 5000])
def test_a_step_that_was_not_opened_is_not_found(game, client_of, number):
    for path in (f"steps/{number}.json", f"steps/{number}/heat.json"):
        assert client_of().get(game.get_absolute_url() + path).status_code == 404


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "١"])
def test_a_step_that_is_no_number_is_not_found(game, client_of, number):
    assert client_of().get(f"{game.get_absolute_url()}steps/{number}.json").status_code == 404


def test_an_extra_that_the_game_does_not_have_is_not_found(game, client_of):
    answer = client_of().get(f"{game.get_absolute_url()}steps/0/areas.json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", str(BIG), "%D9%A1", "%ff"])
def test_a_log_after_no_step_is_refused(game, client_of, after):
    answer = client_of().get(f"{game.get_absolute_url()}log.json?after={after}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")


@pytest.mark.parametrize("step", ["-1", "x", "", "7", str(BIG), "%D9%A1", "1&step=2"])
def test_a_page_at_no_step_shows_the_present(game, client_of, step):
    shown = client_of().get(f"{game.get_absolute_url()}?step={step}")
    assert shown.status_code == 200
    assert shown.context["page_data"]["step"] is None


def test_a_flood_of_commands_is_told_to_slow_down_and_goes_on_later(game, ada, client_of, clock):
    client = client_of(ada)
    for _ in range(60):
        assert post(client, game, "withdraw", {"step": 1}).status_code == 200
    answer = post(client, game, "withdraw", {"step": 1})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
    assert answer.headers["Retry-After"] == "10"
    clock.go(10.1)
    assert post(client, game, "withdraw", {"step": 1}).status_code == 200


@pytest.mark.parametrize("length", ["many", "-1", "9" * 5000, "٣", "1e3"])
def test_a_body_of_a_length_that_is_no_number_is_refused(game, ada, client_of, length):
    path = f"{game.get_absolute_url()}seal/"
    answer = client_of(ada).post(path, b"{}", "application/json", CONTENT_LENGTH=length)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-json")


def test_a_fault_of_ours_is_answered_with_a_code_and_logged_without_a_choice(
    game, ada, client_of, monkeypatch, caplog
):
    def fail(self, state, seat, action):
        raise KeyError(str(action))

    monkeypatch.setattr(type(game.engine), "check_action", fail)
    answer = post(client_of(ada), game, "seal", {"step": 1, "action": place(3, 4)})
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert "KeyError" in caplog.text
    assert "[3, 4]" not in caplog.text


def test_without_redis_commands_are_carried_out_all_the_same(game, ada, client_of, count_at):
    count_at("unix:///nowhere/redis.sock")
    client = client_of(ada)
    for _ in range(70):
        assert post(client, game, "seal", {"step": 1, "action": PASS}).status_code == 200


@pytest.mark.parametrize("cookie", ["a" * 9000, "é", "'", ";=;", "\xff", "a b"])
def test_a_session_that_is_none_is_a_visitors(game, cookie):
    client = Client(headers={"cookie": f"sessionid={cookie}"})
    assert client.get(game.get_absolute_url()).status_code in (200, 400)


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1"])
def test_a_form_in_another_charset_is_refused_and_logs_nothing(
    game, ada, client_of, caplog, charset
):
    path = f"{game.get_absolute_url()}say/"
    form = f"application/x-www-form-urlencoded; charset={charset}"
    answer = client_of(ada).post(path, b"room=table&text=hi", form)
    assert answer.status_code == 400
    assert caplog.text == ""
