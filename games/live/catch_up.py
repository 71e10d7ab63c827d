"""Rebuilds the events of a game that a page has missed, in order, from the stored rows.

Whatever an event carries besides its own news (the seats, the clock, who has chosen) is given as it
is now. Each event overwrites it on the page, so the last one leaves it right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from msgspec import UNSET, convert

from accounts.models import User
from games.models import ChatMessage, Game, GameEvent, ModeratorAct
from games.pages.access import Viewer, audiences_of
from games.pages.holders import holders_of
from games.pages.payloads import (
    act_payload,
    chat_payload,
    clock_of_game,
    told_step,
    vote_of_game,
)
from games.pages.snapshots import newest_of, snapshot, you_of
from games.play import messages
from games.play.rating import why_unrated_now
from games.play.resolve import seat_info
from games.store.presence import away_seats, leaving_seats
from games.store.rows import ShownSeats, shown_seats, state_at
from transport.messages import Event

MOST = 100
"""The most events that are sent again; a page that missed more gets the whole state."""

MOST_STEPS = 3
"""The most steps among them. Each step needs two states, its own and the one before; the whole
state needs one. The page then reads the missing part of its log from a separate address."""


def news(
    game: Game, viewer: Viewer, after: Mapping[str, int] | None, *, watching: int, now: datetime
) -> messages.Snapshot | messages.EventsMissed:
    """Returns what a page of ``viewer`` needs: the events after the numbers ``after``, or a
    snapshot if ``after`` is None or those events cannot be given."""
    missed = None if after is None else missed_events(game, viewer, after)
    if after is None or missed is None:
        return snapshot(game, viewer, watching=watching, now=now)
    return messages.EventsMissed(
        now=now,
        after=dict(after),
        events=missed,
        newest=newest_of(game, viewer),
        step=game.step,
        watching=watching,
        you=you_of(game, viewer, lambda: state_at(game, game.step)),
    )


def missed_events(game: Game, viewer: Viewer, after: Mapping[str, int]) -> list[Event] | None:
    """Returns the events after the numbers ``after`` to all audiences of the viewer, in order.

    None if the page must reload everything: it knew other audiences, or numbers that never existed;
    it missed too much; or some of the events are no longer stored.
    """
    audiences = audiences_of(game, viewer)
    newest = {audience: game.numbers.get(audience, 0) for audience in audiences}
    if set(after) != set(newest) or any(not 0 <= after[each] <= newest[each] for each in newest):
        return None
    count = sum(newest[each] - after[each] for each in newest)
    if count > MOST:
        return None
    rows = GameEvent.objects.filter(game=game, audience__in=audiences).order_by("pk")
    found = [
        row
        for row in rows.filter(seq__gt=min(after.values()))
        if after[row.audience] < row.seq <= newest[row.audience]
    ]
    if len(found) < count or sum(row.kind == "step.resolved" for row in found) > MOST_STEPS:
        return None
    told = [_told_again(game, row) for row in found]
    return None if None in told else [each for each in told if each is not None]


def _told_again(game: Game, row: GameEvent) -> Event | None:
    make = _MAKE.get(row.kind)
    message = None if make is None else make(game, row.data)
    if message is not None:
        message.to, message.seq = row.audience, row.seq
    return message


def _sealed(_game: Game, data: Mapping[str, Any]) -> Event:
    return messages.ActionSealed(seat=data["seat"], step=data["step"])


def _withdrawn(_game: Game, data: Mapping[str, Any]) -> Event:
    return messages.ActionWithdrawn(seat=data["seat"], step=data["step"])


def _resolved(game: Game, data: Mapping[str, Any]) -> Event:
    shown = shown_seats(game)
    return messages.StepResolved(
        step=told_step(game, data["step"]),
        seats=_infos_of(shown),
        clock=clock_of_game(game),
        status=game.status,
        chosen=shown.chosen,
        unrated=why_unrated_now(game, shown.seats) if game.is_over else UNSET,
    )


def _clock_changed(game: Game, _data: Mapping[str, Any]) -> Event:
    seats = _infos_of(shown_seats(game))
    return messages.ClockChanged(clock=clock_of_game(game), status=game.status, seats=seats)


def _clock(
    message: type[messages.GamePaused | messages.GameResumed | messages.GameCancelled],
) -> Callable[[Game, Mapping[str, Any]], Event]:
    return lambda game, _data: message(clock=clock_of_game(game), status=game.status)


def _logged(game: Game, data: Mapping[str, Any]) -> Event | None:
    if "act" in data:  # stored by an older version
        act = ModeratorAct.objects.filter(game=game, pk=data["act"]).select_related("by", "seat")
        found = act.first()
        return None if found is None else messages.LogAdded(entry=act_payload(found))
    by = User.objects.filter(pk=data["entry"]["by"]).values_list("username", flat=True).first()
    return messages.LogAdded(entry=convert({**data["entry"], "by": by}, messages.ActEntry))


def _said(game: Game, data: Mapping[str, Any]) -> Event | None:
    message = ChatMessage.objects.filter(game=game, pk=data["message"]).select_related("author")
    found = message.first()
    return None if found is None else messages.ChatSaid(message=chat_payload(found))


def _removed(_game: Game, data: Mapping[str, Any]) -> Event:
    return messages.ChatRemoved(id=data["message"], room=data["room"])


def _ended(game: Game, _data: Mapping[str, Any]) -> Event | None:
    if game.outcome is None:
        return None
    shown = shown_seats(game)
    return messages.GameEnded(
        outcome=game.outcome,
        seats=_infos_of(shown),
        clock=clock_of_game(game),
        status=game.status,
        unrated=why_unrated_now(game, shown.seats),
    )


def _seats(game: Game, _data: Mapping[str, Any]) -> Event:
    shown = shown_seats(game)
    return messages.SeatsChanged(
        seats=_infos_of(shown), chosen=shown.chosen, holders=holders_of(game.pk)
    )


def _infos_of(shown: ShownSeats) -> list[messages.SeatInfo]:
    return [seat_info(seat) for seat in shown.seats]


def _voted(game: Game, _data: Mapping[str, Any]) -> Event:
    return messages.VoteChanged(vote=vote_of_game(game))


def _presence(game: Game, _data: Mapping[str, Any]) -> Event:
    return messages.PresenceChanged(away=away_seats(game.pk), leaving=leaving_seats(game.pk))


_MAKE: Mapping[str, Callable[[Game, Mapping[str, Any]], Event | None]] = {
    "action.sealed": _sealed,
    "action.withdrawn": _withdrawn,
    "step.resolved": _resolved,
    "game.paused": _clock(messages.GamePaused),
    "game.resumed": _clock(messages.GameResumed),
    "game.cancelled": _clock(messages.GameCancelled),
    "game.ended": _ended,
    "seats.changed": _seats,
    "vote.changed": _voted,
    "clock.changed": _clock_changed,
    "log.added": _logged,
    "chat.said": _said,
    "chat.removed": _removed,
    "presence.changed": _presence,
}
