"""Tables, at which players gather for a game, and wishes for a game, which the site matches."""

from lobby.models.tables import (
    INVITED_FOR,
    LONGEST_TITLE,
    Place,
    Table,
    TableInvitation,
    TableMessage,
    new_join_key,
)
from lobby.models.wishes import Match, Pace, Wish

__all__ = [
    "INVITED_FOR",
    "LONGEST_TITLE",
    "Match",
    "Pace",
    "Place",
    "Table",
    "TableInvitation",
    "TableMessage",
    "Wish",
    "new_join_key",
]
