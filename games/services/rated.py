"""Moderators' decisions about the rating of a finished game. Its log shows them to everybody."""

from __future__ import annotations

from accounts.models import User
from games.models import ModeratorAct, Tenure
from games.play.rated import Unrated
from games.play.run import Run
from games.services import log
from games.services.running import run_game


def strike(*, game_id: int, by: User, why: str) -> None:
    """The game no longer counts for ratings; everybody who played in it is told. The caller holds
    the transaction, and drops the game's ratings."""
    with run_game(game_id) as run:
        run.game.unrated = Unrated.STRUCK
        _tell(run, ModeratorAct.What.STRUCK, by, why)


def count_again(*, game_id: int, by: User) -> None:
    """A struck game counts for ratings again; everybody who played in it is told."""
    with run_game(game_id) as run:
        run.game.unrated = ""
        _tell(run, ModeratorAct.What.COUNTS, by)


def _tell(run: Run, what: ModeratorAct.What, by: User, why: str = "") -> None:
    played = Tenure.objects.filter(
        game=run.game.id, member__is_active=True, member__is_bot=False
    ).order_by()
    run.concerned.update(played.values_list("member", flat=True).distinct())
    log.note(run, what, by=by.pk, why=why)
