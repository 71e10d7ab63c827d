"""Groups of sockets: who may know the same. A group's name has parts with points between them."""

from __future__ import annotations


def topic_of(group: str) -> str:
    """What processes subscribe to: the first two parts of a group's name. Groups of one thing are
    one topic, so that what a commit has to say to several of them goes out at once; each process
    hands it on by groups.

    >>> topic_of("game.abc.seat.0"), topic_of("lobby")
    ('game.abc', 'lobby')
    """
    return ".".join(group.split(".", 2)[:2])
