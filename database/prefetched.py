"""Related rows that are read for many rows at once.

Django's ``prefetch_related`` makes a query for each of the rows, sends none of them, and takes
longer for it than for reading the related rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet


def prefetch(rows: Iterable[Any], name: str, related: QuerySet[Any]) -> None:
    """Reads the related rows of all ``rows`` in one statement, as ``prefetch_related`` would:
    ``row.NAME.all()`` then has them, in the order of ``related``. ``name`` is that of a reverse
    foreign key."""
    by_key = {row.pk: row for row in rows}
    if not by_key:
        return
    field = _foreign_key(next(iter(by_key.values())), name)
    found: dict[Any, list[Any]] = {key: [] for key in by_key}
    for each in related.filter(**{f"{field.name}__in": by_key}):
        key = getattr(each, field.attname)
        field.set_cached_value(each, by_key[key])
        found[key].append(each)
    for key, row in by_key.items():
        # Where Django itself looks for rows that were prefetched.
        row.__dict__.setdefault("_prefetched_objects_cache", {})[name] = _known(related, found[key])


def _foreign_key(row: Any, name: str) -> Any:
    return row._meta.get_field(name).remote_field  # noqa: SLF001 Django documents it


def _known(related: QuerySet[Any], rows: list[Any]) -> QuerySet[Any]:
    known: Any = QuerySet(model=related.model)
    known._result_cache, known._prefetch_done = rows, True  # noqa: SLF001 no other way to fill one
    return known
