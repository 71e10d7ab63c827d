"""Writes a record of a game of stones as SGF, for Go programs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from .outcome import Outcome
from .record import Record
from .replay import replay
from .sgf import COLOURS, Node, escaped, letter_of, listed, node_text, with_comment


class Left(StrEnum):
    """Why the player left who lost a game of two, in the letters of SGF."""

    RESIGNED = "R"
    TIME = "T"
    FORFEIT = "F"
    UNKNOWN = ""


def write(record: Record, outcome: Outcome | None = None, left: Left = Left.UNKNOWN) -> str:
    """The record as one game in SGF (FF[4]), with a node or two for each step.

    Stones are moves or set-up stones of Black and White. With more than two seats, every other
    seat's stones are white, letters tell the seats apart, and the first comment says which letter
    is whose. Comments say what moves cannot: collisions, conflicts, who missed a turn.

    ``outcome``: how the game ended, if not by its rules. ``left``: why the loser left, which a
    record does not say.

    Raises ValueError if the game is not one of stones, and RecordError as :func:`replay` does.
    """
    writer = record.game.sgf
    if writer is None:
        raise ValueError(f"{record.game.name} has no SGF")
    names = names_in(record)
    nodes: list[Node] = []
    steps = replay(record)
    state = next(steps).state
    position = record.game.view(state, None)
    for step in steps:
        before, state = position, step.state
        position = record.game.view(state, None)
        nodes += writer.nodes(before, position, step.events, names)
    root = _root(record, names, record.game.outcome(state) or outcome, left)
    return f"({node_text(root)}\n" + "\n".join(map(node_text, nodes)) + ")\n"


def names_in(record: Record) -> list[str]:
    """The names of the seats; ``Seat 1`` and so on where the record has none."""
    players = record.further.get("players")
    found = players if isinstance(players, list) else []
    names = [player.get("name") if isinstance(player, dict) else None for player in found]
    names += [None] * record.seats
    return [
        name if isinstance(name, str) and name else f"Seat {seat + 1}"
        for seat, name in enumerate(names[: record.seats])
    ]


def _root(record: Record, names: Sequence[str], outcome: Outcome | None, left: Left) -> Node:
    game, two_colours = record.game, record.seats == 2
    node: dict[str, list[str]] = {
        "FF": ["4"],
        "GM": ["1"],
        "CA": ["UTF-8"],
        "AP": ["Miai:1"],
        "SZ": [str(record.options["size"])],
        "RU": [escaped(game.name)],
    }
    if two_colours:
        node |= {"PB": [_simple(names[0])], "PW": [_simple(names[1])]}
    started = record.further.get("started")
    if isinstance(started, str) and len(started) >= 10:
        node["DT"] = [_simple(started[:10])]
    said = [f"{game.name}: all choose at once, and each turn is shown as it was resolved."]
    if not two_colours:
        said += [f"{letter_of(seat)}: {name}" for seat, name in enumerate(names)]
    if outcome is not None:
        if two_colours:
            node["RE"] = [_result(outcome, left)]
        said.append(_who_won(outcome, names))
    return with_comment(node, said)


def _everybody_left(outcome: Outcome) -> bool:
    """Whether nobody stayed: whoever stays has a better rank than those who left."""
    return outcome.reason == "leave" and len(set(outcome.ranks)) == 1


def _who_won(outcome: Outcome, names: Sequence[str]) -> str:
    if _everybody_left(outcome):
        return "Everybody left, so nobody won."
    first = [name for name, rank in zip(names, outcome.ranks) if rank == 1]
    return f"{listed(first)} won." if len(first) == 1 else f"{listed(first)} drew."


def _result(outcome: Outcome, left: Left) -> str:
    """The result of a game of two as SGF writes it."""
    if _everybody_left(outcome):
        return "Void"
    if outcome.ranks[0] == outcome.ranks[1]:
        return "0"
    winner = COLOURS[outcome.ranks.index(1)]
    if outcome.reason == "leave":
        return f"{winner}+{left}"
    if outcome.scores is None:
        return f"{winner}+"
    return f"{winner}+{abs(outcome.scores[0] - outcome.scores[1]):g}"


def _simple(words: str) -> str:
    """Text as a value on one line."""
    return escaped(" ".join(words.split()))
