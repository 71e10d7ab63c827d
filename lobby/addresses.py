"""The addresses of tables, and what an id or a link leads to."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

from accounts.models import User
from games.pages.access import get_game_for_viewer
from lobby.access import get_table_for_member
from lobby.models import Table
from transport.refusals import Refused

IN_PATH = re.compile(r"/(?:tables|games)/([A-Za-z0-9]+)/?$")
ID = re.compile(r"[A-Za-z0-9]{1,30}")
LONGEST_ASKED = 300
"""Longest accepted input, in characters."""


def address_of(table: Table, key: str) -> str:
    """The table's address, with the key of its link if there is one."""
    return table.get_absolute_url() + key_query(key)


def key_query(key: str) -> str:
    """The key of a table's link as the query of an address; empty if there is none."""
    return f"?{urlencode({'key': key})}" if key else ""


def address_of_id(asked: str, user: User) -> str | None:
    """The address of the table or game named by ``asked``, an id or a link with one; None if there
    is nothing that this member may see."""
    if len(asked) > LONGEST_ASKED:
        return None
    try:
        parts = urlsplit(asked)
    except ValueError:  # not a valid address, such as one with an unmatched bracket
        return None
    found = IN_PATH.search(parts.path)
    public_id = found[1] if found else asked
    if not ID.fullmatch(public_id):
        return None
    key = parse_qs(parts.query).get("key", [""])[0]
    try:
        return address_of(get_table_for_member(public_id, user, key), key)
    except Refused:
        pass
    try:
        return get_game_for_viewer(public_id).get_absolute_url()
    except Refused:
        return None
