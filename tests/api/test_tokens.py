"""What a token allows, and when it ends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Scope
from accounts.services.measures import suspend
from accounts.services.tokens import (
    MOST_TOKENS,
    delete_ended_tokens,
    end_token,
    make_token,
    working_tokens,
)
from games.models import SealedAction
from tests.games.playing import begin, place
from transport.refusals import Refused


def test_a_token_says_who_its_member_is_and_what_it_may_do(program, ada):
    answer = program(ada, "read", "play").get("/me")
    assert answer.json()["name"] == ada.username
    assert answer["Token-Scopes"] == "read play"


def test_a_token_without_scopes_reads_what_visitors_read(program, ada, bo):
    game = begin(ada, bo)
    answer = program(ada).get(f"/games/{game.public_id}")
    assert answer.json()["you"] is None
    assert answer["Token-Scopes"] == "none"


@pytest.mark.parametrize(
    ("scope", "address"), [("play", "/me"), ("read", "/tables"), ("play", "/wishes")]
)
def test_a_token_does_nothing_for_which_it_lacks_the_scope(program, ada, scope, address):
    answer = program(ada, scope).get(address)
    assert answer.status_code == 403
    assert answer.json()["code"] == "scope-needed"


def test_a_token_that_may_not_play_seals_nothing(program, ada, bo):
    game = begin(ada, bo)
    answer = program(ada, "read", "tables").post(
        f"/games/{game.public_id}/seal", step=1, action=place(1, 1)
    )
    assert answer.status_code == 403
    assert not SealedAction.objects.exists()


def test_without_a_token_one_is_told_to_send_one(program):
    answer = program(None).get("/me")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("sent", ["Bearer miai_wrong", "Bearer", "Basic abc", "Bearer \xe9\u20ac"])
def test_a_bad_token_is_refused_even_where_none_is_needed(db: None, sent):
    answer = Client().get("/api/v1/rules", headers={"Authorization": sent})
    assert answer.status_code == 401
    assert answer.json()["code"] == "bad-token"


def test_bad_tokens_are_counted_by_address(db, settings):
    settings.LIMITS = {"pages.address": "2/minute"}
    ask = {"path": "/api/v1/me", "headers": {"Authorization": "Bearer miai_wrong"}}
    answers = [Client().get(**ask) for _ in range(3)]
    assert [each.status_code for each in answers] == [401, 401, 429]
    assert answers[-1].json()["limit"] == "pages"
    assert int(answers[-1]["Retry-After"]) > 0
    assert Client().get(**ask, REMOTE_ADDR="203.0.113.9").status_code == 401


def test_a_missing_scope_is_counted_by_member(program, ada, bo, settings):
    settings.LIMITS = {"pages.member": "2/minute", "pages.address": "1/minute"}
    own = program(ada, "play")
    assert [own.get("/me").status_code for _ in range(3)] == [403, 403, 429]
    assert program(bo, "play").get("/me").status_code == 403


def test_missing_tokens_are_counted_by_address(program, settings):
    settings.LIMITS = {"pages.address": "2/minute"}
    assert [program(None).get("/me").status_code for _ in range(3)] == [401, 401, 429]


def test_what_is_let_in_is_counted_once(program, ada, settings):
    settings.LIMITS = {"pages.member": "2/minute"}
    own = program(ada, "read")
    assert [own.get("/me").status_code for _ in range(3)] == [200, 200, 429]


def test_a_session_cookie_counts_for_nothing(ada):
    client = Client()
    client.force_login(ada)
    assert client.get("/api/v1/me").status_code == 401


def test_programs_skip_the_middleware_of_pages_whatever_cookie_they_send(ada):
    browser = Client()
    browser.force_login(ada)
    assert hasattr(browser.get("/account/").wsgi_request, "session")
    assert not hasattr(browser.get("/api/v1/rules").wsgi_request, "session")
    assert browser.get("/api/v1/nowhere").json()["code"] == "not-found"


def test_a_token_ends_at_its_time(program, ada, clock):
    own = program(ada, "read")
    clock.go(7 * 86_400)
    assert own.get("/me").status_code == 401


def test_a_token_ends_when_the_password_changes(program, ada):
    own = program(ada, "read")
    ada.set_password("another-pebble-9")
    ada.save()
    assert own.get("/me").status_code == 401


def test_a_token_ends_with_its_account(program, ada):
    own = program(ada, "read")
    ada.is_active = False
    ada.save()
    assert own.get("/me").status_code == 401


def test_a_token_that_is_ended_while_a_choice_waits_for_the_game_seals_nothing(ada, bo):
    from accounts.standing import with_token
    from games.pages.commands import carry_out
    from games.play.messages import SealAction

    game = begin(ada, bo)
    now = timezone.now()
    row, _ = make_token(member=ada, name="Own", scopes=["play"], days=1, now=now)
    login = with_token(row)
    assert end_token(member=ada, token_id=row.pk)
    with pytest.raises(Refused):
        carry_out(SealAction(step=1, action=place(1, 1)), game_id=game.pk, login=login, arrived=now)
    assert not SealedAction.objects.exists()


def test_the_token_of_a_suspended_member_plays_nothing(program, ada, bo, mo):
    game = begin(ada, bo)
    own = program(ada, "play")
    now = timezone.now()
    suspend(user=ada, by=mo, until=now + timedelta(days=1), reason="Spam", now=now)
    answer = own.post(f"/games/{game.public_id}/seal", step=1, action=place(1, 1))
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")


def test_the_use_of_a_token_is_stored_to_the_hour(program, ada, clock):
    own = program(ada, "read")
    own.get("/me")
    first = ApiToken.objects.get().used_at
    clock.go(60)
    own.get("/me")
    assert ApiToken.objects.get().used_at == first
    clock.go(3600)
    own.get("/me")
    assert ApiToken.objects.get().used_at != first


def test_only_the_digest_of_a_token_is_stored(ada):
    row, token = make_token(member=ada, name="Own", scopes=[], days=1, now=timezone.now())
    stored: dict[str, Any] = ApiToken.objects.filter(pk=row.pk).values().get()
    assert token.startswith("miai_")
    assert all(token not in str(value) for value in stored.values())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "bad-name"),
        ({"name": "x" * 61}, "bad-name"),
        ({"scopes": ["admin"]}, "bad-scope"),
        ({"days": 0}, "bad-time"),
        ({"days": 367}, "bad-time"),
    ],
)
def test_no_token_is_made_from_bad_wishes(ada, wrong, code):
    usual: dict[str, Any] = {"name": "Own", "scopes": list(Scope.values), "days": 1}
    with pytest.raises(Refused, match=code):
        make_token(member=ada, now=timezone.now(), **{**usual, **wrong})
    assert not ApiToken.objects.exists()


def test_a_member_has_a_limited_number_of_tokens(ada, clock):
    usual: dict[str, Any] = {"member": ada, "name": "Own", "scopes": []}
    for _ in range(MOST_TOKENS):
        make_token(days=1, now=timezone.now(), **usual)
    with pytest.raises(Refused, match="too-many"):
        make_token(days=1, now=timezone.now(), **usual)
    clock.go(86_400)
    make_token(days=1, now=timezone.now(), **usual)


def test_tokens_that_ended_with_an_earlier_password_are_neither_counted_nor_listed(ada, clock):
    for _ in range(MOST_TOKENS):
        make_token(member=ada, name="A", scopes=[], days=9, now=clock.now)
    ada.set_password("another-long-password")
    ada.save()
    assert not working_tokens(member=ada, now=clock.now).exists()
    make_token(member=ada, name="B", scopes=[], days=9, now=clock.now)
    assert [token.name for token in working_tokens(member=ada, now=clock.now)] == ["B"]


def test_ended_tokens_are_deleted(ada, clock):
    make_token(member=ada, name="Own", scopes=[], days=1, now=timezone.now())
    assert delete_ended_tokens(now=timezone.now()) == 0
    clock.go(86_400)
    assert delete_ended_tokens(now=timezone.now()) == 1


def test_nobody_ends_the_token_of_another(ada, bo):
    row, _ = make_token(member=ada, name="Own", scopes=[], days=1, now=timezone.now())
    assert not end_token(member=bo, token_id=row.pk)
    assert ApiToken.objects.exists()
