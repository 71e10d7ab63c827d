"""Every job of games: what it does, its queue, and how often it is swept for."""

from __future__ import annotations

from games.archive import export
from games.archive.uploads.queue import drop_old
from games.models import Heartbeat
from games.schedule import (
    abandoned,
    bots,
    outages,
    plans,
    seats,
    turns,
    votes,
)
from games.schedule.pruning import forget_days_off, prune_events
from scheduler.jobs import Job, Queue, periodic, register

HEARTBEAT = periodic("heartbeat", Queue.TURNS, 1.0, lambda now: outages.beat(Heartbeat.Of.TURNS))
"""Reports that turns are resolved. Runs before they are, so that clocks first get outages back."""

TURNS = Job("turns", Queue.TURNS, 1.0, turns.first, turns.handle, turns.late, due=turns.due)
"""Resolves steps whose deadline, and the grace after it, have passed."""

BOTS = Job(
    "bots",
    Queue.BOTS,
    1.0,
    bots.QUICK.first,
    bots.QUICK.handle,
    bots.QUICK.late,
    due=bots.QUICK.due,
)
"""Chooses for bots: a second after a step has begun, or at its deadline."""

BOTS_LOOKING_AHEAD = Job(
    "bots that look ahead",
    Queue.LOOKING_AHEAD,
    1.0,
    bots.LOOK_AHEAD.first,
    bots.LOOK_AHEAD.handle,
    bots.LOOK_AHEAD.late,
    due=bots.LOOK_AHEAD.due,
)
"""The same in games with a bot that looks ahead for up to some seconds."""

PLANS = Job("plans", Queue.TURNS, 1.0, plans.first, plans.handle, plans.late, due=plans.due)
"""Seals planned choices, a second after a step has begun."""

FORMER_MEMBERS = Job(
    "former members",
    Queue.TURNS,
    5.0,
    seats.first_former_member,
    seats.let_former_members_leave,
    due=lambda _until: seats.with_former_members(),
)
"""Makes seats leave whose accounts are gone."""

PRESENCE = Job(
    "presence", Queue.TURNS, 5.0, seats.first_check, seats.check_presence, due=seats.due_checks
)
"""Marks players as away who have had no page open for a while; some of them leave."""

VOTES = Job("votes", Queue.TURNS, 1.0, votes.first_vote, votes.end_votes, due=votes.ending)
"""Ends votes whose time is up."""

OFFERS = Job(
    "offered seats", Queue.TURNS, 5.0, seats.first_offer, seats.end_due_offers, due=seats.due_offers
)
"""Closes offers of seats that nobody has taken over in time."""

PAUSES = Job("pauses", Queue.TURNS, 5.0, votes.first_pause, votes.end_pauses, due=votes.paused)
"""Resumes games that their players paused for a time."""

ABANDONED = periodic("abandoned games", Queue.BACKGROUND, 15.0, abandoned.cancel_abandoned_games)
"""Cancels games that nobody plays any more."""

EVENTS = periodic("old events", Queue.BACKGROUND, 600.0, lambda now: prune_events(now=now))
"""Deletes events of games that have been over for an hour."""

DAYS_OFF = periodic(
    "days off in logs", Queue.BACKGROUND, 600.0, lambda now: forget_days_off(now=now)
)
"""Deletes the dates of days off from logs once their year is over."""

UPLOADS = periodic("old uploads", Queue.BACKGROUND, 600.0, drop_old)
"""Deletes uploads that nobody has looked at for some minutes."""

ARCHIVE = periodic(
    "archive as a file", Queue.BACKGROUND, 600.0, export.write_when_due, longest=1800
)
"""Writes all finished public games to one file, once a week."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(
        *(
            HEARTBEAT,
            TURNS,
            BOTS,
            BOTS_LOOKING_AHEAD,
            PLANS,
            FORMER_MEMBERS,
            PRESENCE,
            OFFERS,
            VOTES,
            PAUSES,
        ),
        *(ABANDONED, EVENTS, DAYS_OFF, UPLOADS, ARCHIVE),
    )
