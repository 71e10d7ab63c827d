"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Reason = Literal["score", "goal", "blocked", "leave", "agreement"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat: rank 1 is the best, equal ranks are a draw."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...] | None
    reason: Reason

    def as_json(self) -> dict[str, Any]:
        """The outcome as a record's reader prints it, scores rounded to 6 decimals."""
        scores = None if self.scores is None else [plain_number(score) for score in self.scores]
        return {"ranks": list(self.ranks), "scores": scores, "reason": self.reason}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Outcome:
        """Reads what :meth:`as_json` wrote; exact if the scores have at most six decimals."""
        scores = data["scores"]
        return cls(tuple(data["ranks"]), scores and tuple(scores), data["reason"])


def behind_who_stayed(outcome: Outcome, stay: Sequence[int]) -> Outcome:
    """The outcome of a game that ends because only these seats stay: they keep their order, and all
    others share a rank behind them."""
    order = sorted(outcome.ranks[seat] for seat in stay)
    ranks = tuple(
        1 + order.index(rank) if seat in stay else 1 + len(stay)
        for seat, rank in enumerate(outcome.ranks)
    )
    return Outcome(ranks, outcome.scores, "leave")


def plain_number(value: float) -> int | float:
    """``value`` rounded to 6 decimals; an int if nothing is left after the point.

    >>> plain_number(2.0), plain_number(1 / 3)
    (2, 0.333333)
    """
    rounded = round(float(value), 6)
    return int(rounded) if rounded.is_integer() else rounded
