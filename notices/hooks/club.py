"""What the club's webhooks are told: that public games begin and end, and that listed tables open.
A row for each call is written in the transaction of the event."""

from __future__ import annotations

from collections.abc import Iterator

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


def tell_beginning(run: GameTransaction) -> Iterator[Write]:
    """Writes the calls that tell of the beginning of a public game."""
    return _calls(What.BEGAN, run)


def tell_end(run: GameTransaction) -> Iterator[Write]:
    """Writes the calls that tell of the end of a public game."""
    return _calls(What.ENDED, run)


def _calls(what: HookCall.What, run: GameTransaction) -> Iterator[Write]:
    """Games of guests are not public."""
    if settings.WEBHOOKS and run.game.settings.listed and not run.game.settings.guest:
        yield CALLS[what], (what.value, run.game.id, run.now, run.now)


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
