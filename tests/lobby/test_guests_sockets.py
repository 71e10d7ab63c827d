"""The sockets of a guest: that of their own game is a player's, all others are a visitor's."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engines.bots import Level
from games.models import Game, SealedAction
from games.schedule.bots import QUICK, choose_for_bots, read_owing
from lobby.services.guests import delete_old_games, start_guest_game
from lobby.services.practising import start_practice
from tests.games.playing import begin
from tests.games.sockets import SocketClosed, opened, page
from transport.sockets import NOT_FOUND
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

HIDDEN_CHOICE = {"type": "place", "at": [6, 7]}


def play(variant: str = "parallel-go") -> tuple[Game, User]:
    """A game of a new guest."""
    return start_guest_game(guest=None, variant=variant, level=Level.EASY, now=timezone.now())


async def test_the_guest_plays_over_the_socket_of_their_game(clock):
    game, guest = await in_thread(play)
    async with page(game, guest) as mine:
        assert (mine.first["you"]["seat"], mine.first["you"]["rooms"]) == (0, [])
        assert mine.first["you"]["may"] == ["seal", "resign"]
        assert (await mine.seal(1, HIDDEN_CHOICE))["type"] == "command.done"
        clock.go(1)
        await in_thread(lambda: choose_for_bots(game_id=game.pk))
        await mine.hear("step.resolved")
        said = await mine.ask(type="chat.say", room="table", text="Hello")
        assert said["code"] == "not-allowed"


async def test_what_the_bot_has_sealed_is_in_nothing_that_the_guest_gets(clock):
    game, guest = await in_thread(play)
    clock.go(1)
    await in_thread(lambda: choose_for_bots(game_id=game.pk))
    await in_thread(lambda: SealedAction.objects.update(action=HIDDEN_CHOICE))
    async with page(game, guest) as mine:
        await mine.snapshot()
        assert mine.first["chosen"] == [1]
        told = "".join(mine.frames)
    shown = await in_thread(lambda: _pages(game, guest))
    for text in (told, *shown):
        assert json.dumps(HIDDEN_CHOICE["at"]) not in text
        assert json.dumps(HIDDEN_CHOICE["at"], separators=(",", ":")) not in text


def _pages(game: Game, guest: User) -> list[str]:
    client = Client()
    client.force_login(guest)
    paths = ("", "steps/0.json", "log.json", "record.json")
    return [client.get(game.get_absolute_url() + path).text for path in paths]


@pytest.mark.parametrize("who", ["visitor", "member", "moderator", "another guest"])
async def test_nobody_else_gets_a_socket_of_the_game(who, ada, mo):
    game, _ = await in_thread(play)
    others = {"visitor": None, "member": ada, "moderator": mo}
    user = others[who] if who in others else (await in_thread(play))[1]
    async with opened(f"/ws/games/{game.public_id}/", user) as socket:
        assert (await socket.answer())["code"] == "not-found"
        assert await socket.closed() == NOT_FOUND


async def test_in_a_game_of_members_a_guest_watches_like_a_visitor(ada, bo):
    watched = await in_thread(begin, ada, bo)
    _, guest = await in_thread(play)
    async with page(watched, guest) as socket:
        assert socket.first["you"] is None
        answer = await socket.ask(type="chat.say", room="table", text="Hello")
        assert answer["code"] == "login-needed"


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/notices/"])
async def test_sockets_of_members_are_refused(path):
    _, guest = await in_thread(play)
    async with opened(path, guest) as socket:
        assert (await socket.answer())["code"] == "login-needed"
        assert await socket.closed() == NOT_FOUND


async def test_the_socket_closes_when_the_game_is_deleted(clock):
    game, guest = await in_thread(play)
    async with page(game, guest) as mine:
        clock.go(25 * 3600)
        assert await in_thread(lambda: delete_old_games(guest_id=guest.pk, now=timezone.now()))
        with pytest.raises(SocketClosed):
            await mine.hear("nothing.ever")


@pytest.mark.django_db
def test_members_bots_choose_before_those_of_guests(ada, clock, monkeypatch):
    of_guest, _ = play()
    of_member = start_practice(
        user=ada, variant="parallel-go", level=Level.EASY, now=timezone.now()
    )
    asked: list[int] = []
    monkeypatch.setattr(
        "games.schedule.bots._ask", lambda game_ids, *_: asked.extend(game_ids) or {}
    )
    clock.go(1)
    QUICK.handle(timezone.now(), set())
    assert asked == [of_member.pk, of_guest.pk]


@pytest.mark.django_db
def test_games_of_guests_take_no_time_for_looking_ahead_from_members(ada):
    from games.schedule.bots import _waiting

    guests = [play()[0].pk for _ in range(3)]
    member = start_practice(user=ada, variant="territory", level=Level.EASY, now=timezone.now()).pk
    Game.objects.update(bots_due=timezone.now())
    owing = read_owing([*guests, member])
    assert _waiting(owing, member) == 1
    assert _waiting(owing, guests[0]) == 4
