"""Everything that may be asked of a game: one registry, whichever door it comes through.

Sockets and HTTP read a command here, and have it carried out here: its game is locked, who asked is
looked at as they are then, and what is done is one function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from accounts.models import User
from accounts.standing import read_again
from games.access import actor_of
from games.play import messages
from games.play.authority import Act, Actor, refusal
from games.play.run import Run
from games.services import leaving, moderation, offering, planning, sealing, talking, voting
from games.services.authorised import Authorised
from games.services.running import run_game
from transport.limits import CHAT, COMMANDS, SEALING, SNAPSHOTS, Limit
from transport.messages import Command
from transport.refusals import Refused


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: what one must be allowed to do for it, what it uses up, and how it is done.

    ``do`` None: it changes nothing, and the door answers it itself. ``address``: its part of an
    address over HTTP; None: there it is asked for in another way.
    """

    command: type[Command]
    act: Act
    limit: Limit
    do: Callable[[Run, Authorised, Any], None] | None
    address: str | None

    @property
    def kind(self) -> str:
        """The command's ``type``, such as ``action.seal``."""
        return str(self.command.__struct_config__.tag)


_REGISTRY = (
    Entry(messages.SealAction, Act.SEAL, SEALING, sealing.seal, "seal"),
    Entry(messages.WithdrawAction, Act.SEAL, SEALING, sealing.withdraw, "withdraw"),
    Entry(messages.CheckAction, Act.SEAL, COMMANDS, sealing.check, "check"),
    Entry(messages.SetPlan, Act.SEAL, COMMANDS, planning.set_plan, "plan"),
    Entry(messages.Say, Act.SAY, CHAT, talking.say, "say"),
    Entry(messages.AskSnapshot, Act.LOOK, SNAPSHOTS, None, None),
    Entry(messages.Resign, Act.RESIGN, COMMANDS, leaving.resign, "resign"),
    Entry(messages.TakeSeat, Act.TAKE_SEAT, COMMANDS, offering.take_seat, "take-seat"),
    Entry(messages.AskVote, Act.VOTE, COMMANDS, voting.ask, "ask-vote"),
    Entry(messages.CastVote, Act.VOTE, COMMANDS, voting.cast, "cast-vote"),
    Entry(messages.Pause, Act.MODERATE, COMMANDS, moderation.pause, "pause"),
    Entry(messages.Resume, Act.MODERATE, COMMANDS, moderation.resume, "resume"),
    Entry(messages.EndTurn, Act.MODERATE, COMMANDS, moderation.end_turn, "end-turn"),
    Entry(messages.RemoveSeat, Act.MODERATE, COMMANDS, moderation.remove_seat, "remove-seat"),
    Entry(messages.Cancel, Act.MODERATE, COMMANDS, moderation.cancel, "cancel"),
)

REGISTRY: Mapping[str, Entry] = {entry.kind: entry for entry in _REGISTRY}
"""Every command by its type."""


def entry_of(command: Command) -> Entry:
    """What the registry says of a command."""
    return REGISTRY[type(command).__struct_config__.tag]  # type: ignore[index]


def read(kind: str, fields: Mapping[str, Any], *, strict: bool = True) -> Command:
    """The command of this type with these fields. ``strict`` False: numbers may be written as text,
    as forms do.

    Raises Refused: ``unknown-command``, ``bad-command``.
    """
    if kind not in REGISTRY:
        raise Refused("unknown-command", "Known: %(names)s.", values={"names": ", ".join(REGISTRY)})
    try:
        return msgspec.convert({**fields, "type": kind}, REGISTRY[kind].command, strict=strict)
    except msgspec.ValidationError as error:
        wrong = {"command": kind, "what": error}
        raise Refused("bad-command", "%(command)s: %(what)s.", values=wrong) from None


def carry_out(
    command: Command,
    *,
    game_id: int,
    user: object,
    arrived: datetime,
    session: str | None = None,
    hidden_before: datetime | None = None,
) -> None:
    """Does what a member asks for, where they may. ``arrived``: when it reached the server; however
    long it waited since, that decides whether it was in time. ``session``: the key of the session
    by which they ask; where it has ended by the time the game is locked, nobody asks.
    ``hidden_before``: as in :func:`games.access.actor_of`.

    Raises Refused ``not-found``, what :mod:`games.play.authority` refuses, and what the command's
    own function does.
    """
    try:
        with run_game(game_id) as run:
            who = user
            if isinstance(user, User) and session is not None:
                who = read_again(user, session, run.now)
            do(command, run, actor_of(who, run.now, hidden_before), arrived)
    except Refused as refused:
        if hidden_before is not None or not was_done_before(command, game_id, user, refused):
            raise  # saying that it was done would tell what was sealed


def was_done_before(command: Command, game_id: int, user: object, refused: Refused) -> bool:
    """Whether what was refused needs no refusal: it has come again, and was done the first time."""
    return isinstance(user, User) and sealing.was_done_before(command, game_id, user.pk, refused)


def do(command: Command, run: Run, actor: Actor, arrived: datetime) -> None:
    """Does in a run what its actor asks for. Raises Refused as :func:`carry_out` does."""
    entry = entry_of(command)
    if entry.do is None:
        raise Refused(
            "unknown-command", "%(command)s changes no game.", values={"command": entry.kind}
        )
    entry.do(run, authorised(entry.act, run, actor, arrived), command)


def authorised(act: Act, run: Run, actor: Actor, arrived: datetime) -> Authorised:
    """The actor, who may do it to the run's game. Raises Refused where they may not."""
    seat = run.seat_of(actor.user_id)
    refused = refusal(act, actor, run.game, seat)
    if refused is not None:
        raise refused
    return Authorised(actor, seat, arrived)
