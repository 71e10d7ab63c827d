"""Striking games from the ratings, and letting them count again, by a moderator.

The game's log and page say so, and its players are notified.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Tenure
from games.play import moderate
from games.play.rows import Person
from games.store.sync import run_game
from ratings.models import LadderState, RatedGame
from ratings.services.rating import lock_ladder, rate_later_ones_again


@transaction.atomic
def strike_game(*, game: RatedGame, by: User, why: str, now: datetime) -> bool:
    """Strikes the game and lets all later games of its ladder be rated again. Returns whether the
    game counted before. Locks the ladder's and the game's rows."""
    state, game = _locked(game)
    if game.struck_at is not None:
        return False
    game.results.update(mu=None, sigma=None)
    _begin_again(state, game)
    game.struck_at, game.struck_by, game.struck_why, game.waits = now, by, why, False
    game.save(update_fields=["struck_at", "struck_by", "struck_why", "waits"])
    with run_game(game.pk) as run:
        moderate.strike(run, Person(by.pk, by.username), why, _who_played(game))
    return True


@transaction.atomic
def count_again(*, game: RatedGame, by: User) -> bool:
    """Lets a struck game count as before. Returns whether it was struck. Locks the ladder's and the
    game's rows."""
    state, game = _locked(game)
    if game.struck_at is None:
        return False
    game.struck_at = game.struck_by = None
    game.struck_why, game.waits = "", True
    game.save(update_fields=["struck_at", "struck_by", "struck_why", "waits"])
    _begin_again(state, game)
    with run_game(game.pk) as run:
        moderate.count_again(run, Person(by.pk, by.username), _who_played(game))
    return True


def _who_played(game: RatedGame) -> list[int]:
    """The people who had a seat in the game at any time."""
    people = Tenure.objects.filter(game=game.pk, member__is_active=True, member__is_bot=False)
    return list(people.order_by().values_list("member", flat=True).distinct())


def _locked(game: RatedGame) -> tuple[LadderState, RatedGame]:
    state = lock_ladder(game.ladder)
    assert state is not None
    return state, RatedGame.objects.get(pk=game.pk)


def _begin_again(state: LadderState, since: RatedGame) -> None:
    """Lets later games be rated again and all standings be written: even if there are no later
    games, the standings of this game's players change."""
    rate_later_ones_again(state, since)
    state.is_again = True
    state.save(update_fields=["is_again"])
