"""The log of a game: what moderators, the players by a vote, and the server did."""

from __future__ import annotations

from typing import Literal

from games.models import ModeratorAct
from games.payloads import act_payload
from games.play.events import EVERYONE, Happened
from games.play.messages import LogAdded, VoteEntry
from games.play.rows import SeatRow
from games.play.run import Run


def note(
    run: Run,
    what: ModeratorAct.What,
    *,
    by: int | None = None,
    why: str = "",
    seat: SeatRow | None = None,
    vote: VoteEntry | None = None,
    reason: ModeratorAct.Reason | Literal[""] = "",
    count: int | None = None,
) -> None:
    """Adds an act to the log, and tells everybody. ``by``: the key of the user who did it; None: no
    single person did. ``reason``, ``count``: why the server did it."""
    act = ModeratorAct.objects.create(
        game_id=run.game.id,
        what=what,
        by_id=by,
        why=why,
        seat_id=None if seat is None else seat.id,
        step=run.game.step,
        at=run.now,
        vote=vote,
        reason=reason,
        count=count,
    )
    run.tell(Happened(EVERYONE, LogAdded(entry=act_payload(act)), {"act": act.pk}))
