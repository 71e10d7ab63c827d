"""Who may do what: role × address, command and admin page. Anything not in the tables
is refused."""

from __future__ import annotations

from copy import copy
from datetime import timedelta
from types import SimpleNamespace

import pytest

from accounts.models import Suspension, User
from accounts.services.roles import make_moderator
from engines.registry import game as engine_for
from games.play import permissions as authority
from games.play.commands import REGISTRY
from games.play.messages import TakeSeat
from games.play.permissions import Act, Player, refusal
from games.play.settings import GameSettings
from games.store.starting import bot_member
from tests.games.acting import act, ask_for_vote, pause_game, resign
from tests.games.playing import PASS, START, begin, fresh, sealed

ROLES = (
    "visitor",
    "member",
    "player",
    "other player",
    "player who left",
    "suspended member",
    "suspended player",
    "moderator",
    "superuser",
    "bot",
    "guest",
)
PLAYERS = ("player", "other player", "player who left", "suspended player", "bot")
EVERYBODY = set(ROLES)
MODERATORS = {"moderator", "superuser"}
SEATED = {"player", "other player"}
OUTSIDE = {"visitor", "bot", "guest"}
"""Roles that are not logged in; nobody can log in as a bot, and in a game of members a guest is a
visitor."""

# Who may use each address or command. Others are refused with one of the codes of ``refused``.
READ = {
    "": EVERYBODY,
    "?step=0": EVERYBODY,
    "steps/0.json": EVERYBODY,
    "steps/0/heat.json": EVERYBODY,
    "log.json": EVERYBODY,
    "record.json": EVERYBODY,
    "record.sgf": EVERYBODY,
}
DO: dict[str, tuple[str, dict[str, object], set[str]]] = {
    "seal": ("seal", {"step": 2, "action": PASS}, SEATED),
    "take back": ("withdraw", {"step": 2}, SEATED),
    "check": ("check", {"step": 2, "action": PASS}, SEATED),
    "plan": ("plan", {"was": [], "actions": [PASS]}, SEATED),
    "say at the table": (
        "say",
        {"room": "table", "text": "Hello"},
        EVERYBODY - OUTSIDE - {"suspended member", "suspended player"},
    ),
    "say among spectators": (
        "say",
        {"room": "spectators", "text": "Hello"},
        {"member", *MODERATORS},
    ),
    "resign": ("resign", {}, {*SEATED, "suspended player"}),
    "ask for a vote": ("ask-vote", {"about": "pause", "seconds": 3600}, SEATED),
    "vote": ("cast-vote", {"vote": 1, "yes": True}, SEATED),
    "take a seat over": ("take-seat", {"seat": 4}, {"member", *MODERATORS}),
    "pause": ("pause", {"why": "Tea"}, MODERATORS),
    "resume": ("resume", {"why": "Tea"}, MODERATORS),
    "end the turn": ("end-turn", {"why": "Tea"}, MODERATORS),
    "remove a seat": ("remove-seat", {"why": "Tea", "seat": 0}, MODERATORS),
    "cancel": ("cancel", {"why": "Tea"}, MODERATORS),
}
ADMIN = {
    "games/": MODERATORS,
    "games/game/": MODERATORS,
    "games/game/{}/change/": MODERATORS,
    "games/game/{}/history/": MODERATORS,
    "games/game/{}/delete/": set(),
    "games/game/add/": set(),
    "games/chatmessage/": MODERATORS,
    "games/chatmessage/add/": set(),
}
PREPARED = ("resume", "take-seat", "cast-vote")
"""Commands for which something must have happened in the game."""
PLAYING = ("seal", "withdraw", "check", "plan", "resign", "ask-vote", "cast-vote")


def refused(role: str, command: str) -> set[str]:
    """The codes with which a command may be refused."""
    if role in OUTSIDE:
        return {"login-needed"}
    if command == "take-seat" and role == "suspended member":
        return {"suspended"}
    if command not in (*PLAYING, "say"):
        return {"not-allowed"}
    if role.startswith("suspended") and command != "resign":
        return {"suspended", "not-your-seat"} if role == "suspended member" else {"suspended"}
    if role == "player who left":
        return {"not-awaited"} if command in PLAYING else {"not-allowed"}
    return {"not-your-seat"} if command in PLAYING else {"not-allowed"}


def meet():
    """Makes a user in every role, and the game that they play in or look at."""
    users = {role: User.objects.create(username=role, password="!") for role in ROLES[1:8]}
    make_moderator(user=users["moderator"])
    users["guest"] = User.objects.create(username="Guest 4821", password="!", is_guest=True)
    users["superuser"] = User.objects.create(username="Root", is_superuser=True, is_staff=True)
    users |= {"bot": bot_member(engine_for("multiplayer-go"), []), "visitor": None}
    for role in ("suspended member", "suspended player"):
        until = START + timedelta(days=1)
        Suspension.objects.create(user=users[role], reason="Spam", until=until)
    players = (users[role] for role in PLAYERS)
    game = begin(*players, turn_ends="complete", turn_seconds=86_400)
    resign(game_id=game.pk, user=users["player who left"])
    return users, game


@pytest.fixture(scope="module")
def _met(made_once):
    return made_once(meet, START)


@pytest.fixture
def people(_met, db):
    return {role: copy(user) for role, user in _met[0].items()}


@pytest.fixture
def game(_met, db):
    return fresh(_met[1])


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_every_address_is_read_by_whom_it_is_meant_for(people, game, client_of, role):
    client = client_of(people[role])
    found = {path for path in READ if client.get(game.get_absolute_url() + path).status_code == 200}
    assert found == {path for path, roles in READ.items() if role in roles}


ALLOWED = [(command, role) for command, (_, _, roles) in DO.items() for role in sorted(roles)]


def not_for(role, state):
    """The commands that are refused to this role in a game in this state."""
    return [
        (name, body)
        for name, body, roles in DO.values()
        if role not in roles and (name if name in PREPARED else "as it is") == state
    ]


STATES = ("as it is", "take-seat", "cast-vote", "resume")
"""The states of a game in which something is refused, one after another. What is refused changes
nothing, so that one game is enough for a role."""


def test_every_command_for_which_something_must_have_happened_has_a_state():
    assert set(STATES) == {"as it is", *PREPARED}


@pytest.mark.django_db
@pytest.mark.parametrize(("command", "role"), ALLOWED)
def test_a_command_is_carried_out_for_whom_it_is_meant(people, game, client_of, command, role):
    name, body, _ = DO[command]
    prepare(name, game, people)
    answer = client_of(people[role]).post(
        f"{game.get_absolute_url()}{name}/", body, content_type="application/json"
    )
    assert answer.json() == {"ok": True}


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_all_other_commands_are_refused_and_change_nothing(people, game, client_of, role):
    client = client_of(people[role])
    for state in STATES:
        prepare(state, game, people)
        before = everything(game)
        for name, body in not_for(role, state):
            answer = client.post(
                f"{game.get_absolute_url()}{name}/", body, content_type="application/json"
            )
            assert answer.json()["code"] in refused(role, name), name
            assert answer.status_code in (400, 403), name
            assert everything(game) == before, name


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_every_page_of_the_admin_is_for_whom_it_is_meant(people, game, client_of, role):
    client = client_of(people[role])
    paths = {path: f"/admin/{path.format(game.pk)}" for path in ADMIN}
    found = {path for path, address in paths.items() if client.get(address).status_code == 200}
    assert found == {path for path, roles in ADMIN.items() if role in roles}


def prepare(name, game, people):
    """Brings the game into the state that a command needs."""
    if name == "resume":
        pause_game(game_id=game.pk, by=people["moderator"], why="Tea")
    if name == "take-seat":
        offer_seat(game)
    if name == "cast-vote":
        ask_for_vote(game_id=game.pk, user=people["player"], about="end")


def offer_seat(game):
    """Offers the last seat, whose player has left, to others."""
    until = START + timedelta(days=1)
    left = game.seats.filter(number=4)
    left.update(user=None, offered_until=until, offered_why="resigned", was_offered=True)
    game.tenures.filter(seat__in=left).update(to_step=fresh(game).step, why="resigned")


def everything(game):
    """Everything that commands can change."""
    return (
        fresh(game).status,
        list(fresh(game).steps.values()),
        sealed(game),
        list(game.chat.values()),
        list(game.moderator_acts.values()),
        fresh(game).votes,
        list(game.seats.values()),
    )


def test_every_command_of_the_registry_is_in_the_table():
    assert {entry.address for entry in REGISTRY.values()} - {None} == {
        row[0] for row in DO.values()
    }


def test_what_is_not_said_to_be_allowed_is_refused(monkeypatch):
    game = SimpleNamespace(is_over=False, settings=GameSettings())
    moderator = Player(user_id=1, moderates=True)
    assert refusal(Act.MODERATE, moderator, game, None) is None
    monkeypatch.setattr(authority, "CONDITIONS", {})
    for each in Act:
        assert refusal(each, moderator, game, None).code == "not-allowed"


@pytest.mark.django_db
def test_who_is_suspended_is_told_why_and_until_when(people, game, client_of):
    answer = client_of(people["suspended player"]).post(
        f"{game.get_absolute_url()}seal/",
        {"step": 2, "action": PASS},
        content_type="application/json",
    )
    assert "Spam" in answer.json()["message"]
    assert "22 November 2026, 20:00 (UTC)" in answer.json()["message"]


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["pause", "resume", "end-turn", "remove-seat", "cancel"])
def test_a_moderator_must_say_why(people, game, client_of, command):
    for why in ("", "  ", "a" * 301):
        body = {"why": why, "seat": 0}
        client = client_of(people["moderator"])
        answer = client.post(f"{game.get_absolute_url()}{command}/", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "no-reason")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command", ["seal", "say", "pause", "cancel", "resign", "ask-vote", "cast-vote", "take-seat"]
)
def test_commands_are_posts(people, game, client_of, command):
    answer = client_of(people["moderator"]).get(f"{game.get_absolute_url()}{command}/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["pause", "end-turn", "remove-seat", "cancel"])
def test_a_moderator_who_plays_moderates_every_game_but_this_one(ada, mo, client_of, command):
    game = begin(ada, mo)
    answer = client_of(mo).post(f"{game.get_absolute_url()}{command}/", {"why": "Tea", "seat": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert fresh(game).status == "running"
    assert (
        "moderate"
        not in client_of(mo).get(game.get_absolute_url()).context["snapshot"]["you"]["may"]
    )


@pytest.mark.django_db
@pytest.mark.parametrize("taken", [False, True])
def test_a_moderator_who_left_a_seat_to_others_moderates_not_this_game(
    ada, bo, cy, mo, member, client_of, taken
):
    game = begin(ada, mo, bo, cy, turn_seconds=86_400, seats_taken_over=True)
    resign(game_id=game.pk, user=mo)
    if taken:
        act(game.pk, member("Di"), TakeSeat(seat=1))
    client = client_of(mo)
    answer = client.post(f"{game.get_absolute_url()}cancel/", {"why": "Tea"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert fresh(game).status == "running"
    assert client.get(game.get_absolute_url()).context["snapshot"]["you"]["may"] == ["say"]


@pytest.mark.django_db
def test_a_moderator_whose_right_was_taken_away_moderates_no_game(ada, bo, mo, client_of):
    game = begin(ada, bo)
    for group in mo.groups.all():
        group.permissions.filter(codename="moderate_game").delete()
    answer = client_of(mo).post(f"{game.get_absolute_url()}pause/", {"why": "Tea"})
    assert answer.json()["code"] == "not-allowed"
