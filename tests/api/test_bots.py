"""Bots of members in the API: what they take, whether they are connected, and what they choose."""

from __future__ import annotations

import json
from contextlib import aclosing
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import ApiToken, BotConnection, User
from accounts.services.bots import note_connected, register_bot
from accounts.services.measures import suspend
from accounts.services.roles import set_host
from accounts.services.tokens import make_token
from api import events
from api.events import MemberStream
from engines.registry import GAMES
from games.models import SealedAction
from games.pages.members_bots import Takes, connected_bots, read_takes, takes_in_words
from games.play.resolve import seat_info
from games.play.settings import GameSettings
from games.store.sync import run_game
from lobby.seating import Seating
from lobby.services.joining import join_table
from lobby.services.starting import start_table
from tests.api.conftest import Program
from tests.games.acting import say
from tests.games.playing import begin, fresh, place, seal
from tests.lobby.tables import counting_down, open_one, seated
from transport.fanout import fanout
from transport.refusals import Refused
from transport.threads import in_thread

TAKES = '{"games": {"territory": {"seats": [2]}}, "paces": ["live"], "at_once": 2}'


def own_bot(owner: User, name: str = "Gravel") -> User:
    return register_bot(owner=owner, name=name, now=timezone.now())[0]


def program_of(bot: User) -> Program:
    return Program(bot, "read", "play", "tables")


@pytest.mark.django_db(transaction=True)
async def test_a_bot_is_connected_while_its_stream_is_open(ada, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    monkeypatch.setattr(events, "NOTE_EVERY", 0.0)
    bot = await in_thread(own_bot, ada)
    token = await in_thread(lambda: ApiToken.objects.select_related("member").get(member=bot))

    def connections() -> list[BotConnection]:
        return list(BotConnection.objects.open(timezone.now()))

    async with aclosing(MemberStream(token, {}, read_takes(TAKES)).lines()) as lines:
        for _ in range(3):
            await anext(lines)
        (there,) = await in_thread(connections)
        assert there.bot_id == bot.pk
        assert there.takes == json.loads(TAKES)
    assert await in_thread(connections) == []


@pytest.mark.django_db(transaction=True)
async def test_a_stream_joins_no_group_any_more_even_if_the_database_is_gone(ada, bo, monkeypatch):
    bot = await in_thread(own_bot, ada)
    await in_thread(begin, bot, bo)
    token = await in_thread(lambda: ApiToken.objects.select_related("member").get(member=bot))

    def gone(**_: object) -> None:
        raise OperationalError("gone")

    async with aclosing(MemberStream(token, {}, read_takes(TAKES)).lines()) as lines:
        await anext(lines)
        assert fanout().sockets
        monkeypatch.setattr(events, "note_gone", gone)
    assert not fanout().sockets


@pytest.mark.django_db(transaction=True)
async def test_a_bot_whose_later_connection_ends_is_still_there(ada, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    monkeypatch.setattr(events, "NOTE_EVERY", 0.0)
    bot = await in_thread(own_bot, ada)
    token = await in_thread(lambda: ApiToken.objects.select_related("member").get(member=bot))
    open_now = BotConnection.objects.open

    async with aclosing(MemberStream(token, {}, read_takes(TAKES)).lines()) as first:
        await anext(first)
        other = read_takes('{"games": {}}')
        async with aclosing(MemberStream(token, {}, other).lines()) as second:
            await anext(second)
        assert not await in_thread(lambda: open_now(timezone.now()).exists())
        for _ in range(2):
            await anext(first)
        there = await in_thread(lambda: open_now(timezone.now()).get())
        assert there.takes == json.loads(TAKES)


@pytest.mark.django_db(transaction=True)
async def test_a_program_hears_at_once_that_a_game_begins_at_a_table(ada, bo):
    token = await in_thread(
        lambda: make_token(member=ada, name="Own", scopes=["read"], days=1, now=timezone.now())[0]
    )

    def start() -> str:
        set_host(user=ada, hosts=True)
        table = counting_down(ada, ada, bo)
        now = timezone.now() + timedelta(seconds=10)
        game = start_table(table_id=table.pk, now=now)
        assert game is not None
        return game.public_id

    async with aclosing(MemberStream(token, {}).lines()) as lines:
        assert "alive" in await anext(lines)
        public_id = await in_thread(start)
        assert json.loads(await anext(lines))["game"] == public_id


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x", "takes"),
        ("{}", "games"),
        ('{"games": {"chess": {}}}', "chess"),
        ('{"games": {"territory": {"options": {"height": [1]}}}}', "height"),
        ('{"games": {"territory": {"seats": ["two"]}}}', "seats"),
        ('{"games": {"territory": {"seats": [2, 9]}}}', "players, not 9"),
        ('{"games": {"parallel-go": {"options": {"size": []}}}}', "size is empty"),
        ('{"games": {"parallel-go": {"options": {"size": ["9"]}}}}', "size must be"),
        ('{"games": {"parallel-go": {"options": {"size": [9, 999]}}}}', "size must be"),
        ('{"games": {"parallel-go": {"options": {"size": ["\\u0000"]}}}}', "size must be"),
        ('{"games": {"territory": {"options": ' + "[" * 1_500 + "]" * 1_500 + "}}}", "options"),
        ('{"games": {"parallel-go": {"options": {"size": ' + "[" * 1_900, "recursion"),
        ('{"games": {}, "at_once": 0}', "at_once"),
        ('{"games": {}, "paces": ["slow"]}', "paces"),
        ('{"games": {}, "paces": []}', "paces is empty"),
        ('{"games": {}, "wish": 1}', "wish"),
        ('{"games": {}}' + " " * 5_000, "too long"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_wrong(text, wrong):
    with pytest.raises(Refused) as refused:
        read_takes(text)
    assert refused.value.code == "bad-takes"
    assert wrong in str(refused.value.message)


def test_only_a_bot_says_what_it_takes(ada):
    own = Program(ada, "read")
    assert own.get("/events", takes=TAKES).json()["code"] == "not-allowed"
    bot = program_of(own_bot(ada))
    assert bot.get("/events", takes="{}").json()["code"] == "bad-takes"


@pytest.mark.parametrize("stored", [[], {"games": {"chess": {}}}, {"plays": 1}, {"games": 1}])
def test_what_another_version_stored_of_a_bot_is_no_error_and_offers_it_for_nothing(ada, stored):
    bot = own_bot(ada)
    note_connected(bot=bot, key="one", takes=stored, now=timezone.now())
    (found,) = connected_bots(timezone.now())
    assert not found.takes.games


def test_what_a_bot_takes_is_compared_with_every_setting():
    takes = read_takes(
        '{"games": {"parallel-go": {"options": {"size": [9]}}}, "paces": ["correspondence"]}'
    )
    slow, quick = GameSettings(turn_seconds=86_400), GameSettings(turn_seconds=30)
    assert takes.fits("parallel-go", {"size": 9}, 2, slow)
    assert not takes.fits("parallel-go", {"size": 19}, 2, slow)
    assert not takes.fits("parallel-go", {"size": 9}, 2, quick)
    assert not takes.fits("territory", {}, 2, slow)
    assert Takes(games={}).at_once == 1
    assert ("Parallel Go", "Board size: 9") in takes_in_words(takes)


@pytest.mark.parametrize("variant", [engine.slug for engine in GAMES])
def test_a_bot_gets_the_legal_choices_of_its_seat(ada, bo, variant):
    bot = own_bot(ada)
    game = begin(bot, bo, variant=variant)
    program = program_of(bot)
    found = program.get(f"/games/{game.public_id}/choices").json()
    assert (found["seat"], found["step"], found["awaited"], found["chosen"]) == (0, 1, True, False)
    assert found["count"] == len(found["choices"]) > 1
    sealed = program.post(
        f"/games/{game.public_id}/seal", step=1, action=found["choices"][found["count"] // 2]
    )
    assert sealed.status_code == 200, sealed.json()


def test_a_sample_of_the_choices_is_enough_if_one_asks_for_it(ada, bo):
    game = begin(ada, bo)
    own = Program(ada, "read")
    for most, given in ((3, 3), (0, 0), (-5, 0)):
        found = own.get(f"/games/{game.public_id}/choices", most=most).json()
        assert (found["count"], len(found["choices"])) == (26, given)


def test_asking_for_choices_leaves_the_states_of_games_alone(ada, bo, settings):
    settings.LIMITS = {"snapshots.member": "1/hour", "choices.member": "3/hour"}
    address, own = f"/games/{begin(ada, bo).public_id}", Program(ada, "read")
    assert [own.get(f"{address}/choices").status_code for _ in range(3)] == [200] * 3
    assert own.get(address).status_code == 200
    assert own.get(f"{address}/choices").json()["limit"] == "choices"


def test_the_choices_tell_that_one_has_chosen_and_nothing_of_others(ada, bo):
    game = begin(ada, bo)
    own, address = Program(ada, "read"), f"/games/{game.public_id}/choices"
    before = own.get(address).json()
    seal(game, bo, place(1, 2))
    assert own.get(address).json() == before
    seal(game, ada, place(2, 1))
    assert own.get(address).json() == {**before, "chosen": True}


def test_a_seat_tells_whose_bot_plays_there(ada, bo):
    game = begin(own_bot(ada), bo, turn_ends="complete")
    read = Program(bo, "read").get(f"/games/{game.public_id}").json()
    assert [seat["owner"] for seat in read["seats"]] == ["Ada", None]
    with run_game(game.pk) as run:
        assert [seat_info(seat).owner for seat in run.seats] == ["Ada", None]


def test_only_players_get_choices(ada, bo, cy):
    game = begin(ada, bo)
    answer = Program(cy, "read").get(f"/games/{game.public_id}/choices")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")


def test_the_bot_of_a_suspended_member_chooses_nothing(ada, bo):
    bot = own_bot(ada)
    game, program = begin(bot, bo), program_of(bot)
    until = timezone.now() + timedelta(days=1)
    suspend(user=ada, reason="Rude.", until=until, by=None, now=timezone.now())
    answer = program.post(f"/games/{game.public_id}/seal", step=1, action=place(1, 1))
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
    assert not SealedAction.objects.exists()
    assert program.get("/me").json()["suspended_until"] is not None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/games/{game}/say", {"room": "table", "text": "Hi"}),
        ("/games/{game}/ask-vote", {"about": "end"}),
        ("/tables", {"game": "territory"}),
        ("/wishes", {"pace": "now", "games": ["territory"]}),
    ],
)
def test_a_bot_does_not_chat_vote_open_tables_or_wish(ada, bo, path, body):
    bot = own_bot(ada)
    game = begin(bot, bo)
    answer = program_of(bot).post(path.format(game=game.public_id), **body)
    assert answer.json()["code"] == "not-allowed", answer.json()


def test_the_api_says_whose_a_bot_is(ada):
    bot = program_of(own_bot(ada))
    assert bot.get("/me").json()["owner"] == "Ada"
    about = bot.get("/members/Gravel").json()
    assert (about["bot"], about["owner"], about["level"]) == (True, "Ada", None)


def test_a_bot_finds_the_tables_at_which_it_may_sit_down_by_itself(bo, ada, settings):
    settings.TABLES_PER_HOST = 2
    set_host(user=bo, hosts=True)
    tables = [open_one(bo, bots_join=open_to_bots) for open_to_bots in (False, True)]
    bot = program_of(own_bot(ada))
    found = {each["id"]: each["bots_join"] for each in bot.get("/tables").json()["items"]}
    assert found == {tables[0].public_id: False, tables[1].public_id: True}
    for table_id, joins in found.items():
        assert (bot.post(f"/tables/{table_id}/join").status_code == 200) == joins


def test_a_member_adds_a_bot_with_a_token(bo, ada):
    set_host(user=bo, hosts=True)
    table = open_one(bo, variant="territory", seats=2)
    join_table(table_id=table.pk, user=bo, now=timezone.now())
    bot = own_bot(ada)
    own, address = Program(bo, "tables"), f"/tables/{table.public_id}"
    assert own.get(f"{address}/bots").json()["items"] == []
    BotConnection.objects.create(
        bot=bot, key="one", takes={"games": {"territory": {}}}, seen_at=timezone.now()
    )
    assert own.get(f"{address}/bots").json()["items"] == [{"name": "Gravel", "owner": "Ada"}]
    for name in ("Nobody", "Gravel\x00"):
        assert own.post(f"{address}/bot", name=name).json()["code"] == "no-such-member"
    places = own.post(f"{address}/bot", name="gravel").json()["places"]
    assert [(each["name"], each["bot"]) for each in places] == [
        ("Bo", False),
        ("Gravel", True),
    ]
    assert seated(table) == ["Bo", "Gravel"]
    assert Seating.of(table).is_full


@pytest.mark.django_db(transaction=True)
def test_a_players_bot_does_not_read_what_spectators_say(ada, bo, cy, clock):
    """Its owner may be playing in this game, and has the bot's token."""
    bot, game = own_bot(ada), begin(ada, bo)
    say(game=fresh(game), user=cy, room="spectators", text="White is lost", now=clock.now)
    say(game=fresh(game), user=cy, room="table", text="Hello", now=clock.now)
    seen = program_of(bot).get(f"/games/{game.public_id}").json()
    assert seen["you"]["rooms"] == ["table"]
    assert "spectators" not in seen["newest"]
    assert [line["text"] for line in seen["chat"]] == ["Hello"]
