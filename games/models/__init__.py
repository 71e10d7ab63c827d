"""The models of games, grouped by topic."""

from games.models.archive import ArchivedGame, ArchivedPlayer
from games.models.game import (
    FORMER_MEMBER,
    STATUS_IN_WORDS,
    Game,
    Heartbeat,
    Outage,
    new_numbers,
    new_public_id,
    timed_turns,
)
from games.models.log import ChatMessage, Message, ModeratorAct
from games.models.punctuality import MemberPunctuality
from games.models.seats import Presence, Seat, Tenure
from games.models.steps import GameEvent, Plan, SealedAction, Step
from games.models.uploads import Upload

__all__ = [
    "FORMER_MEMBER",
    "STATUS_IN_WORDS",
    "ArchivedGame",
    "ArchivedPlayer",
    "ChatMessage",
    "Game",
    "GameEvent",
    "Heartbeat",
    "MemberPunctuality",
    "Message",
    "ModeratorAct",
    "Outage",
    "Plan",
    "Presence",
    "SealedAction",
    "Seat",
    "Step",
    "Tenure",
    "Upload",
    "new_numbers",
    "new_public_id",
    "timed_turns",
]
