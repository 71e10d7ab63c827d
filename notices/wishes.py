"""What members want to be told, and by which way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from accounts.roles import is_appointed
from notices.kinds import ALWAYS_IN_SITE, OF_MODERATORS, UNASKED
from notices.models import Kind, Way
from notices.ways import WayOut

Wishes = Mapping[Way, Mapping[Kind, bool]]
"""What somebody has chosen; kinds and ways that they have not chosen for are missing."""


def kinds_for(member: User) -> list[Kind]:
    """The kinds that the member can be told of."""
    moderates = is_appointed(member)
    return [kind for kind in Kind if moderates or kind not in OF_MODERATORS]


def wishes_of(member: User) -> Wishes:
    """What the member has chosen."""
    chosen: dict[Way, dict[Kind, bool]] = {}
    for wish in member.wishes.all():  # perhaps read along
        if wish.kind in Kind.values and wish.way in Way.values:
            chosen.setdefault(Way(wish.way), {})[Kind(wish.kind)] = wish.wanted
    return chosen


def wanted_by(out: WayOut[Any], wishes: Wishes) -> frozenset[Kind]:
    """The kinds that somebody with these wishes is told by a way out. Anyone who has said no to
    everything is not told of kinds that are new, either."""
    chosen = wishes.get(out.way, {})
    if chosen and not any(chosen.values()):
        return frozenset()
    return frozenset(kind for kind in Kind if chosen.get(kind, kind in out.usual))


def wanted_in_site(wishes: Wishes) -> frozenset[Kind]:
    """The kinds that are shown to somebody with these wishes: all that they have not said no to;
    those of :data:`UNASKED` only where they have asked for them."""
    chosen = wishes.get(Way.SITE, {})
    wanted = {kind for kind in Kind if chosen.get(kind, kind not in UNASKED)}
    return frozenset(wanted | {*ALWAYS_IN_SITE})
