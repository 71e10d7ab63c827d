"""Games of guests: starting one, what becomes of it when the guest joins, and deleting them."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from accounts.guests import make_guest
from accounts.models import User
from accounts.publishing import AccountEvent, Joined
from engines.bots import Level
from games.models import Game, SealedAction, Seat
from games.pages.guests import games_of_guest, running_games
from games.play.rows import GOING_ON
from games.store.starting import start_game
from lobby.services.practising import (
    SETTINGS,
    rules_with_bot,
    seats_against_bots,
    title_against_bots,
)
from transport.refusals import Refused, lazily_in_words

KEPT_FOR = timedelta(days=1)
"""How long a game is kept after the guest's last choice."""

TRY_AGAIN = timedelta(minutes=10)
"""When a visitor should try again if too many guests play."""


class TooManyGuests(Refused):
    """Refused ``too-many``: the club has as many games of guests as it allows."""

    def __init__(self) -> None:
        self.retry_after = int(TRY_AGAIN.total_seconds())
        super().__init__(
            "too-many",
            gettext_noop(
                "As many visitors are playing as this club has room for. Come back in %(time)s."
            ),
            values={"time": lazily_in_words(self.retry_after)},
        )


def start_guest_game(
    *, guest: User | None, variant: str, level: Level, now: datetime
) -> tuple[Game, User]:
    """Starts a game against bots of this level for a visitor, and returns it with the guest who
    plays it: a new one if there is no ``guest`` in this browser yet.

    A guest who already plays a game of this kind gets that one. If the guest has joined just now,
    the game is a member's, as those before it are. Locks the guest's row. Raises Refused:
    ``unknown-variant``, ``unknown-level``, ``too-many`` (:class:`TooManyGuests`).
    """
    engine = rules_with_bot(variant, level)
    with transaction.atomic():
        plays = guest and User.objects.select_for_update().filter(pk=guest.pk).first()
        if plays is not None:
            running = running_games(plays).filter(variant=variant).first()
            if running is not None:
                return running, plays
        plays = plays or make_guest()
        if _all_games().filter(status__in=GOING_ON).count() >= settings.GUEST_GAMES:
            raise TooManyGuests
        game = start_game(
            variant=variant,
            options=engine.usual_options(engine.practice.options),
            title=title_against_bots(engine),
            settings=msgspec.structs.replace(SETTINGS, guest=plays.is_guest),
            seats=seats_against_bots(engine, plays, level),
            now=now,
        )
        return game, plays


def keep_games(event: AccountEvent) -> None:
    """A guest who has joined keeps the games: they are ordinary private ones from now on."""
    if not isinstance(event, Joined):
        return
    for game in _locked_games(event.user):
        if game.settings.guest:
            game.settings = msgspec.structs.replace(game.settings, guest=False)
            game.save(update_fields=["settings"])


def guests_with_old_games(now: datetime) -> QuerySet[User]:
    """The guests with games in which they have chosen nothing for a day, and those without any
    game; all guests if the club has none any more."""
    guests = User.objects.filter(is_guest=True).order_by("date_joined", "pk")
    if not settings.GUESTS:
        return guests
    seats = Seat.objects.filter(user=OuterRef("pk"))
    return guests.filter(Exists(_untouched(seats, now)) | ~Exists(seats))


def _untouched(seats: QuerySet[Seat], now: datetime) -> QuerySet[Seat]:
    """Those of these seats on which nothing has been chosen for a day, nor sealed for a step that
    still waits for bots."""
    since = now - KEPT_FOR
    sealed = SealedAction.objects.filter(seat=OuterRef("pk"), sealed_at__gt=since)
    return seats.filter(~Exists(sealed), game__last_person_at__lte=since)


@transaction.atomic
def delete_old_games(*, guest_id: int, now: datetime) -> bool:
    """Deletes the guest's games that are no longer kept, and the guest if none are left. Returns
    whether there was anything to do. The caller has locked the guest's row."""
    guest = guests_with_old_games(now).filter(pk=guest_id).first()
    if guest is None:
        return False
    _locked_games(guest)  # so that nobody plays on in one that is deleted
    games = games_of_guest(guest)
    untouched = _untouched(Seat.objects.filter(user=guest), now).values("game")
    (games.filter(pk__in=untouched) if settings.GUESTS else games).delete()
    if not games.exists():
        guest.delete()
    return True


def _locked_games(guest: User) -> list[Game]:
    """The guest's games, locked in the order in which all lock games."""
    return list(games_of_guest(guest).order_by("pk").select_for_update(of=("self",)))


def _all_games() -> QuerySet[Game]:
    guests = Seat.objects.filter(game=OuterRef("pk"), user__is_guest=True)
    return Game.objects.filter(Exists(guests))
