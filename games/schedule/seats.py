"""Seats that have to leave: of deleted accounts, of players who are away, and those that nobody
took over in time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Presence, Seat
from games.pages.opponents import fitting_level
from games.play.clock import is_live
from games.play.game_transaction import FreeBot, Need
from games.play.leave import end_offers, leave_for_former_members
from games.play.presence import look_for_players
from games.schedule.failing import note_failure, run_due
from games.schedule.outages import people_can_choose
from games.store.starting import bot_member
from games.store.sync import run_game_if_free
from scheduler.jobs import Skipped
from scheduler.rows import found_now, handle_each


def first_check(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first seat is to be checked, if by ``until``."""
    due = due_checks(until, skipped).order_by("due_at")
    return due.values_list("due_at", flat=True).first()


def check_presence(now: datetime, skipped: Skipped) -> int:
    """Checks the seats that are due in a batch of games; returns in how many games there were any.
    While no page can be open, nobody counts as away."""
    if not people_can_choose():
        return 0
    games = Game.objects.filter(pk__in=due_checks(now).values("game")).order_by("pk")
    return len(run_due(games, look_for_players, skipped, needs=[Need.PRESENCE]))


def due_checks(now: datetime, skipped: Collection[int] = ()) -> QuerySet[Presence]:
    """The seats to be checked by ``now``, without those of the games ``skipped``."""
    due = Presence.objects.filter(is_checked=True, due_at__lte=now)
    return due.exclude(game__in=skipped)


def first_former_member(_until: datetime, skipped: Skipped) -> datetime | None:
    """Returns a time long ago if there are seats of deleted or deactivated accounts: they leave as
    soon as they are found."""
    return found_now(with_former_members(), skipped)


def let_former_members_leave(_now: datetime, skipped: Skipped) -> int:
    """Makes the seats of deleted and deactivated accounts leave; returns in how many games."""
    return handle_each(with_former_members().order_by("pk"), let_leave, skipped, note_failure)


def let_leave(game_id: int) -> bool:
    """Makes the seats of such accounts in a game leave; returns whether there were any. Does
    nothing if somebody else has locked the game."""
    with run_game_if_free(game_id) as run:
        return run is not None and leave_for_former_members(run)


def with_former_members() -> QuerySet[Game]:
    """The running games with seats of deleted or deactivated accounts."""
    gone = Q(user=None) | Q(user__is_active=False)
    seats = Seat.objects.filter(gone, left_why="", offered_why="", game=OuterRef("pk"))
    return Game.objects.filter(Exists(seats), status=Game.Status.RUNNING)


def first_offer(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first offer ends, if by ``until``."""
    due = due_offers(until).exclude(game__in=skipped).order_by("offered_until")
    return due.values_list("offered_until", flat=True).first()


def end_due_offers(now: datetime, skipped: Skipped) -> int:
    """Gives seats whose offers have ended to bots, or makes them leave, in a batch of games;
    returns in how many games there were any. While nobody could take them over, they stay."""
    if not people_can_choose():
        return 0
    games = Game.objects.filter(Exists(due_offers(now).filter(game=OuterRef("pk"))))
    return handle_each(games.order_by("pk"), end_offers_of, skipped, note_failure)


def end_offers_of(game_id: int) -> bool:
    """Gives a game's seats whose offers have ended to bots, or makes them leave; returns whether
    there were any. Does nothing if somebody else has locked the game."""
    bots = _bots_for(game_id)
    with run_game_if_free(game_id, [Need.HOLDERS]) as run:
        return run is not None and end_offers(run, bots)


def _bots_for(game_id: int) -> dict[int, FreeBot]:
    """A bot for each seat whose offer has ended, about as strong as the player who left; none if
    the table does not want that."""
    game = Game.objects.get(pk=game_id)
    if not game.settings.bots_take_over:
        return {}
    seats = list(game.seats.select_related("user", "former"))
    taken = {seat.user_id for seat in seats if seat.user_id is not None}
    stay = [seat.user for seat in seats if seat.user is not None and seat.is_person]
    found = {}
    for seat in game.seats.filter(pk__in=due_offers(timezone.now()).filter(game=game)):
        like = [seat.former] if seat.former is not None else stay
        level = fitting_level(game.engine, like, live=is_live(game.settings))
        bot = bot_member(game.engine, taken, level)
        taken.add(bot.pk)
        found[seat.number] = FreeBot(bot.pk, bot.username)
    return found


def due_offers(until: datetime) -> QuerySet[Seat]:
    """Returns the overdue offers, but not those of paused games: these wait until the game
    resumes."""
    return Seat.objects.filter(offered_until__lte=until, game__status=Game.Status.RUNNING)
