"""The positions so far, stored compactly: a hash of each, and what changed from one to the next, so
that a position with a known hash can be compared in full."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..board import EMPTY
from ..rules import Json

HASH = np.dtype("<u8")
CHANGE = np.dtype("<u2")
"""One change: eight times the index of a point, plus its new content."""
COUNT = np.dtype("<u2")


@dataclass(frozen=True, slots=True)
class History:
    """The empty board and every position added since, in order.

    ``hashes`` holds one HASH per position, ``counts`` one COUNT per position (how many points
    differ from the position before), ``changes`` all the CHANGEs in order.
    """

    points: int
    hashes: bytes
    counts: bytes
    changes: bytes

    def holds(self, board: bytes) -> bool:
        """Whether exactly this position has occurred; its hash finds it, and its points decide.

        >>> history = History.of(bytes([1, 1, 1, 1]))
        >>> history.holds(bytes([1, 1, 1, 1])), history.holds(bytes([1, 2, 1, 1]))
        (True, False)
        """
        if hash_of(board) not in self.hashes:
            return False
        same = _numbers(self.hashes, HASH) == _numbers(hash_of(board), HASH)
        return any(self._position(int(which)) == board for which in np.flatnonzero(same))

    def plus(self, before: bytes, after: bytes) -> History:
        """The history with ``after`` added; ``before`` is the position added last."""
        new = np.frombuffer(after, np.uint8)
        changed = np.flatnonzero(np.frombuffer(before, np.uint8) != new)
        changes = (changed * 8 + new[changed]).astype(CHANGE)
        return History(
            self.points,
            self.hashes + hash_of(after),
            self.counts + np.array([len(changed)], COUNT).tobytes(),
            self.changes + changes.tobytes(),
        )

    def _position(self, which: int) -> bytes:
        """Position number ``which``; 0 is the empty board."""
        until = int(_numbers(self.counts, COUNT)[: which + 1].sum(dtype=np.int64))
        changes = _numbers(self.changes, CHANGE)[:until]
        board = np.full(self.points, EMPTY, np.uint8)
        board[changes >> 3] = changes & 7  # the last of several changes of one point counts
        return board.tobytes()

    @staticmethod
    def of(board: bytes) -> History:
        """The history of a game that starts with this empty board."""
        return History(len(board), hash_of(board), np.zeros(1, COUNT).tobytes(), b"")

    def dump(self) -> Json:
        """The history as plain JSON."""
        parts = {"hashes": self.hashes, "counts": self.counts, "changes": self.changes}
        return {"points": self.points, **{k: b64encode(v).decode() for k, v in parts.items()}}

    @staticmethod
    def load(data: Json) -> History:
        """Reads what :meth:`dump` wrote."""
        parts = (b64decode(data[key]) for key in ("hashes", "counts", "changes"))
        return History(data["points"], *parts)


def hash_of(board: bytes) -> bytes:
    """A hash of eight bytes, the same in every process and version of Python."""
    return blake2b(board, digest_size=HASH.itemsize).digest()


def _numbers(data: bytes, kind: np.dtype[Any]) -> NDArray[Any]:
    return np.frombuffer(data, kind)
