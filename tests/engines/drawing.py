"""Boards drawn as rows of text: ``.`` is empty, ``#`` out of play, a digit the stone of a seat.

Letters stand for stones of several colours, see :data:`MERGED`.
"""

from engines.board import EMPTY, colours, stone
from engines.multiplayer_go import GAME
from engines.multiplayer_go.heat import Trail
from engines.multiplayer_go.state import State

MERGED = {"A": (0, 1), "B": (0, 2), "C": (1, 2), "D": (0, 1, 2)}
_LETTERS = {seats: letter for letter, seats in MERGED.items()}


def board_of(*rows):
    """The board in the form that :mod:`engines.board` uses."""
    return tuple(_bits(letter) for row in rows for letter in row)


def rows_of(board):
    """The rows that :func:`board_of` would take."""
    size = round(len(board) ** 0.5)
    letters = "".join(_letter(bits) for bits in board)
    return [letters[row : row + size] for row in range(0, len(letters), size)]


def drawn(*rows, seats=3, collision="heat", turn=1, **further):
    """A position of Parallel Multiplayer Go in which no stone has left heat."""
    trails = (Trail(),) * seats
    known = {"max_turns": None, "trails": trails, **further}
    return State(len(rows), collision, board=board_of(*rows), turn=turn, **known)


def play(state, **chosen):
    """The state and the events after one turn: ``play(state, s0=(2, 3), s1="pass")``.

    Seats that are not named are absent.
    """
    actions = {int(seat[1:]): action_of(what) for seat, what in chosen.items()}
    for seat, action in actions.items():
        GAME.check(state, seat, action)
    return GAME.resolve(state, actions)


def action_of(what):
    """The action for ``"pass"``, or for a stone at a point."""
    return {"type": "pass"} if what == "pass" else {"type": "place", "at": list(what)}


def only(events, kind):
    """The events of one type, without the type."""
    return [
        {key: value for key, value in event.items() if key != "type"}
        for event in events
        if event["type"] == kind
    ]


def _bits(letter):
    if letter in ".#":
        return EMPTY if letter == "." else 0
    return sum(map(stone, MERGED.get(letter) or [int(letter)]))


def _letter(bits):
    if bits in (EMPTY, 0):
        return "." if bits else "#"
    seats = colours(bits)
    return _LETTERS[seats] if len(seats) > 1 else str(seats[0])
