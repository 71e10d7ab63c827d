"""All that is due in games: what, in which queue, how often it is swept for."""

from __future__ import annotations

from games.archive.uploads.queue import drop_old
from games.models import Heartbeat
from games.schedule import (
    abandoned,
    bots,
    former_members,
    offers,
    outages,
    plans,
    presence,
    turns,
    votes,
)
from games.schedule.pruning import forget_days_off, prune_events
from scheduler.jobs import Job, Queue, periodic, register

HEARTBEAT = periodic("heartbeat", Queue.TURNS, 1.0, lambda now: outages.beat(Heartbeat.Of.TURNS))
"""Says that turns are resolved; before they are, so that clocks have got an outage back."""

TURNS = Job("turns", Queue.TURNS, 1.0, turns.first, turns.handle, turns.late)
"""Steps whose time is up: at their deadline and the grace."""

BOTS = Job("bots", Queue.BOTS, 1.0, bots.first, bots.handle, bots.late)
"""Bots that owe a choice: a second after a step has begun, or at its deadline."""

PLANS = Job("plans", Queue.TURNS, 1.0, plans.first, plans.handle, plans.late)
"""What players have planned: a second after a step has begun."""

FORMER_MEMBERS = Job(
    "former members", Queue.TURNS, 5.0, former_members.first, former_members.handle
)
"""Seats whose accounts are gone."""

PRESENCE = Job("presence", Queue.TURNS, 5.0, presence.first, presence.handle)
"""Players who have had no page open for a while: they are away, and some leave."""

VOTES = Job("votes", Queue.TURNS, 1.0, votes.first_vote, votes.end_votes)
"""Votes whose time is up."""

OFFERS = Job("offered seats", Queue.TURNS, 5.0, offers.first, offers.handle)
"""Seats that nobody has taken over in time."""

PAUSES = Job("pauses", Queue.TURNS, 5.0, votes.first_pause, votes.end_pauses)
"""Games that their players have paused for a time."""

ABANDONED = periodic("abandoned games", Queue.BACKGROUND, 15.0, abandoned.cancel_abandoned_games)
"""Games that nobody plays any more."""

EVENTS = periodic("old events", Queue.BACKGROUND, 600.0, lambda now: prune_events(now=now))
"""Events of games that have been over for an hour."""

DAYS_OFF = periodic(
    "days off in logs", Queue.BACKGROUND, 600.0, lambda now: forget_days_off(now=now)
)
"""Until which day somebody was off, in years that are over."""

UPLOADS = periodic("old uploads", Queue.BACKGROUND, 600.0, drop_old)
"""Uploads that nobody has looked at for some minutes."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(
        *(HEARTBEAT, TURNS, BOTS, PLANS, FORMER_MEMBERS, PRESENCE, OFFERS, VOTES, PAUSES),
        *(ABANDONED, EVENTS, DAYS_OFF, UPLOADS),
    )
