"""Works out how much time an outage has cost clocks, votes and offers of seats, and adds it to
them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q

from games.models import Game, Outage, Seat
from games.play.ballot import read_votes, vote_length
from games.play.settings import VoteOn
from games.play.take_over import offer_length
from games.store.presence import give_time_back

logger = logging.getLogger(__name__)

LEAST_TO_ANSWER = timedelta(minutes=5)
"""After an outage there is at least this much time to answer, if there was as much before."""

PUT_OFF = """
UPDATE games_game
SET deadline = deadline + lost.time, bots_due = bots_due + lost.time, excused = true
FROM unnest(%s::bigint[], %s::interval[]) AS lost (game, time) WHERE id = lost.game
"""
"""Bots that were to choose at the deadline choose at the new one."""


@dataclass(frozen=True)
class Away:
    """A time in which the club was unavailable, and the outages that overlap it and have been given
    back already, oldest first. No two of these overlap."""

    began: datetime
    ended: datetime
    given: Sequence[Outage]

    def rest(self) -> list[tuple[datetime, datetime]]:
        """The parts that have not been given back."""
        ends = [self.began, *(each.ended for each in self.given)]
        begins = [*(each.began for each in self.given), self.ended]
        return [part for part in zip(ends, begins, strict=True) if part[0] < part[1]]

    def lost(self, until: datetime, since: datetime | None = None) -> timedelta:
        """What a clock that ran from ``since`` until ``until`` has lost and not been given back.
        None: it ran all the time.

        An earlier outage was given back only to what had not ended when it began.
        """
        since = max(self.began, since or self.began)
        given = (
            min(each.ended, self.ended) - max(each.began, since)
            for each in self.given
            if each.began < until and each.ended > since
        )
        return max(self.ended - since - sum(given, timedelta()), timedelta())


def give_back(began: datetime, ended: datetime) -> dict[int, timedelta]:
    """Gives back what has not been given back of an outage: postpones each deadline by the part
    during which its clock ran. Returns that time by the game's key. The caller holds the
    heartbeats' rows."""
    given = Outage.objects.filter(ended__gt=began, began__lt=ended).order_by("ended")
    away = Away(began, ended, list(given))
    rest = away.rest()
    if not rest:
        return {}
    for part in rest:
        logger.warning("the club was away from %s to %s; clocks get that time back", *part)
    Outage.objects.bulk_create(Outage(began=part[0], ended=part[1]) for part in rest)
    games = _concerned(began)
    lost = {
        game.pk: time
        for game in games
        if game.status == Game.Status.RUNNING and game.deadline and game.deadline > began
        if (time := away.lost(game.deadline, game.clock_since))
    }
    _put_off(lost)
    _prolong_votes(away, games)
    _prolong_offers(away)
    # Presence comes after the games' rows, in the order in which runs lock them.
    give_time_back(ended - sum((part[1] - part[0] for part in rest), timedelta()), ended)
    return lost


def prolonged(ends_at: datetime, length: timedelta) -> datetime:
    """Returns when a time to answer of this length ends that was to end at ``ends_at``. After each
    outage in it there is still as much as the outage took, or five minutes if that is more, but no
    more than the whole. The same comes out if it is asked about what it returned."""
    for away in Outage.objects.filter(ended__gt=ends_at - length).order_by("ended"):
        if away.began < ends_at:
            least = max(away.ended - away.began, LEAST_TO_ANSWER)
            ends_at = max(ends_at, away.ended + min(least, length))
    return ends_at


def running_since(moment: datetime) -> Q:
    """Chooses the games whose clocks run now and ran then."""
    return Q(status=Game.Status.RUNNING, deadline__gt=moment)


def _offered(moment: datetime) -> Q:
    # Paused games give their offers the time back when they resume.
    return Q(offered_until__gt=moment, game__status=Game.Status.RUNNING)


def _concerned(began: datetime) -> list[Game]:
    """The games to which an outage that began then may give time back, locked in the order in which
    runs lock them."""
    # Each of the three has an index, but not all of them together.
    keys = Game.objects.filter(running_since(began)).order_by().values("pk")
    votes = Game.objects.filter(vote_ends_at__gt=began).order_by().values("pk")
    offers = Seat.objects.filter(_offered(began)).order_by().values("game")
    games = Game.objects.filter(pk__in=keys.union(votes, offers)).only(
        "status", "deadline", "clock_since", "vote_ends_at", "votes", "settings"
    )
    return list(games.order_by("pk").select_for_update(of=("self",)))


def _put_off(lost: Mapping[int, timedelta]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(PUT_OFF, [list(lost), list(lost.values())])


def _prolong_votes(away: Away, games: Sequence[Game]) -> None:
    for game in games:
        ends_at = game.vote_ends_at
        if ends_at is not None and ends_at > away.began:
            ends_at = _later(away, ends_at, _length_of_vote(game, ends_at))
            Game.objects.filter(pk=game.pk).update(vote_ends_at=ends_at)


def _length_of_vote(game: Game, ends_at: datetime) -> timedelta:
    """How long the game's open vote lasts, or would without a last call."""
    vote = read_votes(game.votes).open
    left = None
    if vote is not None and vote.about == VoteOn.MORE_TIME and game.deadline is not None:
        # Such a vote lasts for three quarters of the turn's remaining time; the last quarter lies
        # between its end and the deadline.
        left = max(game.deadline - ends_at, timedelta()) * 4
    return vote_length(game.settings, left)


def _prolong_offers(away: Away) -> None:
    seats = Seat.objects.filter(_offered(away.began)).select_related("game")
    for seat in seats.only("offered_until", "game__settings"):
        if seat.offered_until is not None:
            length = offer_length(seat.game.settings)
            until = _later(away, seat.offered_until, length)
            Seat.objects.filter(pk=seat.pk).update(offered_until=until)


def _later(away: Away, ends_at: datetime, length: timedelta) -> datetime:
    """When something of this length ends that was to end at ``ends_at``. What began while the club
    was away has lost only the time since then: it has its whole length once the club is back."""
    return max(ends_at, min(ends_at + away.lost(ends_at), away.ended + length))
