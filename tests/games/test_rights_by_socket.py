"""Who may do what over a socket: the tables of the addresses hold there, too."""

from __future__ import annotations

import pytest

from games.play.commands import REGISTRY
from tests.games.playing import PASS, sealed
from tests.games.sockets import page
from tests.games.test_rights import (
    ALLOWED,
    DO,
    ROLES,
    STATES,
    everything,
    meet,
    not_for,
    prepare,
    refused,
)
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def met(transactional_db):
    return meet()


@pytest.fixture
def people(met):
    return met[0]


@pytest.fixture
def game(met):
    return met[1]


TYPES = {entry.address: kind for kind, entry in REGISTRY.items()}


@pytest.mark.parametrize(("command", "role"), ALLOWED)
async def test_a_command_over_the_socket_is_carried_out_for_whom_it_is_meant(
    people, game, command, role
):
    name, body, _ = DO[command]
    await in_thread(prepare, name, game, people)
    async with page(game, people[role]) as open_page:
        answer = await open_page.ask(type=TYPES[name], **body)
        assert answer["type"] == "command.done", answer
        assert (await open_page.ask(type="snapshot.ask"))["type"] == "command.done"


@pytest.mark.parametrize("role", ROLES)
async def test_all_other_commands_over_the_socket_are_refused_and_change_nothing(
    people, game, role
):
    async with page(game, people[role]) as open_page:
        for state in STATES:
            await in_thread(prepare, state, game, people)
            before = await in_thread(everything, game)
            for name, body in not_for(role, state):
                answer = await open_page.ask(type=TYPES[name], **body)
                assert answer["code"] in refused(role, name), name
                assert await in_thread(everything, game) == before, name
        assert (await open_page.ask(type="snapshot.ask"))["type"] == "command.done"


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("visitor", None),
        ("member", ["say", "take-seat"]),
        ("player", ["seal", "say", "resign", "vote"]),
        ("player who left", ["say"]),
        ("suspended member", []),
        ("suspended player", ["resign"]),
        ("moderator", ["say", "take-seat", "moderate"]),
        ("superuser", ["say", "take-seat", "moderate"]),
    ],
)
async def test_the_page_offers_what_one_may(people, game, role, may):
    async with page(game, people[role]) as open_page:
        you = open_page.first["you"]
    assert (you and you["may"]) == may


async def test_who_was_shut_out_can_do_nothing_with_a_socket_that_is_still_open(people, game):
    player = people["player"]

    def shut_out():
        player.is_active = False
        player.save()

    async with page(game, player) as open_page:
        await in_thread(shut_out)
        assert await open_page.refused({"type": "action.seal", "step": 2, "action": PASS})
        assert await open_page.refused({"type": "chat.say", "room": "table", "text": "Still here"})
    assert not await in_thread(game.chat.exists)
    assert await in_thread(sealed, game) == {}


async def test_who_deleted_the_account_can_do_nothing_with_a_socket_that_is_still_open(
    people, game
):
    async with page(game, people["member"]) as open_page:
        await in_thread(people["member"].delete)
        assert await open_page.refused({"type": "chat.say", "room": "table", "text": "Still here"})
    assert not await in_thread(game.chat.exists)
