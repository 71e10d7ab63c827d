"""Whose names are written in a chat, as in ``@Name``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from django.utils import timezone

from accounts.models import User
from accounts.muting import those_who_mute
from accounts.names import LONGEST_NAME, SHORTEST_NAME, name_key
from games.play.game_transaction import GameTransaction
from games.play.messages import ChatLine
from games.play.rows import Room
from lobby.models import Table

MOST_MENTIONED = 5
"""Names in one message that are told of it."""

AT_NAME = re.compile(rf"(?<!\w)@(?=(\w[\w .'-]{{0,{LONGEST_NAME - 1}}}))")


def names_in(text: str) -> list[set[str]]:
    """What each of the first mentions of a text may name, as names are compared: a name may have
    spaces, so that only those who are members say where it ends.

    >>> sorted(names_in("Well played, @Bo Li!")[0])
    ['bo', 'bo li']
    """
    found = [set(_readings(match[1])) for match in AT_NAME.finditer(text)]
    return found[:MOST_MENTIONED]


def mentioned(run: GameTransaction, line: ChatLine) -> tuple[int | None, list[int]]:
    """The keys of whoever said it, where they are still there, and of the members who are
    mentioned and may read it. Of a game that is not listed only its players are told: its address
    is for people who were given it."""
    author, members = members_named(line.text, line.author)
    return author, [member for member in members if _may_read(run, line, member)]


def members_named(text: str, author: str) -> tuple[int | None, list[int]]:
    """The keys of whoever wrote it, where they are still there, and of the members whose names are
    mentioned, without those who mute the author."""
    mentions = names_in(text)
    if not mentions:
        return None, []
    own = name_key(author)
    named = set().union(*mentions)
    people = User.objects.filter(is_active=True, is_bot=False, name_key__in={own, *named})
    keys = dict(people.values_list("name_key", "pk"))
    told = {max(known, key=len) for names in mentions if (known := names & keys.keys())}
    members = {keys[name] for name in told - {own}}
    if own in keys:
        members -= those_who_mute(keys[own], members)
    return keys.get(own), sorted(members)


def members_who_may_read(table: Table, members: Collection[int]) -> list[int]:
    """Those of the members, by key, who may be told what is said at a table: of one that is not
    listed only those who are there, were invited, or are its host."""
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
    """The names that what follows the sign may begin with: they end where a word does."""
    for end in range(SHORTEST_NAME, len(written) + 1):
        if written[end - 1].isalnum() and not written[end : end + 1].isalnum():
            yield name_key(written[:end])
