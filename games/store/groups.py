"""Names of the groups that messages are sent to, all in one place.

All sockets in a group may get the same messages: everybody who watches a game, members who watch
it, members who watch and do not play, or the player of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.play import events


def watchers(public_id: str) -> str:
    """Everybody who has the game's page open."""
    return f"game.{public_id}"


def members(public_id: str) -> str:
    """The members among the watchers, players too."""
    return f"game.{public_id}.members"


def spectators(public_id: str) -> str:
    """The members among the watchers who may read the spectators' room."""
    return f"game.{public_id}.spectators"


def seat(public_id: str, number: int, user_id: int | None) -> str:
    """The sockets of the one player who sits there: whoever had the seat before is in no group of
    whoever has it now."""
    return f"game.{public_id}.seat.{number}.{user_id}"


def of_game(public_id: str, holders: Mapping[int, int | None]) -> Callable[[str], str]:
    """The group of each audience of a game; ``holders``: who sits on which seat."""
    named = {
        events.EVERYONE: watchers(public_id),
        events.MEMBERS: members(public_id),
        events.SPECTATORS: spectators(public_id),
    }
    named |= {
        events.seat(number): seat(public_id, number, user_id) for number, user_id in holders.items()
    }
    return named.__getitem__
