"""The archive: finished games by game, player, result and date. Everybody sees the public ones, and
members also their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from engines.registry import GAMES
from games.archive.export import archive_file
from games.archive.search import MOST_COUNTED, Position, Wanted, find
from transport.limits import PAGES
from transport.requests import counted, parse_int


class ArchiveFilter(forms.Form):
    """What to look for; every field may be left empty."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[("", gettext_lazy("Any game")), *((game.slug, game.name) for game in GAMES)],
    )
    player = forms.CharField(
        label=gettext_lazy("Player"), required=False, max_length=150, strip=True
    )
    whose = forms.ChoiceField(
        label=gettext_lazy("Show"),
        required=False,
        choices=[
            ("", gettext_lazy("All public games")),
            ("mine", gettext_lazy("My games, private ones too")),
        ],
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=[
            ("", gettext_lazy("Any result")),
            ("won", gettext_lazy("Won")),
            ("draw", gettext_lazy("Drawn")),
            ("leave", gettext_lazy("Ended by leaving")),
        ],
    )
    since = forms.DateField(
        required=False, label=gettext_lazy("From"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, label=gettext_lazy("To"), widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, viewer: User | None, **kwargs: Any) -> None:
        """``viewer``: the member who looks; None for visitors, who have no games of their own."""
        super().__init__(*args, **kwargs)
        if viewer is None:
            del self.fields["whose"]


@require_safe
@counted(PAGES)
def index(request: HttpRequest) -> HttpResponse:
    """Shows finished games, newest first, with a picture of each last position."""
    viewer = request.user if isinstance(request.user, User) else None
    form = ArchiveFilter(request.GET, viewer=viewer)
    form.is_valid()
    context = {
        "form": form,
        "found": find(wanted_by(form.cleaned_data, viewer), position_in(request)),
        "most_counted": MOST_COUNTED,
        "file": archive_file(),
        "filtered": any(form.cleaned_data.values()),
    }
    return render(request, "games/archive.html", context, status=200 if not form.errors else 400)


def wanted_by(fields: Mapping[str, Any], viewer: User | None) -> Wanted:
    """Returns what the form asks for; invalid fields match anything."""
    return Wanted(
        variant=fields.get("game", ""),
        player=fields.get("player", ""),
        result=fields.get("result", ""),
        since=fields.get("since"),
        until=fields.get("until"),
        mine=viewer if fields.get("whose") == "mine" else None,
    )


def position_in(request: HttpRequest) -> Position:
    """Returns which page the address asks for. Old addresses have a page number."""
    return Position(
        older=request.GET.get("older", ""),
        newer=request.GET.get("newer", ""),
        is_oldest="oldest" in request.GET,
        page=parse_int(request.GET.get("page", ""), digits=6) or 1,
    )
