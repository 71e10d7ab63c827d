"""Who sits where at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from lobby.models import Place, Table


@dataclass(frozen=True)
class Seating:
    """A table's places as they are now."""

    table: Table
    seated: Sequence[Place]
    asking: Sequence[Place]

    @classmethod
    def of(cls, table: Table) -> Seating:
        """The places with their users: those seated in seat order, those asking for a seat in the
        order of their requests.

        Reads the database unless ``table`` has its places prefetched.
        """
        cached = "places" in getattr(table, "_prefetched_objects_cache", {})
        places = table.places.all() if cached else table.places.select_related("user__owner")
        everybody = sorted(places, key=lambda place: (place.number or 0, place.joined_at, place.pk))
        seated = [place for place in everybody if place.number is not None]
        return cls(table, seated, [place for place in everybody if place.number is None])

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return len(self.seated) >= self.table.seats

    @property
    def is_ready(self) -> bool:
        """Whether everybody seated is ready."""
        return all(place.ready for place in self.seated)

    @property
    def free_numbers(self) -> list[int]:
        """The free seats, ascending."""
        taken = {place.number for place in self.seated}
        return [number for number in range(self.table.seats) if number not in taken]

    @property
    def next_number(self) -> int:
        """The seat for the next person to join. People are numbered in the order in which they
        joined, so it is the first number after all people's that no bot has: the lowest free seat,
        unless a deleted account has left a gap."""
        people = [place.number or 0 for place in self.seated if not place.is_bot]
        bots = [place.number for place in self.seated if place.is_bot]
        number = people[-1] + 1 if people else 0
        while number in bots:
            number += 1
        return number

    def of_user(self, user: User) -> Place | None:
        """The user's place, seated or asking."""
        everybody = (*self.seated, *self.asking)
        return next((place for place in everybody if place.user_id == user.pk), None)

    def others(self, user: User) -> list[Place]:
        """Everybody seated except this user."""
        return [place for place in self.seated if place.user_id != user.pk]

    def others_people(self, user: User) -> list[Place]:
        """The people seated except this user."""
        return [place for place in self.others(user) if not place.is_bot]

    def others_stones(self, user: User) -> list[str]:
        """The colours of the others' stones."""
        return [place.stone_colour for place in self.others(user)]
