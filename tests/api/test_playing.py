"""Playing by the API: the same commands and refusals as over sockets and pages."""

from __future__ import annotations

import pytest

from games.models import ChatMessage, Game, SealedAction
from games.play import commands
from tests.games.playing import begin, fresh, place, seal


def test_two_programs_complete_a_turn(program, ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    for user, action in ((ada, place(1, 1)), (bo, place(3, 3))):
        answer = program(user, "play").post(f"/games/{game.public_id}/seal", step=1, action=action)
        assert answer.json() == {"ok": True}
    assert fresh(game).step == 1


def test_a_choice_can_be_taken_back(program, ada, bo):
    game = begin(ada, bo)
    own = program(ada, "play")
    own.post(f"/games/{game.public_id}/seal", step=1, action=place(1, 1))
    assert own.post(f"/games/{game.public_id}/withdraw", step=1).status_code == 200
    assert not SealedAction.objects.exists()


def test_an_illegal_choice_is_refused_with_the_code_of_the_rules(program, ada, bo):
    game = begin(ada, bo)
    answer = program(ada, "play").post(f"/games/{game.public_id}/seal", step=1, action=place(99, 1))
    assert (answer.status_code, answer.json()["code"]) == (400, "off-board")


def test_the_reason_of_the_rules_is_a_sentence(program, ada, bo):
    game = begin(ada, bo)
    answer = program(ada, "play").post(f"/games/{game.public_id}/seal", step=1, action=place(99, 1))
    assert answer.json()["detail"] == "That is no point of a 5×5 board."


def test_a_choice_for_another_step_is_told_both_numbers(program, ada, bo):
    game = begin(ada, bo)
    answer = program(ada, "play").post(f"/games/{game.public_id}/seal", step=7, action=place(1, 1))
    assert answer.json()["detail"] == "Step 1 is being chosen for, not 7."


@pytest.mark.parametrize("said", ["application/x-www-form-urlencoded", "text/plain", ""])
def test_json_is_read_as_json_whatever_the_request_calls_it(program, ada, bo, said):
    game, own = begin(ada, bo), program(ada, "play")
    answer = own.client.generic(
        "POST",
        f"/api/v1/games/{game.public_id}/seal",
        b' {"step": 1, "action": {"type": "place", "at": [1, 1]}}',
        content_type=said,
        headers=own.headers,
    )
    assert answer.json() == {"ok": True}


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "The body is empty. Send a JSON object, such as {}."),
        (b'{"step": one}', "That is not JSON: invalid character (byte 9)."),
        (b'{"step": 1}', "seal: Object missing required field `action`."),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(program, ada, bo, body, detail):
    game, own = begin(ada, bo), program(ada, "play")
    answer = own.client.generic(
        "POST",
        f"/api/v1/games/{game.public_id}/seal",
        body,
        content_type="application/json",
        headers={**own.headers, "Content-Type": "application/json"},
    )
    assert answer.json()["detail"] == detail


def test_nobody_plays_for_another(program, ada, bo, cy):
    game = begin(ada, bo)
    answer = program(cy, "play").post(f"/games/{game.public_id}/seal", step=1, action=place(1, 1))
    assert answer.status_code == 403
    assert not SealedAction.objects.exists()


def test_a_program_says_something_at_the_table(program, ada, bo):
    game = begin(ada, bo)
    program(ada, "play").post(f"/games/{game.public_id}/say", room="table", text="Well played")
    assert ChatMessage.objects.get().text == "Well played"


def test_a_program_resigns(program, ada, bo):
    game = begin(ada, bo)
    program(ada, "play").post(f"/games/{game.public_id}/resign")
    assert game.seats.get(user=ada).left_why == "resigned"


def test_every_command_of_the_registry_has_an_address(program, ada, bo):
    game = begin(ada, bo)
    for entry in commands.REGISTRY.values():
        if entry.address is not None:
            answer = program(None).post(f"/games/{game.public_id}/{entry.address}")
            assert (answer.status_code, answer.json()["code"]) == (401, "login-needed")


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b'{"step": "one"}', b"\xff"])
def test_an_unreadable_body_is_refused(program, ada, bo, body):
    game = begin(ada, bo)
    own = program(ada, "play")
    answer = own.client.post(
        f"/api/v1/games/{game.public_id}/seal",
        body,
        content_type="application/json",
        headers=own.headers,
    )
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad-json", "bad-command")


def test_choices_can_be_tried_out_without_being_played(program, ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(2, 2))
    before = Game.objects.filter(pk=game.pk).values().get()
    answer = program(None).post(
        f"/games/{game.public_id}/resolve", choices={"0": place(1, 1), "1": place(3, 3)}
    )
    assert answer.status_code == 200
    assert answer.json()["awaiting"] == [0, 1]
    assert "2,2" not in str(answer.json()["events"])
    assert Game.objects.filter(pk=game.pk).values().get() == before


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"0": place(99, 1)}, "off-board"),
        ({"7": place(1, 1)}, "not-awaited"),
        ({"x": place(1, 1)}, "bad-command"),
        ([], "bad-command"),
    ],
)
def test_choices_that_the_rules_refuse_are_refused_when_tried_out(program, ada, bo, choices, code):
    game = begin(ada, bo)
    answer = program(None).post(f"/games/{game.public_id}/resolve", choices=choices)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_choice_that_is_refused_when_tried_out_is_shown_at_its_point(program, ada, bo):
    address = f"/games/{begin(ada, bo).public_id}/resolve"
    tried = {"0": place(1, 1), "1": place(99, 1)}
    assert program(None).post(address, choices=tried).json()["at"] == [99, 1]
    assert "at" not in program(None).post(address, choices={"0": {"type": "jump"}}).json()


def test_a_method_that_an_address_does_not_take_is_answered_with_those_that_it_does(program):
    answer = program(None).client.put("/api/v1/games/running")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    assert answer.json()["detail"] == "This address takes only these methods: GET."
