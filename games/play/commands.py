"""All commands that a game takes, in one registry for sockets and HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from games.play import chat, leave, messages, moderate, plan, seal, take_over, vote
from games.play.game_transaction import GameTransaction, Need
from games.play.permissions import Act, Authorised, refusal
from transport.limits import CHAT, COMMANDS, SEALING, SNAPSHOTS, Limit
from transport.messages import LARGEST_MESSAGE, Command, CommandId
from transport.refusals import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: what one must be allowed to do for it, the limit that it counts towards, what it
    reads in addition to the game, and the function that carries it out.

    ``do`` None: it changes nothing, and whoever receives it answers it. ``address``: its part of an
    address over HTTP; None: there it is asked for in another way. ``in_loop``: no
    subscriber reads the database for it, so it can be carried out in the event loop.
    """

    command: type[Command]
    act: Act
    limit: Limit
    do: Callable[[GameTransaction, Authorised, Any], None] | None
    address: str | None
    needs: tuple[Need, ...] = ()
    in_loop: bool = False

    @property
    def kind(self) -> str:
        """The command's ``type``, such as ``action.seal``."""
        return str(self.command.__struct_config__.tag)


_VOTES = (Need.HOLDERS, Need.BOTS)
_MODERATES = (Need.ROLE, Need.HAD_SEAT)

_REGISTRY = (
    Entry(messages.SealAction, Act.SEAL, SEALING, seal.seal_action, "seal", in_loop=True),
    Entry(
        messages.WithdrawAction,
        Act.SEAL,
        SEALING,
        seal.withdraw_action,
        "withdraw",
        in_loop=True,
    ),
    Entry(messages.CheckAction, Act.SEAL, COMMANDS, seal.check_action, "check", in_loop=True),
    Entry(messages.SetPlan, Act.SEAL, COMMANDS, plan.change_plan, "plan", in_loop=True),
    Entry(messages.Say, Act.SAY, CHAT, chat.say, "say", (Need.NEXT_MESSAGE,)),
    Entry(messages.AskSnapshot, Act.LOOK, SNAPSHOTS, None, None),
    Entry(messages.Resign, Act.RESIGN, COMMANDS, leave.resign, "resign"),
    Entry(
        messages.TakeSeat,
        Act.TAKE_SEAT,
        COMMANDS,
        take_over.take_seat,
        "take-seat",
        (Need.HAD_SEAT, Need.HOLDERS, Need.PLAYING),
    ),
    Entry(messages.AskVote, Act.VOTE, COMMANDS, vote.ask_vote, "ask-vote", _VOTES),
    Entry(messages.CastVote, Act.VOTE, COMMANDS, vote.cast_vote, "cast-vote", _VOTES),
    Entry(messages.Pause, Act.MODERATE, COMMANDS, moderate.pause, "pause", _MODERATES),
    Entry(messages.Resume, Act.MODERATE, COMMANDS, moderate.resume, "resume", _MODERATES),
    Entry(messages.EndTurn, Act.MODERATE, COMMANDS, moderate.end_turn, "end-turn", _MODERATES),
    Entry(
        messages.RemoveSeat,
        Act.MODERATE,
        COMMANDS,
        moderate.remove_seat,
        "remove-seat",
        _MODERATES,
    ),
    Entry(messages.Cancel, Act.MODERATE, COMMANDS, moderate.cancel, "cancel", _MODERATES),
)

REGISTRY: Mapping[str, Entry] = {entry.kind: entry for entry in _REGISTRY}
"""Every command by its type."""


def entry_of(command: Command) -> Entry:
    """The registry's entry for a command."""
    return REGISTRY[type(command).__struct_config__.tag]  # type: ignore[index]


def read(
    kind: str, fields: Mapping[str, Any], *, strict: bool = True, name: str | None = None
) -> Command:
    """The command of this type with these fields. ``strict`` False: numbers may be written as text,
    as forms do. ``name``: what the sender calls the command, if not by its type.

    Raises Refused: ``unknown-command``, ``bad-command``.
    """
    if kind not in REGISTRY:
        raise Refused("unknown-command", "Known: %(names)s.", values={"names": ", ".join(REGISTRY)})
    try:
        return msgspec.convert({**fields, "type": kind}, REGISTRY[kind].command, strict=strict)
    except msgspec.ValidationError as error:
        wrong = {"command": name or kind, "what": error}
        raise Refused("bad-command", "%(command)s: %(what)s.", values=wrong) from None


class BadMessage(Refused):
    """A message that is not a valid command; ``command_id`` is the sender's, if it could be
    read."""

    def __init__(
        self,
        code: str,
        text: str | StrPromise,
        command_id: CommandId = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, text, values=values)
        self.command_id = command_id


def read_message(text: str | None) -> Command:
    """Returns the command in a message.

    Raises BadMessage: ``too-large``, ``bad-json``, ``unknown-command``, ``bad-command``.
    """
    if text is None:
        raise BadMessage("bad-json", "Messages are JSON text, not bytes.")
    if len(text) > LARGEST_MESSAGE:
        most = {"most": LARGEST_MESSAGE}
        raise BadMessage("too-large", "A message has at most %(most)s characters.", values=most)
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage("bad-json", "That message is not JSON.") from None
    if not isinstance(data, dict):
        raise BadMessage("bad-command", "A command is a JSON object with a type.")
    sender_id = data.get("id")
    is_id = isinstance(sender_id, str | int) and not isinstance(sender_id, bool)
    known_id = sender_id if is_id else None
    kind = data.get("type")
    try:
        return read(kind if isinstance(kind, str) else "", data)
    except Refused as refused:
        raise BadMessage(refused.code, refused.text, known_id, refused.values) from None


def do(command: Command, run: GameTransaction, arrived: datetime) -> None:
    """Does in a run what its actor asks for. ``arrived``: when the command reached the server;
    however long it has waited since, that decides whether it was in time.

    Raises Refused: what :mod:`games.play.permissions` refuses, and what the command's own function
    does.
    """
    entry = entry_of(command)
    if entry.do is None:
        raise Refused(
            "unknown-command", "%(command)s changes no game.", values={"command": entry.kind}
        )
    assert run.actor is not None
    seat = run.seat_of(run.actor.user_id)
    refused = refusal(entry.act, run.actor, run.game, seat)
    if refused is not None:
        raise refused
    entry.do(run, Authorised(run.actor, seat, arrived), command)
