"""The numbers beside the bell, which every page of a member shows."""

from __future__ import annotations

from functools import cache

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef
from django.utils import timezone

from accounts.models import User
from database.queries import KEY, NOW, Compiled, compiled
from games.archive.tenures import seats_held_by
from games.models import Game, SealedAction
from notices.lists import in_site, read_on

COUNTED = """
SELECT count(*), count(*) FILTER (WHERE here), count(*) FILTER (WHERE kind = 'news'), (
    SELECT count(*) FROM ({owed}) AS seat WHERE seat.awaiting @> to_jsonb(seat.number)
)
FROM ({unread}) AS notice
"""


def counts(user: User, *, game: str = "", table: str = "", notice: int = 0) -> dict[str, int]:
    """The numbers of ``unread`` notices, except those that the page itself marks as read; of those
    (``here``); of unread announcements (``news``); and of other games in which a choice is
    ``owed``."""
    (row,) = _counted().rows(
        member=user.pk, now=timezone.now(), game=game, table=table, notice=notice
    )
    unread, here, news, owed = row
    return {"unread": unread - here, "here": here, "news": news, "owed": owed}


@cache
def _counted() -> Compiled:
    member, notice, game, table = User(pk=KEY), KEY - 1, "a game's id", "a table's id"
    here = ExpressionWrapper(
        read_on(game=game, table=table, notice=notice), output_field=BooleanField()
    )
    unread = in_site(member, NOW).filter(read_at=None).order_by()
    sealed = SealedAction.objects.filter(seat=OuterRef("pk"), step=OuterRef("game__step") + 1)
    seats = seats_held_by(member).filter(~Exists(sealed), game__status=Game.Status.RUNNING)
    owed = seats.exclude(game__public_id=game).order_by()
    return compiled(
        COUNTED,
        {"member": member.pk, "notice": notice, "game": game, "table": table},
        owed=owed.annotate(awaiting=F("game__awaiting")).values("number", "awaiting"),
        unread=unread.annotate(here=here).values("kind", "here"),
    )
