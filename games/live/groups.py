"""Names of the groups that messages are sent to, all in one place.

A group holds who may know the same: everybody who watches, the members among them, those of
them who do not play, and the sockets of one seat.
"""

from __future__ import annotations

from collections.abc import Callable

from games.core import events


def topic_of(group: str) -> str:
    """What processes subscribe to: all groups of a game are one topic, so that what a commit has
    to say to several of them goes out at once. Each process hands it on by groups.

    >>> topic_of("game.abc.seat.0"), topic_of("lobby.7")
    ('game.abc', 'lobby.7')
    """
    parts = group.split(".")
    return ".".join(parts[:2]) if parts[0] == "game" else group


def watchers(public_id: str) -> str:
    """Everybody who has the game's page open."""
    return f"game.{public_id}"


def members(public_id: str) -> str:
    """The members among the watchers, players too."""
    return f"game.{public_id}.members"


def spectators(public_id: str) -> str:
    """The members among the watchers who may read the spectators' room."""
    return f"game.{public_id}.spectators"


def seat(public_id: str, number: int) -> str:
    """The sockets of the one player who sits there."""
    return f"game.{public_id}.seat.{number}"


def of_game(public_id: str) -> Callable[[str], str]:
    """The group of each audience of a game."""
    named = {
        events.EVERYONE: watchers(public_id),
        events.MEMBERS: members(public_id),
        events.SPECTATORS: spectators(public_id),
    }
    return lambda audience: named.get(audience) or f"game.{public_id}.{audience}"


def account(user_id: int) -> str:
    """The sockets opened by a member; a message asks them to look whether they still are."""
    return f"account.{user_id}"


LOBBY = "lobby"
"""Everybody who has the lobby open; messages are hints without content."""


def lobby_of(user_id: int) -> str:
    """The pages on which a member has the lobby open."""
    return f"lobby.{user_id}"


def table(public_id: str) -> str:
    """Everybody who has a table's page open; messages are hints without content."""
    return f"table.{public_id}"
