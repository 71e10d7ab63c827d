"""What the club's webhooks are told: that public games begin and end, and that listed tables open.
A row for each call is written in the transaction of the event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from games.play.game_transaction import GameTransaction
from games.store.statements import Write
from lobby.publishing import LobbyEvent, TableOpened
from notices.models import HookCall, Webhook

What = HookCall.What

WRITE_CALLS = """
INSERT INTO notices_hookcall (hook_id, what, game_id, made_at, due_at, tries)
SELECT id, %s, %s, %s, %s, 0 FROM notices_webhook
WHERE member_id IS NULL AND stopped_at IS NULL AND {tells}
"""
CALLS = {
    What.BEGAN: WRITE_CALLS.format(tells="tells_began"),
    What.ENDED: WRITE_CALLS.format(tells="tells_ended"),
}


def write_game_calls(run: GameTransaction) -> Iterator[Write]:
    """Writes the calls that tell of the beginning or end of a public game. Games of guests are not
    public."""
    if not settings.WEBHOOKS or run.game.settings.guest or not run.game.settings.listed:
        return
    if run.begins:
        yield _calls(What.BEGAN, run.game.id, run.now)
    if run.ends:
        yield _calls(What.ENDED, run.game.id, run.now)


def _calls(what: HookCall.What, game: int, now: datetime) -> Write:
    return CALLS[what], (what.value, game, now, now)


def write_table_calls(event: LobbyEvent) -> None:
    """Writes the calls that tell of a listed table that opens."""
    if not settings.WEBHOOKS or not isinstance(event, TableOpened) or not event.table.listed:
        return
    now = timezone.now()
    hooks = Webhook.objects.filter(member=None, stopped_at=None, tells_opened=True)
    HookCall.objects.bulk_create(
        HookCall(hook=hook, what=What.OPENED, table=event.table, made_at=now, due_at=now)
        for hook in hooks
    )
