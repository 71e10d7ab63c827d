"""The archive: finished games, found by game, player, result and date: the listed ones, and to
each member their own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from engines.registry import GAMES
from games.models import Game, Seat, Step, Tenure
from transport.limits import PAGES
from transport.requests import counted

PAGE_LENGTH = 12


class ArchiveFilter(forms.Form):
    """What to look for; everything may be left empty."""

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
        """``viewer``: the member who looks; visitors have no games of their own."""
        super().__init__(*args, **kwargs)
        if viewer is None:
            del self.fields["whose"]


@require_safe
@counted(PAGES)
def index(request: HttpRequest) -> HttpResponse:
    """Finished games, newest first, with a picture of the last position."""
    viewer = request.user if isinstance(request.user, User) else None
    form = ArchiveFilter(request.GET, viewer=viewer)
    form.is_valid()
    found = found_games(form.cleaned_data, viewer)
    page = Paginator(found, PAGE_LENGTH).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "filtered": any(form.cleaned_data.values()),
    }
    return render(request, "games/archive.html", context, status=200 if not form.errors else 400)


def found_games(wanted: dict[str, Any], viewer: User | None = None) -> QuerySet[Game]:
    """The archive's games that fit, newest first, with how many ``winners`` they have and how many
    ``turns`` they took. Cancelled ones have no result: not there."""
    games = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False)
    if viewer is not None and wanted.get("whose") == "mine":
        games = games.filter(Exists(Tenure.objects.filter(game=OuterRef("pk"), member=viewer)))
    else:
        games = games.filter(listed=True)
    first = Seat.objects.filter(game=OuterRef("pk"), rank=1).order_by().values("game")
    games = games.annotate(winners=Subquery(first.annotate(n=Count("pk")).values("n")))
    if wanted.get("game"):
        games = games.filter(variant=wanted["game"])
    if wanted.get("since"):
        games = games.filter(finished_at__date__gte=wanted["since"])
    if wanted.get("until"):
        games = games.filter(finished_at__date__lte=wanted["until"])
    tenures = Tenure.objects.filter(game=OuterRef("pk"))
    if wanted.get("player"):
        tenures = tenures.filter(member__name_key__named=wanted["player"])
        games = games.filter(Exists(tenures))
    if wanted.get("result") == "leave":
        games = games.filter(outcome__reason="leave")
    elif wanted.get("result"):
        held_first = Q(seat__rank=1) & (Q(member=None) | Q(seat__user=F("member")))
        alone = {"winners": 1} if wanted["result"] == "won" else {"winners__gt": 1}
        games = games.filter(Exists(tenures.filter(held_first)), **alone)
    last = Step.objects.filter(game=OuterRef("pk"), number=OuterRef("step")).values("turn")
    games = games.annotate(turns=Subquery(last))
    return games.order_by("-finished_at", "-pk").prefetch_related("seats__user")
