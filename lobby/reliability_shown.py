"""What pages of the lobby show of how reliable members are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.conf import settings as site_settings

from accounts.models import User
from games.pages.words import reliability_in_words
from games.play.reliability import Reliability
from games.play.settings import LetsIn
from games.store.punctuality import punctuality_of, words_of
from lobby.models import Place
from lobby.seating import Seating
from lobby.services.reliability import refuse_another
from transport.refusals import Refused


@dataclass(frozen=True)
class PeopleHere:
    """The people at a table, as the member sees them. ``asked``: which members it lets in."""

    seating: Seating
    user: User
    now: datetime
    asked: LetsIn

    @cached_property
    def words(self) -> Mapping[int, Reliability]:
        """How reliable they are, by key."""
        everybody = (*self.seating.seated, *self.seating.asking)
        return words_of([place.user_id for place in everybody if not place.user.is_bot])

    def word(self, place: Place | None) -> str:
        """How reliable the person at a place is, in words; empty for bots and free seats."""
        return "" if place is None else reliability_in_words(self.words.get(place.user_id))

    @property
    def asking(self) -> list[tuple[Place, str]]:
        """Those who ask for a seat, and how reliable they are."""
        return [(place, self.word(place)) for place in self.seating.asking]

    @cached_property
    def refused(self) -> Refused | None:
        """Why the member may not take a free seat; None if they may."""
        try:
            refuse_another(self.seating, self.user, self.now, asked=self.asked)
        except Refused as refused:
            return refused
        return None


def waits_until(user: User, now: datetime) -> datetime | None:
    """Until when the member waits for the next live game, because they abandoned one; None if they
    do not wait."""
    if not site_settings.RELIABILITY:
        return None
    until = punctuality_of(user).waits_until
    return until if until is not None and until > now else None
