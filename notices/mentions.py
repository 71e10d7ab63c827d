"""Mentions of members in a chat: ``@Name``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from django.utils import timezone

from accounts.models import User
from accounts.names import LONGEST_NAME, SHORTEST_NAME, name_key
from accounts.services.mutes import those_who_mute
from games.play.game_transaction import GameTransaction
from games.play.messages import ChatLine
from games.play.rows import Room
from lobby.models import Table

MOST_MENTIONED = 5
"""How many mentions in one message cause notices."""

AT_NAME = re.compile(rf"(?<!\w)@(?=(\w[\w .'-]{{0,{LONGEST_NAME - 1}}}))")


def names_in(text: str) -> list[set[str]]:
    """For each of the first mentions, the names that it may mean, normalised for comparison. Names
    may have spaces, so only the list of members tells where one ends.

    >>> sorted(names_in("Well played, @Bo Li!")[0])
    ['bo', 'bo li']
    """
    found = [set(_readings(match[1])) for match in AT_NAME.finditer(text)]
    return found[:MOST_MENTIONED]


def mentioned(run: GameTransaction, line: ChatLine) -> tuple[int | None, list[int]]:
    """The keys of the author, if the account still exists, and of the mentioned members who may
    read the line. In a game that is not public only players are notified: its address is for people
    who have been given it."""
    author, members = members_named(line.text, line.author)
    return author, [member for member in members if _may_read(run, line, member)]


def members_named(text: str, author: str) -> tuple[int | None, list[int]]:
    """The keys of the author, if the account still exists, and of the mentioned members, without
    those who mute the author."""
    mentions = names_in(text)
    if not mentions:
        return None, []
    own = name_key(author)
    named = set().union(*mentions)
    people = User.objects.filter(
        is_active=True, is_bot=False, is_guest=False, name_key__in={own, *named}
    )
    keys = dict(people.values_list("name_key", "pk"))
    told = {max(known, key=len) for names in mentions if (known := names & keys.keys())}
    members = {keys[name] for name in told - {own}}
    if own in keys:
        members -= those_who_mute(keys[own], members)
    return keys.get(own), sorted(members)


def members_who_may_read(table: Table, members: Collection[int]) -> list[int]:
    """The keys of those members who may be notified of a table's chat: if it is not public, only
    its host and those who sit there or are invited."""
    if table.settings.listed:
        return sorted(members)
    near = set(table.places.values_list("user_id", flat=True))
    near |= set(table.invitations.open(timezone.now()).values_list("member_id", flat=True))
    return sorted(set(members) & (near | {table.host_id}))


def _may_read(run: GameTransaction, line: ChatLine, member: int) -> bool:
    if run.seat_of(member) is None:
        return run.game.settings.listed
    return line.room == Room.TABLE or run.game.is_over


def _readings(written: str) -> Iterator[str]:
    """The beginnings of the text after the @ that may be a name: each ends at the end of a word."""
    for end in range(SHORTEST_NAME, len(written) + 1):
        if written[end - 1].isalnum() and not written[end : end + 1].isalnum():
            yield name_key(written[:end])
