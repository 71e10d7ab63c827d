"""The page that helps to choose a game, and how each game describes itself there.

Facts about the rules come from the engine. The words come from the game's file
``templates/rules/SLUG_choosing.json``: a ``sentence``; how many ``minutes`` a game takes; how much
``learning`` (1 to 3), ``luck``, ``guessing`` and ``calculation`` (0 to 3) it has; what it ``feels``
like; who ``likes`` it; and a ``picture`` as in ``SLUG.json``.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from engines.registry import GAMES
from engines.rules import Json, Rules
from games.pages.pictures import has_board
from games.pages.rules import TEMPLATES, seats_in_words

AMOUNTS = (
    pgettext_lazy("how much there is", "none"),
    pgettext_lazy("how much there is", "a little"),
    pgettext_lazy("how much there is", "some"),
    pgettext_lazy("how much there is", "a lot"),
)
LEARNING = (
    "",
    gettext_lazy("in a minute"),
    gettext_lazy("in five minutes"),
    gettext_lazy("in a game or two"),
)
SHORT = 20
"""A game is short if it takes at most this many minutes."""


@dataclass(frozen=True)
class Profile:
    """What a game is like, for somebody who is choosing one."""

    engine: Rules[Any]
    sentence: str
    minutes: tuple[int, int]
    learning: int
    luck: int
    guessing: int
    calculation: int
    feels: str
    likes: str

    def in_language(self) -> Profile:
        """Returns the same profile with its words in the current language."""
        return dataclasses.replace(
            self,
            sentence=gettext(self.sentence),
            feels=gettext(self.feels),
            likes=gettext(self.likes),
        )

    @property
    def length(self) -> str:
        """How long a game takes if nobody dawdles."""
        least, most = self.minutes
        return gettext("%(least)s to %(most)s minutes") % {"least": least, "most": most}

    @property
    def learned(self) -> str:
        """How soon one learns the rules."""
        return str(LEARNING[self.learning])

    @property
    def amounts(self) -> list[tuple[str, int, str]]:
        """The game's ingredients: for each its label, its level from 0 to 3, and the level in
        words."""
        levels = {
            gettext("Luck"): self.luck,
            gettext("Reading opponents"): self.guessing,
            gettext("Calculating"): self.calculation,
        }
        return [(label, level, str(AMOUNTS[level])) for label, level in levels.items()]

    @property
    def secret(self) -> bool:
        """Whether choices are made in secret."""
        return self.engine.begins_sealed()

    @property
    def seats(self) -> str:
        """How many players it is for, such as ``2 or 4``."""
        return seats_in_words(self.engine)


@cache
def profiles() -> tuple[Profile, ...]:
    """Returns the games that describe themselves and can be played here, in the registry's
    order."""
    return tuple(_profile(engine, said) for engine, said in _said())


def drawn_of(slug: str) -> str | None:
    """Returns the JSON of the picture that shows a kind of game; None if it has none."""
    return _drawn().get(slug)


@cache
def _drawn() -> dict[str, str]:
    return {engine.slug: json.dumps(said["picture"]) for engine, said in _said()}


def _said() -> list[tuple[Rules[Any], Json]]:
    files = [(engine, TEMPLATES / f"{engine.slug}_choosing.json") for engine in GAMES]
    return [
        (engine, json.loads(file.read_text(encoding="utf-8")))
        for engine, file in files
        if file.exists() and has_board(engine.slug)
    ]


def _profile(engine: Rules[Any], said: Json) -> Profile:
    words = {name: value for name, value in said.items() if name != "picture"}
    least, most = said["minutes"]
    return Profile(engine=engine, **{**words, "minutes": (least, most)})


class ChoosingForm(forms.Form):
    """A few plain questions; each may be left unanswered."""

    players = forms.ChoiceField(
        label=gettext_lazy("How many players?"),
        help_text=gettext_lazy("Bots can take seats too."),
        required=False,
        choices=[
            ("", gettext_lazy("Any number")),
            *((str(n), str(n)) for n in (2, 3, 4, 5)),
            ("6", gettext_lazy("6 or more")),
        ],
        widget=forms.RadioSelect,
    )
    time = forms.ChoiceField(
        label=gettext_lazy("How long may it take?"),
        required=False,
        choices=[
            ("", gettext_lazy("Any length")),
            ("short", gettext_lazy("About 20 minutes")),
            ("long", gettext_lazy("Longer")),
        ],
        widget=forms.RadioSelect,
    )
    choices = forms.ChoiceField(
        label=gettext_lazy("How do you like to choose?"),
        required=False,
        choices=[
            ("", gettext_lazy("Either way")),
            ("secret", gettext_lazy("In secret, all at once")),
            ("open", gettext_lazy("In the open, in turn")),
        ],
        widget=forms.RadioSelect,
    )


def misfits(game: Profile, wanted: Json) -> list[str]:
    """Returns why a game does not fit the answers; empty if it fits."""
    why = []
    players = int(wanted.get("players") or 0)
    allowed = game.engine.seats_allowed()
    if players and not any(n == players or n > players == 6 for n in allowed):
        why.append(gettext("for %(seats)s players") % {"seats": game.seats})
    least, most = game.minutes
    if wanted.get("time") == "short" and least > SHORT:
        why.append(gettext("takes %(time)s") % {"time": game.length})
    if wanted.get("time") == "long" and most <= SHORT:
        why.append(gettext("over in %(time)s") % {"time": game.length})
    if wanted.get("choices") == ("open" if game.secret else "secret"):
        why.append(gettext("choices are secret") if game.secret else gettext("choices are open"))
    return why


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Shows every game with its profile; those that fit the answers come first."""
    form = ChoosingForm(request.GET)
    form.is_valid()
    wanted = form.cleaned_data
    games = [(each.in_language(), misfits(each, wanted)) for each in profiles()]
    context = {
        "form": form,
        "asked": any(wanted.values()),
        "fitting": [each for each, why in games if not why],
        "others": [(each, ", ".join(why)) for each, why in games if why],
    }
    return render(request, "rules/choose.html", context, status=200 if not form.errors else 400)
