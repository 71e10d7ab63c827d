"""Games that end, and what they left, in as few words as tests can do with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.models import Game
from games.play.rating import FEWEST_TURNS
from ratings.models import Result, Standing
from ratings.schedule import RATINGS
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.games.playing import PASS, begin, fresh, play_turns, seal

LIVE = "multiplayer-go:live"


def won(winner: User, *losers: User, **settings: Any) -> Game:
    """A game that the first one wins because the others resign after a while, one after the
    other."""
    game = begin(winner, *losers, **{"turn_ends": "complete", **settings})
    play_turns(game, winner, *losers)
    for loser in losers:
        resign(game_id=game.pk, user=loser)
    assert fresh(game).status == "finished"
    return game


def drawn(*players: User, **settings: Any) -> Game:
    """A game that its players agree to end after a while, with nobody ahead."""
    game = begin(*players, **{"turn_ends": "complete", **settings})
    play_turns(game, *players)
    for player in players:
        seal(game, player, PASS, FEWEST_TURNS + 1)
    assert fresh(game).status == "finished"
    return game


def rate() -> int:
    """What a worker does at a tick; returns how many games it rated."""
    return sweep([RATINGS], ahead=timedelta())


def results() -> list[tuple[object, ...]]:
    """All results with what they told, but for keys."""
    rows = Result.objects.order_by("ended_at", "rated_game", "seat")
    return list(rows.values_list("rated_game", "seat", "member", "place", "mu", "sigma"))


def standings() -> list[tuple[object, ...]]:
    """All standings, but for keys."""
    rows = Standing.objects.order_by("ladder", "member")
    return list(rows.values_list("ladder", "member", "mu", "sigma", "rating", "games", "last_at"))
