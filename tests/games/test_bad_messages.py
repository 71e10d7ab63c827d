"""Bad input on a socket gets an error with a code; the socket stays open, and nothing is stored."""

import json

import pytest

from games.models import ChatMessage, SealedAction
from games.play import seal as choosing
from tests.games.playing import PASS, begin, place, sealed
from tests.games.sockets import opened, page
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

DEEP = "[" * 20_000 + "]" * 20_000

BAD = {
    "nothing": ("", "bad-json"),
    "no JSON": ("hello", "bad-json"),
    "half a message": ('{"type": "action.seal"', "bad-json"),
    "two messages": ('{"type": "snapshot.ask"} {}', "bad-json"),
    "no number": ('{"type": "snapshot.ask", "id": NaN}', "bad-json"),
    "half a surrogate": ('{"type": "chat.say", "room": "table", "text": "\\ud800"}', "bad-json"),
    "a number without end": ('{"type": "snapshot.ask", "id": ' + "9" * 5000 + "}", "bad-json"),
    "a number beyond all": ('{"type": "action.withdraw", "step": 1e999}', "bad-json"),
    "nested deeply": (DEEP[:30_000], "bad-json"),
    "a list": ("[]", "bad-command"),
    "a number": ("7", "bad-command"),
    "null": ("null", "bad-command"),
    "no type": ("{}", "unknown-command"),
    "an unknown type": ('{"type": "game.win"}', "unknown-command"),
    "an event": ('{"type": "step.resolved"}', "unknown-command"),
    "a type that is none": ('{"type": ["action.seal"]}', "unknown-command"),
    "a type in other letters": ('{"type": "Action.Seal"}', "unknown-command"),
    "no step": ('{"type": "action.seal", "action": {}}', "bad-command"),
    "no action": ('{"type": "action.seal", "step": 1}', "bad-command"),
    "a step as text": ('{"type": "action.withdraw", "step": "1"}', "bad-command"),
    "a step that is none": ('{"type": "action.withdraw", "step": 1.5}', "bad-command"),
    "a step of true": ('{"type": "action.withdraw", "step": true}', "bad-command"),
    "an action as a list": ('{"type": "action.seal", "step": 1, "action": []}', "bad-command"),
    "an action of null": ('{"type": "action.seal", "step": 1, "action": null}', "bad-command"),
    "another's seat": (
        '{"type": "action.seal", "step": 1, "action": {"type": "pass"}, "seat": 1}',
        "bad-command",
    ),
    "a user": ('{"type": "action.withdraw", "step": 1, "user": "Bo"}', "bad-command"),
    "an id that is none": ('{"type": "snapshot.ask", "id": {"a": 1}}', "bad-command"),
    "a room as a number": ('{"type": "chat.say", "room": 1, "text": "a"}', "bad-command"),
    "another's seat as a room": (
        '{"type": "chat.say", "room": "seat.1", "text": "a"}',
        "bad-command",
    ),
    "no text": ('{"type": "chat.say", "room": "table", "text": " \\u0000 "}', "bad-command"),
    "a long text": (
        json.dumps({"type": "chat.say", "room": "table", "text": "a" * 501}),
        "bad-command",
    ),
    "an order without a number": (
        '{"type": "action.withdraw", "step": 1, "order": {"page": "a"}}',
        "bad-command",
    ),
    "an order of nobody": (
        '{"type": "action.withdraw", "step": 1, "order": {"page": "", "number": 1}}',
        "bad-command",
    ),
    "an order beyond 53 bits": (
        f'{{"type": "action.withdraw", "step": 1, "order": {{"page": "a", "number": {2**70}}}}}',
        "bad-command",
    ),
    "an order with a null character": (
        '{"type": "action.withdraw", "step": 1, "order": {"page": "a\\u0000", "number": 1}}',
        "bad-command",
    ),
    "another step": ('{"type": "action.withdraw", "step": 2}', "step-over"),
    "a step before all": ('{"type": "action.withdraw", "step": -1}', "step-over"),
    "a step beyond 64 bits": (f'{{"type": "action.withdraw", "step": {2**70}}}', "step-over"),
    "a point beyond 64 bits": (
        f'{{"type": "action.seal", "step": 1, "action": {{"type": "place", "at": [{2**70}, 0]}}}}',
        "off-board",
    ),
    "a point that is a tower": (
        '{"type": "action.seal", "step": 1, "action": {"type": "place", "at": '
        + "[" * 800
        + "]" * 800
        + "}}",
        "bad-action",
    ),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_input_gets_an_error_with_a_code_and_the_connection_stays(ada, bo, name):
    text, code = BAD[name]
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        await tab.send_text(text)
        answer = await tab.answer()
        assert (answer["type"], answer["code"]) == ("error", code)
        assert answer["message"]
        assert (await tab.seal(1, PASS))["type"] == "command.done"
    assert await in_thread(sealed, game) == {0: PASS}
    assert not await in_thread(ChatMessage.objects.exists)


async def test_bytes_are_no_message(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        await tab.communicator.send_to(bytes_data=b'{"type": "snapshot.ask"}')
        assert (await tab.answer())["code"] == "bad-json"
        assert (await tab.seal(1, PASS))["type"] == "command.done"


async def test_a_huge_message_is_refused_unread(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        await tab.send_text('{"type": "chat.say", "text": "' + "a" * 5_000_000 + '"}')
        assert (await tab.answer())["code"] == "too-large"
        assert (await tab.seal(1, PASS))["type"] == "command.done"


async def test_the_longest_action_of_any_game_is_not_too_large(ada, bo):
    """A line of 512 points is refused for its content, not for its size."""
    line = {"type": "draw", "path": [[x / 1024, 12.9990234375] for x in range(512)]}
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        assert (await tab.seal(1, line))["code"] == "bad-action"


@pytest.mark.parametrize("sent", [7, "seven", 2**70, "", "\x00"])
async def test_the_answer_carries_the_senders_id_whatever_it_is(ada, bo, sent):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        assert (await tab.ask(type="snapshot.ask", id=sent))["id"] == sent
        refused = await tab.ask(type="action.withdraw", step="one", id=sent)
        assert (refused["code"], refused["id"]) == ("bad-command", sent)


@pytest.mark.parametrize("sent", ["true", "false"])
async def test_the_answer_carries_no_id_that_is_true_or_false(ada, bo, sent):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        await tab.send_text(f'{{"type": "snapshot.ask", "id": {sent}}}')
        refused = await tab.answer()
        assert (refused["code"], refused.get("id")) == ("bad-command", None)


@pytest.mark.parametrize(
    "public_id",
    ["0" * 24, "nothing", "%00", "a%00b", "..", "a/b", "%ff", "é", "'--", "a" * 5000, "%F0%9F"],
)
async def test_a_game_that_does_not_exist_is_an_error_and_then_the_close(ada, public_id):
    async with opened(f"/ws/games/{public_id}/", ada) as lost:
        assert (await lost.hear("error"))["code"] == "not-found"
        assert await lost.closed() == 4404


@pytest.mark.parametrize(
    "cookie",
    [
        b"sessionid=" + b"a" * 9000,
        b"sessionid=\xff\xfe",
        b";;=;",
    ],
)
async def test_a_session_that_is_none_is_a_visitors(ada, bo, cookie):
    game = await in_thread(begin, ada, bo)
    async with opened(f"/ws/games/{game.public_id}/", cookie=cookie) as visitor:
        assert (await visitor.hear("game.snapshot"))["you"] is None


async def test_a_fault_of_ours_is_an_error_with_a_code_and_the_connection_stays(
    ada, bo, monkeypatch, caplog
):
    shown = f"at {place(2, 2)['at']}"

    def fail(*_, **__):
        raise ZeroDivisionError(shown)

    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        with monkeypatch.context() as patch:
            patch.setattr(choosing, "seal", fail)
            answer = await tab.ask(type="action.seal", id=3, step=1, action=place(2, 2))
        assert (answer["code"], answer["id"]) == ("failed", 3)
        assert (await tab.seal(1, PASS))["type"] == "command.done"
    assert "ZeroDivisionError" in caplog.text
    assert shown not in caplog.text


async def test_a_page_that_cannot_be_begun_is_told_to_try_again(ada, bo, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError

    game = await in_thread(begin, ada, bo)
    monkeypatch.setattr("games.live.consumers.news", fail)
    async with opened(f"/ws/games/{game.public_id}/", ada) as lost:
        assert (await lost.hear("error"))["code"] == "failed"
        assert await lost.closed() == 4503


async def test_nothing_bad_was_ever_stored(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        for text, _ in BAD.values():
            await tab.send_text(text)
            await tab.answer()
    assert not await in_thread(SealedAction.objects.exists)
