"""Which notices members want, and by which channel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.roles import is_appointed
from notices.channels import OutgoingChannel
from notices.kinds import ALWAYS_IN_SITE, OF_LOGGING_IN, OF_MODERATORS, UNASKED
from notices.models import Channel, Kind

Preferences = Mapping[Channel, Mapping[Kind, bool]]
"""A member's own choices. Kinds and channels for which they have made none are missing."""


def kinds_for(member: User) -> list[Kind]:
    """The kinds of notices that the member can get."""
    moderates = is_appointed(member)
    return [kind for kind in Kind if moderates or kind not in OF_MODERATORS]


def preferences_of(member: User) -> Preferences:
    """The member's own choices."""
    chosen: dict[Channel, dict[Kind, bool]] = {}
    for row in member.notice_preferences.all():  # callers may have prefetched them
        if row.kind in Kind.values and row.channel in Channel.values:
            chosen.setdefault(Channel(row.channel), {})[Kind(row.kind)] = row.wanted
    return chosen


def wanted_by(out: OutgoingChannel[Any], preferences: Preferences) -> frozenset[Kind]:
    """The kinds that a member with these preferences gets by an outgoing channel. Anyone who has
    turned off all kinds does not get kinds that are added later, either. Whoever has only declined
    a kind that nobody gets unasked has not turned off the others."""
    chosen = preferences.get(out.channel, {})
    if not (any(chosen.values()) or out.usual.isdisjoint(chosen)):
        return frozenset()
    return frozenset(kind for kind in Kind if chosen.get(kind, kind in out.usual))


def is_told(out: OutgoingChannel[Any], preferences: Preferences) -> Q:
    """The same as a condition on notices, with those that are sent whatever members prefer."""
    return Q(kind__in=wanted_by(out, preferences)) | Q(what__in=OF_LOGGING_IN)


def wanted_in_site(preferences: Preferences) -> frozenset[Kind]:
    """The kinds that the site shows to a member with these preferences: all that they have not
    turned off; those of :data:`UNASKED` only if they have turned them on."""
    chosen = preferences.get(Channel.SITE, {})
    wanted = {kind for kind in Kind if chosen.get(kind, kind not in UNASKED)}
    return frozenset(wanted | {*ALWAYS_IN_SITE})
