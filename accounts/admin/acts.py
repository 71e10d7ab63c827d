"""One log of everything that moderators did, compiled from data stored anyway: measures, the log of
each game, decisions about reports, and the admin's own history.

Each app registers sources. For a page of the log, each source is queried once for its acts on the
page, and once for how many it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.core.paginator import Paginator
from django.db.models import CharField, F, Q, QuerySet, Value
from django.utils import timezone
from django.utils.functional import Promise, cached_property

from accounts.models import User

PER_PAGE = 50


@dataclass(frozen=True)
class Act:
    """One line of the log. ``what``: the act in words. ``about``: the member or thing that it
    concerned. ``address``: the page of that; empty if it is gone. ``why``: the moderator's own
    words."""

    at: datetime
    by: User | None
    what: str
    about: str
    address: str
    why: str = ""


@dataclass(frozen=True)
class Source:
    """Acts that are stored in one table.

    ``kinds``: its kinds of acts, each with a word for it. ``rows(viewer)``: all rows that this
    moderator may read, annotated with ``kind`` if there are several. ``at``, ``by``: the names of
    the columns for the time and the moderator. ``of_member(member)``: selects the rows that concern
    a member. ``line(row)``: the act as it is shown. ``related``: relations that are read with the
    rows.
    """

    kinds: Mapping[str, str | Promise]
    rows: Callable[[User], QuerySet[Any]]
    at: str
    by: str
    of_member: Callable[[User], Q]
    line: Callable[[Any], Act]
    related: tuple[str, ...] = ()

    def found(self, wanted: Filters, viewer: User) -> QuerySet[Any]:
        """The rows that match the filters."""
        rows = self.rows(viewer).order_by()
        if len(self.kinds) == 1:
            rows = rows.annotate(kind=Value(next(iter(self.kinds)), CharField()))
        if wanted.kind:
            rows = rows.filter(kind=wanted.kind)
        if wanted.by is not None:
            rows = rows.filter(**{self.by: wanted.by})
        if wanted.since is not None:
            rows = rows.filter(**{f"{self.at}__gte": wanted.since})
        if wanted.until is not None:
            rows = rows.filter(**{f"{self.at}__lt": wanted.until})
        return rows if wanted.member is None else rows.filter(self.of_member(wanted.member))


@dataclass(frozen=True)
class Filters:
    """Which acts to show; None or empty: all."""

    by: User | None = None
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None
    member: User | None = None


_sources: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Adds a source to the log."""
    _sources[name] = source


def kinds() -> list[tuple[str, str]]:
    """The kinds of acts with their words, sorted by the words."""
    found = {key: str(words) for each in _sources.values() for key, words in each.kinds.items()}
    return sorted(found.items(), key=lambda each: each[1].casefold())


def start_of(day: date) -> datetime:
    """The time at which a day begins in the active time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


@dataclass
class Log:
    """The acts that match the filters, the newest first; a ``Paginator`` divides it into pages."""

    wanted: Filters
    viewer: User
    found: dict[str, QuerySet[Any]] = field(init=False)

    def __post_init__(self) -> None:
        sources = {
            name: source
            for name, source in _sources.items()
            if not self.wanted.kind or self.wanted.kind in source.kinds
        }
        self.found = {
            name: source.found(self.wanted, self.viewer) for name, source in sources.items()
        }

    @cached_property
    def total(self) -> int:
        """How many acts there are."""
        return sum(rows.count() for rows in self.found.values())

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, some: slice) -> list[Act]:
        """The acts of one page."""
        keys = [
            rows.annotate(source=Value(name, CharField()), when=F(_sources[name].at)).values_list(
                "source", "pk", "when"
            )
            for name, rows in self.found.items()
        ]
        if not keys:
            return []
        first, *others = keys
        union = first.union(*others, all=True) if others else first
        on_page = list(union.order_by("-when", "source", "-pk")[some])
        return [act for act in _lines(on_page, self.viewer) if act is not None]


def _lines(on_page: Iterable[tuple[str, int, datetime]], viewer: User) -> list[Act | None]:
    """The acts with these keys, in the same order; None for one deleted in the meantime."""
    by_source: dict[str, list[int]] = {}
    for name, key, _ in on_page:
        by_source.setdefault(name, []).append(key)
    read = {}
    for name, keys in by_source.items():
        source = _sources[name]
        rows = source.rows(viewer).filter(pk__in=keys).select_related(*source.related)
        read[name] = {row.pk: source.line(row) for row in rows}
    return [read[name].get(key) for name, key, _ in on_page]


def pages_of(wanted: Filters, viewer: User) -> Paginator[Act]:
    """The log, divided into pages."""
    return Paginator(Log(wanted, viewer), PER_PAGE)  # type: ignore[arg-type]
