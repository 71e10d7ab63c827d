"""The form with which a member wishes for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.pages.words import LETS_IN
from games.play.settings import LetsIn
from lobby.models import Pace
from lobby.offered import offered_games
from lobby.services.wishing import MINUTES, MOST_KEPT, WishChoice, check_choice
from lobby.settings_words import in_words
from lobby.wished_games import most_players
from transport.refusals import Refused

ANY, NEAR = "any", "near"
USUAL_MINUTES = 30


def kept_in_words(count: int) -> str:
    """How many games a wish keeps going; 0: it ends when a game begins."""
    if not count:
        return gettext("one, then stop looking")
    words = ngettext("always %(count)s game going", "always %(count)s games going", count)
    return words % {"count": count}


class WishForm(forms.Form):
    """What a member wishes for: when, which games, with how many players of what strength."""

    pace = forms.ChoiceField(
        label=gettext_lazy("When"),
        choices=Pace.choices,
        initial=Pace.NOW,
        widget=forms.RadioSelect,
    )
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("For how long"),
        coerce=int,
        initial=USUAL_MINUTES,
        required=False,
        widget=forms.RadioSelect,
    )
    keep = forms.TypedChoiceField(
        label=gettext_lazy("How many games"),
        coerce=int,
        initial=0,
        required=False,
        widget=forms.RadioSelect,
    )
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one game.")},
    )
    least = forms.TypedChoiceField(label=gettext_lazy("Players, at least"), coerce=int, initial=2)
    most = forms.TypedChoiceField(label=gettext_lazy("At most"), coerce=int, initial=4)
    strength = forms.ChoiceField(
        label=gettext_lazy("Their strength"),
        choices=[(ANY, gettext_lazy("any")), (NEAR, gettext_lazy("near mine"))],
        initial=ANY,
        widget=forms.RadioSelect,
    )

    lets_in = forms.ChoiceField(
        label=gettext_lazy("Play with"),
        choices=[(asked.value, LETS_IN[asked]) for asked in LetsIn],
        initial=LetsIn.ANYONE,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        games = offered_games()
        super().__init__(data, initial={"games": [game.slug for game in games]}, auto_id="wish-%s")
        counts = [(str(count), str(count)) for count in range(2, most_players() + 1)]
        choices: dict[str, Any] = {
            "games": [(game.slug, game.name) for game in games],
            "least": counts,
            "most": counts,
            "minutes": [(str(each), in_words(60 * each)) for each in MINUTES],
            "keep": [(str(count), kept_in_words(count)) for count in range(MOST_KEPT + 1)],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    @property
    def choice(self) -> WishChoice:
        """What a valid form asks for. All games are stored as any game, so that games that the club
        gets later count."""
        said = self.cleaned_data
        is_any = len(said["games"]) == len(offered_games())
        return WishChoice(
            pace=said["pace"],
            games=() if is_any else said["games"],
            least=said["least"],
            most=said["most"],
            near_only=said["strength"] == NEAR,
            lets_in=LetsIn(said["lets_in"] or LetsIn.ANYONE),
            keep=said["keep"] or 0,
            minutes=said["minutes"] or USUAL_MINUTES,
        )

    def clean(self) -> dict[str, Any]:
        """Refuses a choice that no game can meet, at its field."""
        said = super().clean() or {}
        if not self.errors:
            try:
                check_choice(self.choice)
            except Refused as refused:
                self.add_error(refused.at, refused.message)
        return said
