"""Deleting one's account."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Invitation, InvitationUse, Preferences, Session, Suspension, User
from accounts.services.invitations import register_member
from games.models import FORMER_MEMBER, ChatMessage, Game, ModeratorAct, Seat
from games.play.settings import GameSettings
from tests.accounts.conftest import NOW, PASSWORD

PAGE = "/account/delete/"


@pytest.fixture
def game(member):
    game = Game.objects.create(title="A game", variant="multiplayer-go", settings=GameSettings())
    Seat.objects.create(game=game, number=0, user=member, stone_colour="sea", mark_colour="straw")
    ChatMessage.objects.create(game=game, room="table", author=member, text="hello", said_at=NOW)
    ModeratorAct.objects.create(game=game, what="paused", by=member, why="tea", step=0, at=NOW)
    return game


def test_the_account_goes_and_its_games_stay(client, member, game):
    client.force_login(member)
    assert client.post(PAGE, {"password": PASSWORD}).status_code == 302
    assert not User.objects.exists()
    assert game.seats.get().name == FORMER_MEMBER
    assert str(game.chat.get()) == f"{FORMER_MEMBER} in table"
    assert game.moderator_acts.get().by is None


def test_nothing_else_of_the_member_stays(client, invitation):
    user = register_member(
        code=invitation.code, name="Jo", password=PASSWORD, email="jo@example.org", now=NOW
    )
    Preferences.objects.create(user=user)
    Suspension.objects.create(user=user, reason="?", until=NOW)
    client.force_login(user)
    client.post(PAGE, {"password": PASSWORD})
    assert not EmailAddress.objects.exists()
    assert not Preferences.objects.exists()
    assert not Suspension.objects.exists()
    assert InvitationUse.objects.get().user is None
    assert Invitation.objects.get().used == 1


def test_every_session_of_the_member_ends(client, member):
    elsewhere = Client()
    for each in (client, elsewhere):
        each.force_login(member)
    client.post(PAGE, {"password": PASSWORD})
    assert elsewhere.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 302
    assert Session.objects.count() <= 2


def test_the_password_is_asked_for(client, member):
    client.force_login(member)
    assert "That is not your password" in client.post(PAGE, {"password": "x"}).content.decode()
    assert "Please enter the password" in client.post(PAGE, {}).content.decode()
    assert User.objects.filter(pk=member.pk).exists()


def test_passwords_cannot_be_tried_here_without_end(client, member):
    client.force_login(member)
    for _ in range(5):
        client.post(PAGE, {"password": "wrong"})
    assert "Wait 5 minutes" in client.post(PAGE, {"password": PASSWORD}).content.decode()
    assert User.objects.filter(pk=member.pk).exists()


def test_looking_deletes_nothing(client, member):
    client.force_login(member)
    assert "cannot be undone" in client.get(PAGE).content.decode()
    assert User.objects.filter(pk=member.pk).exists()


def test_the_name_is_free_again(client, member, invitation):
    client.force_login(member)
    client.post(PAGE, {"password": PASSWORD})
    assert register_member(
        code=invitation.code, name="Anna", password=PASSWORD, email="", now=NOW
    ).pk
