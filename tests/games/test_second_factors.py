"""If moderators need a second factor, those without one cannot moderate anywhere, and
are told so."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from accounts.services.roles import make_moderator, unmake_moderator
from tests.games.playing import begin, fresh
from tests.games.sockets import page
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

COMMANDS = ("pause", "resume", "end-turn", "remove-seat", "cancel")


@pytest.fixture(autouse=True)
def _needed(settings):
    settings.MODERATORS_NEED_SECOND_FACTOR = True


@pytest.fixture(params=["moderator", "superuser"])
def desk(request, member):
    """A moderator or superuser."""
    user = member("Mo", is_superuser=request.param == "superuser", is_staff=True)
    if request.param == "moderator":
        make_moderator(user=user)
    return User.objects.get(pk=user.pk)


def sets_one_up(user):
    Authenticator.objects.create(user=user, type="totp", data={"secret": "?"})


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_is_taken(ada, bo, desk, command):
    game = begin(ada, bo)
    client = Client()
    client.force_login(desk)
    answer = client.post(f"{game.get_absolute_url()}{command}/", {"why": "Tea", "seat": 0})
    assert answer.status_code == 403
    assert "Set up two-factor login first" in answer.content.decode()
    assert fresh(game).deadline is not None
    sets_one_up(desk)
    assert client.post(f"{game.get_absolute_url()}pause/", {"why": "Tea"}).status_code != 403


async def test_the_socket_offers_none(ada, bo, desk):
    game = await in_thread(begin, ada, bo)
    async with page(game, desk) as watching:
        assert "moderate" not in (await watching.snapshot())["you"]["may"]
    await in_thread(sets_one_up, desk)
    async with page(game, desk) as watching:
        assert "moderate" in (await watching.snapshot())["you"]["may"]


async def test_an_open_page_of_a_member_who_becomes_a_moderator_offers_it_with_a_factor_only(
    ada, bo, cy, settings
):
    game = await in_thread(begin, ada, bo)
    async with page(game, cy) as watching:
        await in_thread(make_moderator, user=cy)
        assert "moderate" not in (await watching.hear("game.snapshot"))["you"]["may"]
        settings.MODERATORS_NEED_SECOND_FACTOR = False
        await in_thread(unmake_moderator, user=cy)
        assert "moderate" not in (await watching.hear("game.snapshot"))["you"]["may"]
        await in_thread(make_moderator, user=cy)
        assert "moderate" in (await watching.hear("game.snapshot"))["you"]["may"]


def test_a_member_who_becomes_a_moderator_needs_one_in_the_session_that_they_have(ada, bo, cy):
    game = begin(ada, bo)
    client = Client()
    client.force_login(cy)
    make_moderator(user=cy)
    assert client.post(f"{game.get_absolute_url()}pause/", {"why": "Tea"}).status_code == 403
    assert "without two-factor login" in client.get("/admin/", follow=True).text


def test_others_play_and_watch_as_ever(ada, bo):
    game = begin(ada, bo)
    client = Client()
    client.force_login(ada)
    assert client.get(game.get_absolute_url()).status_code == 200
