"""What a list shows of more than it has room for: what has no host, then of every host the newest,
then of every host the next, so that nobody's push all others' out."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from database.queries import Compiled, compiled

MOST_LOOKED_AT = 400
"""Where there are more than a list shows, it takes them from so many of the newest."""

KEYS = """
(
    SELECT '{name}', id, at FROM (
        SELECT id, at, CASE WHEN by IS NULL THEN 0
            ELSE row_number() OVER (PARTITION BY by ORDER BY at DESC, id DESC) END AS turn
        FROM ({{{name}}}) AS newest
    ) AS found ORDER BY turn, at DESC, id DESC LIMIT {{most_{name}}}
)
"""


def newest(rows: QuerySet[Any], *, at: str, host: str) -> QuerySet[Any, Any]:
    """The newest of these rows, by the column ``at``, and whose they are: what
    :class:`FairLists` reads of a list."""
    named = rows.order_by(f"-{at}", "-pk").annotate(at=F(at), by=F(host))
    return named.values("id", "at", "by")[:MOST_LOOKED_AT]


class FairLists:
    """Lists whose keys are read in one statement. ``lists``: of each what :func:`newest` makes of
    its rows, with ``stand_ins`` (:mod:`database.queries`)."""

    def __init__(self, stand_ins: dict[str, Any], **lists: QuerySet[Any, Any]) -> None:
        self.lists = list(lists)
        sql = "UNION ALL".join(KEYS.format(name=name) for name in lists)
        self.query: Compiled = compiled(sql, stand_ins, **lists)

    def keys(self, most: dict[str, int], **values: Any) -> dict[str, list[int]]:
        """The keys in each list, at most so many, the newest first."""
        limits = {f"most_{name}": most[name] for name in self.lists}
        rows = self.query.rows(**limits, **values)
        found: dict[str, list[int]] = {name: [] for name in self.lists}
        for name, key, _at in sorted(rows, key=lambda row: (row[2], row[1]), reverse=True):
            found[name].append(key)
        return found
