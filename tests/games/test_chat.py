"""Chat beside a game: the table's room for members, the spectators' room, and who hears what."""

import json
from datetime import timedelta

import pytest

from accounts.services.measures import ban_from_chat
from accounts.services.mutes import mute
from games.models import ChatMessage
from games.pages.commands import take_down
from games.pages.snapshots import CHAT_LINES
from games.play.chat import LONGEST_TEXT
from tests.games.acting import resign, say
from tests.games.playing import begin, fresh
from tests.games.sockets import page
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def talk(clock):
    return lambda game, user, text, room="table": say(
        game=fresh(game), user=user, room=room, text=text, now=clock.now
    )


def heard(open_page):
    """The chat messages that a page received."""
    messages = [json.loads(frame) for frame in open_page.frames]
    return [message["message"]["text"] for message in messages if message["type"] == "chat.said"]


async def test_what_is_said_at_the_table_reaches_members_and_no_visitor(ada, bo, cy, talk):
    game = await in_thread(begin, ada, bo)
    async with page(game, bo) as player, page(game, cy) as member, page(game) as visitor:
        await in_thread(talk, game, ada, "Hello")
        for each in (player, member):
            assert (await each.hear("chat.said"))["message"]["text"] == "Hello"
        await visitor.snapshot()
        assert heard(visitor) == []


async def test_what_spectators_say_reaches_no_player_before_the_end(ada, bo, cy, member, talk):
    game = await in_thread(begin, ada, bo)
    di = await in_thread(member, "Di")
    async with page(game, ada) as player, page(game, di) as spectator:
        await in_thread(talk, game, cy, "White is lost", "spectators")
        await spectator.hear("chat.said")
        await in_thread(talk, game, cy, "Hello")
        await player.hear("chat.said")
        assert heard(player) == ["Hello"]
        assert [line["text"] for line in (await player.snapshot())["chat"]] == ["Hello"]


async def test_a_message_that_is_taken_down_goes_from_open_pages(ada, bo, cy, talk):
    game = await in_thread(begin, ada, bo)
    async with page(game, bo) as player, page(game, cy) as other, page(game) as visitor:
        await in_thread(talk, game, ada, "You fool")
        await in_thread(talk, game, ada, "Sorry")
        said = [(await player.hear("chat.said"))["message"] for _ in range(2)]
        known = await player.snapshot()
        await in_thread(take_down, await in_thread(ChatMessage.objects.get, text="You fool"))
        for each in (player, other):
            removed = await each.hear("chat.removed")
            assert (removed["id"], removed["room"]) == (said[0]["id"], "table")
        await visitor.snapshot()
        assert not any("chat.removed" in frame for frame in visitor.frames)
        assert [line["text"] for line in (await player.snapshot())["chat"]] == ["Sorry"]
        answer = await player.ask(type="snapshot.ask", after=known["newest"])
        assert answer["type"] == "command.done"
        missed = await player.hear("events.missed")
        assert [(each["type"], each.get("id")) for each in missed["events"]] == [
            ("chat.removed", said[0]["id"])
        ]


async def test_what_spectators_said_is_taken_down_without_a_word_to_players(ada, bo, cy, talk):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player, page(game, cy) as spectator:
        await in_thread(talk, game, cy, "White is lost", "spectators")
        await in_thread(take_down, await in_thread(ChatMessage.objects.get))
        await spectator.hear("chat.removed")
        await player.snapshot()
        assert not any("chat.removed" in frame for frame in player.frames)


async def test_a_message_that_is_gone_already_is_taken_down_without_an_event(ada, bo, talk):
    game = await in_thread(begin, ada, bo)
    await in_thread(talk, game, ada, "You fool")
    message = await in_thread(ChatMessage.objects.get)
    await in_thread(take_down, message)
    before = (await in_thread(fresh, game)).numbers
    await in_thread(take_down, message)
    assert (await in_thread(fresh, game)).numbers == before


async def test_deleting_a_message_in_the_admin_takes_it_from_open_pages(
    ada, bo, mo, talk, client_of
):
    game = await in_thread(begin, ada, bo)
    async with page(game, bo) as player:
        for text in ("You fool", "Idiot"):
            await in_thread(talk, game, ada, text)
        one, other = await in_thread(lambda: list(ChatMessage.objects.order_by("pk")))
        desk, base = await in_thread(client_of, mo), "/admin/games/chatmessage/"
        await in_thread(desk.post, f"{base}{one.pk}/delete/", {"post": "yes"})
        assert (await player.hear("chat.removed"))["id"] == one.pk
        chosen = {"action": "delete_selected", "_selected_action": [other.pk], "post": "yes"}
        await in_thread(desk.post, base, chosen)
        assert (await player.hear("chat.removed"))["id"] == other.pk


async def test_after_the_end_players_read_what_spectators_said(ada, bo, cy, talk, clock):
    game = await in_thread(begin, ada, bo)
    await in_thread(talk, game, cy, "White is lost", "spectators")
    async with page(game, ada) as player:
        await in_thread(resign, game_id=game.pk, user=bo)
        await player.hear("step.resolved")
        state = await player.snapshot()
        assert [line["text"] for line in state["chat"]] == ["White is lost"]
        assert state["you"]["rooms"] == ["table", "spectators"]
        await in_thread(talk, game, cy, "Well played", "spectators")
        assert (await player.hear("chat.said"))["message"]["text"] == "Well played"


async def test_a_player_who_left_reads_the_spectators_only_after_the_end(ada, bo, cy, talk, clock):
    game = await in_thread(begin, ada, bo, cy)
    await in_thread(resign, game_id=game.pk, user=cy)
    async with page(game, cy) as left:
        assert left.first["you"]["rooms"] == ["table"]


async def test_visitors_are_not_given_what_was_said(ada, bo, talk):
    game = await in_thread(begin, ada, bo)
    await in_thread(talk, game, ada, "Hello")
    async with page(game) as visitor:
        assert "chat" not in visitor.first


def test_who_comes_late_gets_the_last_hundred_messages_oldest_first(ada, bo, talk, client_of):
    game = begin(ada, bo)
    for number in range(CHAT_LINES + 5):
        talk(game, ada, str(number))
    shown = client_of(bo).get(game.get_absolute_url()).context["snapshot"]["chat"]
    assert [line["text"] for line in shown] == [str(n) for n in range(5, CHAT_LINES + 5)]


def test_space_around_is_left_out_and_the_longest_text_fits(ada, bo, talk):
    game = begin(ada, bo)
    talk(game, ada, "  " + "é" * LONGEST_TEXT + "\n")
    assert game.chat.get().text == "é" * LONGEST_TEXT
    with pytest.raises(Refused, match="at most 500"):
        talk(game, ada, "é" * (LONGEST_TEXT + 1))


def test_what_a_former_member_said_stays(ada, bo, cy, talk, client_of):
    game = begin(ada, bo)
    talk(game, cy, "Hello")
    cy.delete()
    shown = client_of(bo).get(game.get_absolute_url()).context["snapshot"]["chat"]
    assert [(line["author"], line["text"]) for line in shown] == [("former member", "Hello")]


def test_what_is_said_is_text_and_nothing_else_in_the_page(ada, bo, talk, client_of):
    game = begin(ada, bo)
    talk(game, ada, "</script><script>alert(1)</script>")
    assert b"<script>alert" not in client_of(bo).get(game.get_absolute_url()).content


def ban(user, clock):
    """Bans the user from all chats until tomorrow."""
    until = clock.now + timedelta(days=1)
    return ban_from_chat(user=user, reason="Rudeness", until=until, by=None, now=clock.now)


async def test_whoever_is_banned_from_chats_sees_why_and_is_refused(ada, bo, clock, client_of):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        assert "say" in player.first["you"]["may"]
        await in_thread(ban, ada, clock)
        told = (await player.hear("game.snapshot"))["you"]
        assert told["chat_ban"] == {"until": "2026-11-22T20:00:00Z", "reason": "Rudeness"}
        assert "say" not in told["may"]
        for room in ("table", "spectators"):
            answer = await player.ask(type="chat.say", room=room, text="Hello")
            assert answer["code"] == "chat-ban"
        by_http = await in_thread(
            lambda: client_of(ada).post(
                f"{game.get_absolute_url()}say/", {"room": "table", "text": "Hi"}
            )
        )
        assert (by_http.status_code, by_http.json()["code"]) == (403, "chat-ban")
        clock.go(86_400)
        assert "say" in (await player.snapshot())["you"]["may"]


async def test_a_page_knows_at_once_whom_its_member_has_muted(ada, bo, clock):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        assert player.first["you"]["muted"] == []
        await in_thread(lambda: mute(member=ada, muted=bo, now=clock.now))
        assert (await player.hear("game.snapshot"))["you"]["muted"] == ["Bo"]
