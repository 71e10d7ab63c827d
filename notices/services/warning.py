"""Warning the players of a game whose turn ends soon, once a turn."""

from __future__ import annotations

from django.db import connection

from games.core.rows import Status
from games.core.run import Run
from games.services.running import as_stored
from notices.events import owing, warned_at
from notices.live import hint_on_commit
from notices.models import Kind, TurnWarning, What
from notices.services.telling import tell


def warn(run: Run) -> bool:
    """Warns everybody who owes a choice for the next step, where that is due; says whether the
    warning was looked at. Held in the transaction of the run: so a warning is given once.

    A clock that was put off, by a pause or an outage, puts the warning off.
    """
    warning = TurnWarning.objects.filter(game=run.game.id, due_at__lte=run.now).first()
    game = run.game
    if warning is None or game.status == Status.PAUSED:
        return False
    if game.is_over or game.deadline is None or game.next_step != warning.step:
        warning.delete()
        return True
    due_at = warned_at(game.settings, game.deadline)
    if due_at > run.now:
        warning.due_at = due_at
        warning.save(update_fields=["due_at"])
        return True
    warning.delete()
    members = [seat.user_id for seat in owing(run) if seat.user_id is not None]
    what = Kind.TIME.value, What.RUNS_OUT.value, game.id, game.next_step, None, run.now
    rows = [(member, *what) for member in members]
    if rows:
        sql, values = tell(rows)
        with connection.cursor() as database:
            database.execute(sql, [as_stored(value) for value in values])
        for member in members:
            hint_on_commit(member)
    return True
