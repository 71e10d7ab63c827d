"""The form that opens a table: the game's own options, and the settings of every table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy

from accounts.models import User
from engines.registry import GAMES
from engines.rules import Rules
from games.models import Game
from games.play.clock import is_quick
from games.play.settings import GameSettings, LetsIn, TurnEnds, VotesNeed
from lobby.forms.options import PREFIX, JsonField, option_fields
from lobby.forms.presets import TILES, Preset
from lobby.forms.table_fields import (
    MEMBERS,
    NEITHER,
    NEVER,
    THEN_BOTS,
    USUAL,
    VOTE_FIELDS,
    table_fields,
)
from lobby.forms.timer import ASKED_FOR, time_of, timer_fields, timer_initial
from lobby.forms.times import time_initial
from lobby.member_settings import suggested_title
from lobby.models import Table
from lobby.table_settings import (
    TableSettings,
    check_table_settings,
    has_secret_turns,
    usual_extensions,
    waits_for_days_off,
)
from transport.refusals import Refused


class OpenTableForm(forms.Form):
    """All settings of a table. ``shown``: the game whose options the page showed."""

    opens_all = True
    """Whether all settings can be chosen, not only those open to every member."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"))
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        engine: Rules[Any],
        host: User,
        initial: Mapping[str, Any] | None = None,
        games: Sequence[Rules[Any]] = GAMES,
    ) -> None:
        """``engine``: the game whose options the form has; ``games``: those to choose from."""
        self.engine, self.host, self.games = engine, host, games
        super().__init__(
            data, initial={**defaults(engine), **(initial or {}), "shown": engine.slug}
        )
        self.fields["variant"] = forms.ChoiceField(
            label=gettext_lazy("Game"),
            choices=[(game.slug, game.name) for game in games],
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": gettext_lazy("Choose a game.")},
        )
        self.fields.update(option_fields(engine))
        self.fields.update(table_fields(engine, suggested_title(host, engine)))
        if not has_secret_turns(engine.slug):
            del self.fields["turn_ends"]

    @property
    def tiles(self) -> list[tuple[BoundWidget, Rules[Any]]]:
        """The radio button of each game to choose from."""
        return list(zip(self["variant"], self.games, strict=True))

    @property
    def presets(self) -> list[list[tuple[Preset, bool]]]:
        """The presets by tile, each with whether the form's values are those of the preset."""
        return [[(preset, self.holds(preset)) for preset in tile] for tile in TILES]

    def holds(self, preset: Preset) -> bool:
        """Whether the form's values are those of the preset."""
        filled = preset.fields(self.engine)
        return all(str(self[name].value()) == str(value) for name, value in filled.items())

    @property
    def main_options(self) -> list[forms.BoundField]:
        """The game's options that everybody chooses: the size of the board."""
        return [field for field in self._options if field.name in self._main_names]

    @property
    def plain_options(self) -> list[forms.BoundField]:
        """The game's other options, except those written as JSON."""
        plain = (field for field in self._options if not isinstance(field.field, JsonField))
        return [field for field in plain if field.name not in self._main_names]

    @property
    def advanced_options(self) -> list[forms.BoundField]:
        """The game's options written as JSON."""
        return [field for field in self._options if isinstance(field.field, JsonField)]

    @property
    def votes(self) -> list[forms.BoundField]:
        """A field for each matter that players can vote on."""
        return [self[name] for name in VOTE_FIELDS.values()]

    @property
    def _main_names(self) -> set[str]:
        return {PREFIX + option.name for option in self.engine.size_options()}

    @property
    def _options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def wrong_beyond_main(self) -> bool:
        """Whether a field outside the main part of the form has an error."""
        main = {"variant", "seats", "take_seat", *timer_fields(), *self._main_names}
        return bool(self.errors.keys() - main - {NON_FIELD_ERRORS})

    def clean_title(self) -> str:
        """The title on one line, or the suggested one."""
        shown = (c if c.isprintable() else " " for c in self.cleaned_data["title"])
        return " ".join("".join(shown).split()) or suggested_title(self.host, self.engine)

    def clean_absences_allowed(self) -> int | None:
        """After how many missed turns a player is out; None for never."""
        said = self.cleaned_data["absences_allowed"]
        return None if said == NEVER else int(said)

    def clean_patience_seconds(self) -> int:
        """After how many seconds a turn without a timer counts as missed."""
        return int(self.cleaned_data["patience_seconds"] or GameSettings().patience_seconds)

    def clean_away_minutes(self) -> int:
        """After how many minutes a player who is away leaves the game."""
        return int(self.cleaned_data["away_minutes"] or GameSettings().away_minutes)

    def clean_extensions(self) -> int | None:
        """How many extensions each player has; None for the usual number."""
        said = self.cleaned_data["extensions"]
        return None if said in ("", USUAL) else int(said)

    def clean_lets_in(self) -> LetsIn:
        """Which members may join."""
        return LetsIn(self.cleaned_data["lets_in"])

    def clean_turn_ends(self) -> TurnEnds:
        """What ends a turn."""
        return TurnEnds(self.cleaned_data["turn_ends"])

    def clean_votes_need(self) -> VotesNeed:
        """What a vote needs to pass."""
        return VotesNeed(self.cleaned_data["votes_need"])

    def clean(self) -> dict[str, Any]:
        """Builds and checks the table settings once every single field is valid."""
        for timer, names in ASKED_FOR.items():
            if self.cleaned_data.get("timer") != timer:  # the chosen timer does not use them
                for name in names:
                    self.errors.pop(name, None)
        if not self.errors:
            self.cleaned_data.update(time_of(self.cleaned_data))
            self.cleaned_data["table_settings"] = chosen = self._table_settings()
            try:
                check_table_settings(chosen)
            except Refused as refused:
                names = (PREFIX + str(refused.at), refused.at)
                at = next((name for name in names if name in self.fields), None)
                self.add_error(at, refused.message)
        return self.cleaned_data

    @property
    def table_settings(self) -> TableSettings:
        """The settings that a valid form describes."""
        chosen = self.cleaned_data["table_settings"]
        assert isinstance(chosen, TableSettings)
        return chosen

    @property
    def takes_seat(self) -> bool:
        """Whether the host takes a seat, in a valid form."""
        return bool(self.cleaned_data["take_seat"])

    def _table_settings(self) -> TableSettings:
        self._add_what_follows()
        said = self.cleaned_data
        names = [option.name for option in self.engine.offered_options()]
        return TableSettings(
            variant=self.engine.slug,
            options=self.engine.table_options({name: said[PREFIX + name] for name in names}),
            seats=said["seats"],
            settings=self._settings(),
            joining=said["joining"],
            title=said["title"],
            starts=said["starts"],
            players_run=said["players_run"],
            players_seat_bots=said["players_seat_bots"],
            bots_join=said["bots_join"],
            players_invite=said["players_invite"],
            bots_after=said["bots_after"],
        )

    def _add_what_follows(self) -> None:
        """Fills in the settings that depend on the length of a turn or on several fields."""
        said = self.cleaned_data
        if not is_quick(self._settings()):
            said["leaves_when_away"] = False
        if said["extensions"] is None:
            said["extensions"] = usual_extensions(self._settings())
        if not waits_for_days_off(self._settings()):
            said["days_off"] = False
        said["votes"] = tuple(vote for vote, name in VOTE_FIELDS.items() if said[name])
        said["seats_taken_over"] = said["taking_over"] != NEITHER
        said["bots_take_over"] = said["taking_over"] == THEN_BOTS

    def _settings(self) -> GameSettings:
        said = self.cleaned_data
        names = [name for name in GameSettings.__struct_fields__ if said.get(name) is not None]
        never = {"absences_allowed": said["absences_allowed"]}
        return GameSettings(**{**{name: said[name] for name in names}, **never})


def defaults(engine: Rules[Any]) -> dict[str, Any]:
    """The form's initial values for a game."""
    allowed = engine.seats_allowed()
    return {
        "variant": engine.slug,
        **{name: field.initial for name, field in option_fields(engine).items()},
        "seats": max((count for count in allowed if count <= 4), default=min(allowed)),
        **timer_initial(engine.turn_seconds),
        **time_initial(),
        "turn_ends": engine.turn_ends,
        "absences_allowed": "3",
        "extensions": USUAL,
        "days_off": True,
        "leaves_when_away": engine.leaves_when_away,
        "away_minutes": GameSettings().away_minutes,
        "taking_over": THEN_BOTS,
        **dict.fromkeys(VOTE_FIELDS.values(), True),
        "votes_need": VotesNeed.ALL,
        "joining": Table.Joining.ANYONE,
        "lets_in": LetsIn.ANYONE,
        "starts": Table.Starts.READY,
        "players_run": True,
        "players_seat_bots": True,
        "bots_join": False,
        "players_invite": True,
        "bots_after": NEVER,
        "listed": True,
        "rated": True,
        "title": "",
        "take_seat": True,
    }


def like(game: Game) -> dict[str, Any]:
    """The form's initial values for a table like the one of this game."""
    settings, fields = game.settings, option_fields(game.engine)
    return {
        **{
            PREFIX + name: _shown(fields[PREFIX + name], value)
            for name, value in game.options.items()
            if PREFIX + name in fields
        },
        **timer_initial(settings.turn_seconds, settings.calendar),
        "seats": game.seats.count(),
        "turn_ends": settings.turn_ends,
        "absences_allowed": str(settings.absences_allowed or NEVER),
        "extensions": str(settings.extensions),
        **({"days_off": settings.days_off} if waits_for_days_off(settings) else {}),
        **({"leaves_when_away": settings.leaves_when_away} if is_quick(settings) else {}),
        "away_minutes": settings.away_minutes,
        "taking_over": _taking_over(settings),
        **{name: vote in settings.votes for vote, name in VOTE_FIELDS.items()},
        "votes_need": settings.votes_need,
        "lets_in": settings.lets_in,
        "listed": settings.listed,
        "rated": settings.rated,
    }


def _taking_over(settings: GameSettings) -> str:
    if not settings.seats_taken_over:
        return NEITHER
    return THEN_BOTS if settings.bots_take_over else MEMBERS


def _shown(field: forms.Field, value: Any) -> Any:
    """An option's value as its field shows it."""
    if isinstance(field, JsonField):
        return "" if value is None else json.dumps(value)
    return value


def kept_for(form: OpenTableForm, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values to carry over from the form for one game (``data``) to ``form``, an empty form for
    another game: those that were changed from the default and fit."""
    before = one_of(GAMES, data.get("shown"))
    usual = defaults(before)
    untouched = {name: str(value) for name, value in usual.items()}
    kept: dict[str, Any] = {}
    for name, field in form.fields.items():
        if isinstance(field, forms.BooleanField):
            if (name in data) != usual[name]:
                kept[name] = name in data
        elif name in data:
            said = field.widget.value_from_datadict(data, {}, name)
            if str(said) != untouched.get(name) and _fits(field, said):
                kept[name] = said
    return {**kept, "variant": form.engine.slug}


def _fits(field: forms.Field, value: Any) -> bool:
    try:
        field.clean(value)
    except forms.ValidationError:
        return False
    return True


def one_of(games: Sequence[Rules[Any]], slug: Any) -> Rules[Any]:
    """The game with this slug; the first one if there is none."""
    return next((game for game in games if game.slug == slug), games[0])
