"""The page with the figures, for moderators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from engines.registry import GAMES
from figures.models import Pace
from figures.plots import Datum, Plot, draw
from figures.report import ALL, FEWEST, Group, Report, Sums, read_report
from figures.waiting import week_of
from lobby.settings_words import in_words

WEEKS = (4, 12, 26)
"""How many weeks can be shown."""
USUAL_WEEKS = 12


class ShownForm(forms.Form):
    """Which figures to show by week, and of how many weeks."""

    of = forms.ChoiceField(
        label=gettext_lazy("By week"),
        required=False,
        choices=lambda: [
            ("", gettext("All games")),
            *((":".join(group), group_in_words(group)) for group in _groups()),
        ],
    )
    weeks = forms.ChoiceField(
        label=gettext_lazy("Weeks"), choices=[(str(count), str(count)) for count in WEEKS]
    )

    @property
    def group(self) -> Group:
        """The game and the pace that were chosen; :data:`ALL` if none was."""
        variant, _, pace = self.cleaned_data["of"].partition(":")
        return (variant, pace) if pace else ALL


@dataclass(frozen=True)
class Row:
    """A row of a table: its heading, and its figures, None if they are withheld. ``note``: what
    else the heading says."""

    name: str
    sums: Sums | None
    note: str = ""


@require_safe
def show_figures(request: HttpRequest) -> TemplateResponse:
    """The figures of the last weeks. Choices that do not exist are ignored."""
    usual = {"of": "", "weeks": str(USUAL_WEEKS)}
    form = ShownForm({name: request.GET.get(name) or usual[name] for name in usual})
    if not form.is_valid():
        form = ShownForm(usual)
        form.full_clean()
    now = timezone.now()
    report = read_report(form.group, int(form.cleaned_data["weeks"]), now)
    weeks, groups = _rows_of_weeks(report, week_of(now)), _rows_of_groups(report.groups)
    context = {
        **admin.site.each_context(request),
        "title": gettext("Figures"),
        "form": form,
        "shown": group_in_words(form.group),
        "weeks": weeks[::-1],
        "groups": groups,
        "against_bots": _rows_of_groups(report.against_bots),
        "plots_of_weeks": _plots_of_weeks(weeks),
        "plots_of_groups": _plots_of_groups(groups),
        "fewest": FEWEST,
        "counted_at": report.counted_at,
    }
    return TemplateResponse(request, "admin/figures.html", context)


def group_in_words(group: Group) -> str:
    """A game and a pace as a label."""
    variant, pace = group
    if not variant:
        return gettext("All games")
    names = {engine.slug: engine.name for engine in GAMES}
    words = {"game": gettext(names.get(variant, variant))}
    if pace == Pace.LIVE:
        return gettext("%(game)s (live)") % words
    return gettext("%(game)s (correspondence)") % words


def percent(share: float | None) -> str:
    """A share in percent; a dash if there is none."""
    return "–" if share is None else f"{round(100 * share)}\N{NO-BREAK SPACE}%"


def duration(seconds: int | None) -> str:
    """A time in words; a dash if there is none."""
    return "–" if seconds is None else in_words(seconds)


def _groups() -> list[Group]:
    return [(engine.slug, pace.value) for engine in GAMES for pace in Pace]


def _rows_of_weeks(report: Report, present: date) -> list[Row]:
    return [
        Row(
            date_format(week, "MONTH_DAY_FORMAT"),
            sums,
            gettext("so far") if week == present else "",
        )
        for week, sums in report.weeks.items()
    ]


def _rows_of_groups(groups: Mapping[Group, Sums | None]) -> list[Row]:
    return [Row(group_in_words(group), sums) for group, sums in groups.items()]


def _plots_of_weeks(rows: Sequence[Row]) -> list[Plot]:
    return [
        _games(gettext("Games by the week in which they began"), rows),
        _shares(gettext("Turns missed"), rows, "missed_share"),
        _shares(gettext("First turn within five minutes, or a day"), rows, "soon_share"),
        _shares(gettext("Members who came back in the next week"), rows, "returned_share"),
    ]


def _plots_of_groups(rows: Sequence[Row]) -> list[Plot]:
    return [
        _games(gettext("Games by game and pace"), rows, above=True),
        _shares(gettext("Turns missed by game and pace"), rows, "missed_share", above=True),
    ]


def _games(title: str, rows: Sequence[Row], *, above: bool = False) -> Plot:
    key = [
        ("finished", pgettext("games", "finished")),
        ("broken-off", pgettext("games", "broken off")),
        ("going-on", pgettext("games", "in progress")),
    ]
    return draw(title, [_games_of(row) for row in rows], key=key, labels_above=above)


def _games_of(row: Row) -> Datum:
    sums = row.sums
    if sums is None:
        return Datum(row.name, (), gettext("withheld"))
    parts = [
        ("finished", sums.finished),
        ("broken-off", sums.broken_off),
        ("going-on", sums.going_on),
    ]
    return Datum(row.name, [part for part in parts if part[1]], str(sums.begun))


def _shares(title: str, rows: Sequence[Row], share: str, *, above: bool = False) -> Plot:
    data = []
    for row in rows:
        value: float | None = None if row.sums is None else getattr(row.sums, share)
        words = gettext("withheld") if row.sums is None else percent(value)
        data.append(Datum(row.name, [("finished", value)] if value else (), words))
    return draw(title, data, longest=1 if share != "missed_share" else 0.2, labels_above=above)
