"""Choices over plain HTTP: the same service, the same refusals."""

import pytest
from django.test import Client

from tests.games.playing import PASS, begin, place, seal, sealed

pytestmark = pytest.mark.django_db


def post(client, game, command, **body):
    path = f"/games/{game.public_id}/{command}/"
    return client.post(path, body, content_type="application/json")


def test_a_choice_is_sealed(ada, bo, client_of):
    game = begin(ada, bo)
    answer = post(client_of(ada), game, "seal", step=1, action=place(2, 2))
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert sealed(game) == {0: place(2, 2)}


def test_a_choice_is_replaced_and_taken_back(ada, bo, client_of):
    game, client = begin(ada, bo), client_of(ada)
    post(client, game, "seal", step=1, action=place(2, 2))
    post(client, game, "seal", step=1, action=PASS)
    assert sealed(game) == {0: PASS}
    assert post(client, game, "withdraw", step=1).json() == {"ok": True}
    assert sealed(game) == {}


def test_a_request_that_arrives_after_its_choice_was_taken_back_is_refused(ada, bo, client_of):
    game, client = begin(ada, bo), client_of(ada)
    first, then = {"page": "one", "number": 1}, {"page": "one", "number": 2}
    assert post(client, game, "withdraw", step=1, order=then).json() == {"ok": True}
    answer = post(client, game, "seal", step=1, action=place(2, 2), order=first)
    assert (answer.status_code, answer.json()["code"]) == (400, "overtaken")
    assert sealed(game) == {}
    post(client, game, "seal", step=1, action=place(3, 3))
    assert sealed(game) == {0: place(3, 3)}, "who names no order is carried out as before"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"step": 2, "action": PASS}, 400, "step-over"),
        ({"step": 1, "action": place(7, 7)}, 400, "off-board"),
        ({"step": 1, "action": {"type": "swap"}}, 400, "bad-action"),
        ({"step": 1}, 400, "bad-command"),
        ({"action": PASS}, 400, "bad-command"),
        ({"step": "1 ", "action": PASS}, 400, "bad-command"),
        ({"step": 1.5, "action": PASS}, 400, "bad-command"),
        ({"step": True, "action": PASS}, 400, "bad-command"),
        ({"step": 10**30, "action": PASS}, 400, "step-over"),
        ({"step": 1, "action": [PASS]}, 400, "bad-command"),
    ],
)
def test_what_is_refused_is_answered_with_code_and_reason(ada, bo, client_of, body, status, code):
    game = begin(ada, bo)
    answer = post(client_of(ada), game, "seal", **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert sealed(game) == {}


def test_a_late_choice_is_refused(ada, bo, client_of, clock):
    game = begin(ada, bo)
    client = client_of(ada)
    clock.go(60)
    assert post(client, game, "seal", step=1, action=PASS).json()["code"] == "late"


def test_the_reason_is_shown_at_the_point(ada, bo, client_of):
    answer = post(client_of(ada), begin(ada, bo), "seal", step=1, action=place(5, 0))
    assert answer.json()["at"] == [5, 0]


def test_the_page_brings_the_own_choice_back(ada, bo, client_of):
    game = begin(ada, bo)
    seal(game, ada, place(3, 1))
    shown = client_of(ada).get(game.get_absolute_url())
    assert shown.context["snapshot"]["you"]["action"] == place(3, 1)


def test_a_post_without_the_token_of_the_page_is_refused(ada, bo):
    game = begin(ada, bo)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert post(client, game, "seal", step=1, action=PASS).status_code == 403
    assert sealed(game) == {}
