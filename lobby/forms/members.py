"""The form for opening a table for members who are not hosts: the same page with fewer fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from games.play.settings import GameSettings
from lobby.forms.opening import OpenTableForm
from lobby.forms.options import PREFIX
from lobby.forms.presets import Preset, preset_of
from lobby.forms.timer import timer_fields
from lobby.member_settings import member_settings, suggested_title
from lobby.models import Table
from lobby.table_settings import TableSettings

FILLED = "filled"
"""The hidden field with the name of the preset that was applied last."""


class MembersTableForm(OpenTableForm):
    """Fields for game, players, board size and time. Other fields are ignored if sent; they have
    their defaults, or the values of the preset that was applied."""

    opens_all = False

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        sizes = {PREFIX + option.name for option in self.engine.size_options()}
        asked = {"variant", "shown", "seats", "lets_in", "bots_after", "turn_ends"}
        asked |= {*timer_fields(), *sizes}
        for name in self.fields.keys() - asked:
            del self.fields[name]
        self.fields[FILLED] = forms.Field(widget=forms.HiddenInput, required=False)

    def holds(self, preset: Preset) -> bool:
        """Whether the form has a preset's values, including those in hidden fields."""
        filled = preset.fields(self.engine).items()
        same = all(str(self[n].value()) == str(value) for n, value in filled if n in self.fields)
        return same and preset_of(self[FILLED].value()) is preset

    @property
    def takes_seat(self) -> bool:
        """True: a member opens a table to play at it."""
        return True

    def _table_settings(self) -> TableSettings:
        said = self.cleaned_data
        preset = preset_of(said[FILLED])
        chosen = {name: said[name] for name in GameSettings.__struct_fields__ if name in said}
        if preset is not None:
            chosen["absences_allowed"] = preset.absences_allowed
        sizes = {o.name: said[PREFIX + o.name] for o in self.engine.size_options()}
        table_settings = TableSettings(
            variant=self.engine.slug,
            options=self.engine.usual_options(sizes),
            seats=said["seats"],
            settings=GameSettings(**chosen),
            joining=Table.Joining.ANYONE,
            title=suggested_title(self.host, self.engine),
            starts=Table.Starts.READY if preset is None else preset.starts,
            bots_after=said["bots_after"],
        )
        return member_settings(table_settings, self.host)
