"""Rated games in the admin, where moderators strike games from the ratings, with a reason, and
pairs of members whose games end early."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from accounts.admin import work_list
from accounts.admin.guards import GuardedList, ReadOnly, actor
from accounts.admin.work_list import MOST_SHOWN, Section, WorkItem
from accounts.models import User
from games.models import Tenure
from ratings.ladders import ladder_in_words
from ratings.models import RatedGame
from ratings.pairs import FEWEST_EARLY, WINDOW, Pair, pairs_that_end_early
from ratings.services.striking import count_again, strike_game


class StrikingForm(forms.ModelForm):
    """The reason for striking a game; empty if the game counts."""

    class Meta:
        model = RatedGame
        fields = ("struck_why",)
        labels = {"struck_why": gettext_lazy("Strike it from the ratings, because")}
        help_texts = {
            "struck_why": gettext_lazy(
                "Such as: both players were one person. All ratings after it are recalculated. "
                "Everybody sees the reason in the game’s log, and its players are notified. "
                "If left empty, the game counts."
            )
        }

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if "struck_why" in self.fields:
            self.fields["struck_why"].show_hidden_initial = True

    def clean_struck_why(self) -> str:
        """The reason; raises ValidationError if the game has been struck for another one, or if
        somebody else has struck it since the form was shown: players have been told that
        reason."""
        why: str = self.cleaned_data["struck_why"]
        game = self.instance
        shown = self.data.get(self.add_initial_prefix("struck_why"), game.struck_why)
        if shown != game.struck_why and why != game.struck_why:
            raise ValidationError(
                gettext("Somebody else has changed this meanwhile. Open the page again to see it."),
                code="changed",
            )
        if game.struck_at is not None and why not in ("", game.struck_why):
            raise ValidationError(
                gettext(
                    "The game has been struck already. To give another reason, let it count again "
                    "first."
                ),
                code="struck",
            )
        return why


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnly, GuardedList):
    """All rated games that have ended."""

    form = StrikingForm
    list_display = ("game", "on_ladder", "ended_at", "counts", "struck_by", "struck_why")
    list_filter = (("struck_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game", "struck_by")
    search_fields = ("game__title", "game__public_id", "game__seats__user__name_key__named")
    fields = ("game", "page", "on_ladder", "ended_at", "struck_why", "struck_by", "struck_at")
    readonly_fields = ("game", "page", "on_ladder", "ended_at", "struck_by", "struck_at")
    actions = None

    @admin.display(description=gettext_lazy("ladder"))
    def on_ladder(self, game: RatedGame) -> str:
        """The ladder's name: the game and the pace."""
        return ladder_in_words(game.ladder)

    @admin.display(description=gettext_lazy("counts"), boolean=True)
    def counts(self, game: RatedGame) -> bool:
        """Whether the game counts, that is, has not been struck."""
        return game.struck_at is None

    @admin.display(description=gettext_lazy("page"))
    def page(self, game: RatedGame) -> str:
        """A link to the game's own page."""
        address = game.game.get_absolute_url()
        return format_html('<a href="{}">{}</a>', address, gettext("Open the game’s page"))

    def get_urls(self) -> list[URLPattern]:
        """Adds the page of pairs whose games end early."""
        pairs = self.admin_site.admin_view(self.show_pairs)
        return [path("pairs/", pairs, name="ratings_pairs"), *super().get_urls()]

    @method_decorator(require_safe)
    def show_pairs(self, request: HttpRequest) -> TemplateResponse:
        """The page of pairs of members whose games with each other end early, for those who may
        strike games."""
        if not request.user.has_perm("ratings.strike_game"):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Pairs whose games end early"),
            "pairs": pairs_that_end_early(timezone.now()),
            "weeks": WINDOW.days // 7,
            "fewest": FEWEST_EARLY,
        }
        return TemplateResponse(request, "admin/ratings/pairs.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedGame]:
        """All rated games, with their games for the rows."""
        return super().get_queryset(request).select_related("game")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Whether the user is a moderator and did not play in this game."""
        allowed = request.user.has_perm("ratings.strike_game")
        if not isinstance(obj, RatedGame):
            return allowed
        return allowed and not Tenure.objects.filter(game=obj.pk, member=actor(request)).exists()

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """The entry in the history: what was done, and why, instead of the name of the field."""
        if not form.changed_data:
            return []
        why = form.cleaned_data["struck_why"]
        return gettext("Struck: %(why)s") % {"why": why} if why else gettext("It counts again.")

    def save_model(
        self, request: HttpRequest, obj: RatedGame, form: ModelForm, change: bool
    ) -> None:
        """Strikes the game or lets it count again, on behalf of the user."""
        why = form.cleaned_data["struck_why"]
        if why:
            strike_game(game=obj, by=actor(request), why=why, now=timezone.now())
        else:
            count_again(game=obj, by=actor(request))
        obj.refresh_from_db()


def pairs(_user: User, now: datetime) -> Section:
    """The section of the first page with the pairs that have the most games that end early."""
    found = pairs_that_end_early(now)
    more = reverse("admin:ratings_pairs")
    return Section(
        gettext("Pairs whose games end early"),
        len(found),
        [_row(pair, more) for pair in found[:MOST_SHOWN]],
        gettext("No two members ended several games early lately."),
        more,
    )


def _row(pair: Pair, address: str) -> WorkItem:
    names = gettext("%(one)s and %(other)s") % {"one": pair.one, "other": pair.other}
    values = {"count": len(pair.early), "games": pair.games}
    note = ngettext("%(count)s of %(games)s game", "%(count)s of %(games)s games", pair.games)
    return WorkItem(names, f"{address}#pair-{pair.one.pk}-{pair.other.pk}", note % values)


work_list.register("pairs", 45, pairs)
