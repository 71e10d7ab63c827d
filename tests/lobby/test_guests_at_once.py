"""Something else happens to a guest's game at the same moment."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.invitations import invite, register_member
from engines.bots import Level
from games.models import Game, Seat
from games.schedule.bots import choose_for_bots
from lobby.schedule import GUESTS
from lobby.services.guests import KEPT_FOR, start_guest_game
from tests.at_once import while_it_waits
from tests.games.acting import seal_action

PASS = {"type": "pass"}

pytestmark = pytest.mark.django_db(transaction=True)


def play(variant: str = "parallel-go", guest: User | None = None) -> tuple[Game, User]:
    """A guest begins a game."""
    return start_guest_game(guest=guest, variant=variant, level=Level.EASY, now=timezone.now())


def join(guest: User) -> User:
    """The guest becomes a member."""
    now = timezone.now()
    code = invite(creator=None, expires_at=now + timedelta(days=1), now=now).code
    return register_member(
        code=code, name="Jo", password="pebble-garden-7", email="", now=now, guest=guest
    )


def lock(game: Game) -> None:
    """Locks a game's row, as a run does."""
    list(Game.objects.select_for_update().filter(pk=game.pk))


def test_an_old_game_that_is_just_played_on_is_kept(clock):
    game, guest = play()
    clock.go(1)
    choose_for_bots(game_id=game.pk)
    clock.go(KEPT_FOR.total_seconds())
    Game.objects.update(deadline=timezone.now() + timedelta(hours=1))

    def play_on():
        now = timezone.now()
        seal_action(game_id=game.pk, user=guest, step=1, action=PASS, arrived=now)

    sweep = lambda: GUESTS.handle(timezone.now(), set())  # noqa: E731
    assert while_it_waits(sweep, first=play_on, then=lambda: None) == "done"
    assert Game.objects.get().step == 1
    assert Seat.objects.filter(user=guest).exists()


def test_a_game_that_begins_while_its_guest_joins_is_a_members(clock):
    _, guest = play()
    begin = lambda: play("territory", guest)  # noqa: E731
    assert while_it_waits(begin, first=lambda: join(guest), then=lambda: None) == "done"
    member = User.objects.get(username="Jo")
    games = Game.objects.filter(seats__user=member)
    assert [game.settings.guest for game in games] == [False, False]


def test_a_guest_joins_while_clocks_get_time_back(clock):
    first, guest = play()
    clock.go(1)
    second, _ = play("territory", guest)
    # Clocks get time back with all games locked, in the order of their keys.
    outcome = while_it_waits(
        lambda: join(guest), first=lambda: lock(first), then=lambda: lock(second)
    )
    assert outcome == "done"
