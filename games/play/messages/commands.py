"""The commands that pages send."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from games.play.messages.parts import Action
from transport.messages import Command


class Order(Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's sequence number for a choice, so that no choice is carried out after a later one,
    whatever connection each uses. ``page``: a text that no other page has; ``number``: grows with
    each choice that is sealed or taken back, and stays the same when one is sent again."""

    # Databases cannot store the null character.
    page: Annotated[str, "string", Meta(min_length=1, max_length=40, pattern=r"\A[^\x00]+\Z")]
    number: Annotated[int, "number", Meta(ge=0, lt=2**53)]


class SealAction(Command, tag="action.seal", kw_only=True):
    """Seal ``action`` for the next step, in place of an earlier choice."""

    step: int
    action: Action
    order: Order | None = None


class CheckAction(Command, tag="action.check", kw_only=True):
    """Check whether ``action`` could be sealed for the next step; nothing is sealed, and nobody is
    told."""

    step: int
    action: Action


class SetPlan(Command, tag="plan.set", kw_only=True):
    """Seal ``actions`` ahead for the steps after the next one, in this order, in place of ``was``,
    the plan as the page knows it. ``step``: the next step as the page knows it; ``order``: the
    sequence number for this change, whose ``page`` differs from that of the page's choices."""

    was: list[Action]
    actions: list[Action]
    step: int | None = None
    order: Order | None = None


class WithdrawAction(Command, tag="action.withdraw", kw_only=True):
    """Take the sealed choice back."""

    step: int
    order: Order | None = None


class Say(Command, tag="chat.say", kw_only=True):
    """Say something in a chat room."""

    room: str
    text: str


class AskSnapshot(Command, tag="snapshot.ask", kw_only=True):
    """Send the whole current state or, if that is less, what happened after the last events that
    the page knows: ``after`` holds their numbers by audience."""

    after: dict[str, int] | None = None


class Resign(Command, tag="seat.resign", kw_only=True):
    """Leave the game with one's own seat. If all others have left and their seats are still
    offered, this ends the game instead, and wins it. ``alone``: only if that is so."""

    alone: bool = False


class AskVote(Command, tag="vote.ask", kw_only=True):
    """Ask the players to vote. ``seconds``: how long the pause lasts; ``seat``: the seat that a bot
    is to take over, or whose player, who is away, is to be removed."""

    about: str
    seconds: int | None = None
    seat: int | None = None


class CastVote(Command, tag="vote.cast", kw_only=True):
    """Vote yes or no in the vote with this number; a later vote replaces an earlier one."""

    vote: int
    yes: bool


class TakeSeat(Command, tag="seat.take", kw_only=True):
    """Take over a seat whose player has left."""

    seat: int


class Pause(Command, tag="game.pause", kw_only=True):
    """Stop the clock. This command and those below are for moderators; ``why`` goes into the
    log."""

    why: str = ""


class Resume(Command, tag="game.resume", kw_only=True):
    """Let the clock go on."""

    why: str = ""


class EndTurn(Command, tag="turn.end", kw_only=True):
    """Resolve the next step now; ``step``, if given, must be that step."""

    why: str = ""
    step: int | None = None


class RemoveSeat(Command, tag="seat.remove", kw_only=True):
    """Take a seat out of the game."""

    seat: int
    why: str = ""


class Cancel(Command, tag="game.cancel", kw_only=True):
    """End the game without a result."""

    why: str = ""


COMMANDS: tuple[type[Command], ...] = (
    SealAction,
    WithdrawAction,
    CheckAction,
    SetPlan,
    Say,
    AskSnapshot,
    Resign,
    TakeSeat,
    AskVote,
    CastVote,
    Pause,
    Resume,
    EndTurn,
    RemoveSeat,
    Cancel,
)
