"""What a list shows when there is more than it has room for: what has no host, then the newest of
each host, then the second newest of each host, and so on. So no host can fill the list alone."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from database.queries import Compiled, compiled

MOST_LOOKED_AT = 400
"""How many of the newest rows a list chooses from, where there are more than it shows."""

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
    """Selects the newest of these rows by the column ``at``, with the host of each, for
    :class:`FairLists`."""
    named = rows.order_by(f"-{at}", "-pk").annotate(at=F(at), by=F(host))
    return named.values("id", "at", "by")[:MOST_LOOKED_AT]


class FairLists:
    """Lists whose keys are read in one statement. ``lists``: for each list, what :func:`newest`
    returns for its rows; ``stand_ins`` as in :mod:`database.queries`."""

    def __init__(self, stand_ins: dict[str, Any], **lists: QuerySet[Any, Any]) -> None:
        self.lists = list(lists)
        sql = "UNION ALL".join(KEYS.format(name=name) for name in lists)
        self.query: Compiled = compiled(sql, stand_ins, **lists)

    def keys(self, most: dict[str, int], **values: Any) -> dict[str, list[int]]:
        """The keys in each list, the newest first. ``most``: how many each list has at most."""
        limits = {f"most_{name}": most[name] for name in self.lists}
        rows = self.query.rows(**limits, **values)
        found: dict[str, list[int]] = {name: [] for name in self.lists}
        for name, key, _at in sorted(rows, key=lambda row: (row[2], row[1]), reverse=True):
            found[name].append(key)
        return found
