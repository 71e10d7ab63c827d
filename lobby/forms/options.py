"""A game's options as fields of a form, made from the game's own declaration."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext

from engines import strict_json
from engines.options import Choice, Integer, Number, Option, Structure
from engines.rules import Rules
from lobby.forms.usual import UsualNumbers
from lobby.table_settings import in_words_of, sentence

PREFIX = "option_"
"""Before an option's name in the name of its field."""

LONGEST_JSON = 20_000
"""Characters of an option that is written as JSON."""


def option_fields(engine: Rules[Any]) -> dict[str, forms.Field]:
    """A field for each option that tables choose, by the field's name."""
    options = engine.offered_options()
    fields = {PREFIX + option.name: option_field(option) for option in options}
    by_name = {option.name: option for option in options}
    for option in options:
        if isinstance(option, Number) and option.usual_for is not None:
            followed, usual = option.usual_for
            fields[PREFIX + option.name].widget.attrs |= _follows(by_name[followed], usual)
    return fields


def _follows(followed: Option, usual: Callable[[int], float]) -> dict[str, str]:
    """What the page's script reads: which field is followed, and what is usual for its values."""
    assert isinstance(followed, Integer)
    values = {value: usual(value) for value in range(followed.least, followed.most + 1)}
    return {"data-follows": PREFIX + followed.name, "data-usual": json.dumps(values)}


def option_field(option: Option) -> forms.Field:
    """The field for one option: its label, its one line of help, its range, its default."""
    if isinstance(option, Integer):
        return _integer(option)
    if isinstance(option, Number):
        return NumberField(
            min_value=option.least, max_value=option.most, step_size=None, **_words(option)
        )
    if isinstance(option, Choice):
        choices = [(value, gettext(label)) for value, label in option.choices]
        return forms.ChoiceField(choices=choices, widget=_radios(option), **_words(option))
    if isinstance(option, Structure):
        return JsonField(option)
    raise TypeError(f"no field for an option of the kind {option.kind}")


def _words(option: Option, allowed: str = "") -> dict[str, Any]:
    if isinstance(option, Integer | Number):
        ends = {"least": f"{option.least:g}", "most": f"{option.most:g}"}
        if isinstance(option, Integer) and option.optional:
            allowed = gettext("From %(least)s to %(most)s, or empty for none.") % ends
        else:
            allowed = gettext("From %(least)s to %(most)s.") % ends
    # Engines speak JSON, where nothing is null; in a form nothing is an empty field.
    helps = gettext(option.help).replace("null", "empty")
    help_text = f"{sentence(helps)} {allowed}".strip()
    return {"label": gettext(option.label), "help_text": help_text, "initial": option.default}


def _integer(option: Integer) -> forms.IntegerField:
    ends = {"least": option.least, "most": option.most}
    allowed = gettext("Enter a whole number from %(least)s to %(most)s.") % ends
    usual: dict[str, Any] = {}
    if option.usual:
        usual["widget"] = UsualNumbers(option.usual, least=option.least, most=option.most)
    return forms.IntegerField(
        min_value=option.least,
        max_value=option.most,
        required=not option.optional,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), allowed),
        **usual,
        **_words(option),
    )


def _radios(option: Choice) -> forms.Widget:
    return forms.RadioSelect() if len(option.choices) <= 5 else forms.Select()


class NumberField(forms.FloatField):
    """A number, whole or not, within a range."""

    def __init__(self, *, min_value: float, max_value: float, **kwargs: Any) -> None:
        ends = {"least": f"{min_value:g}", "most": f"{max_value:g}"}
        allowed = gettext("Enter a number from %(least)s to %(most)s.") % ends
        messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), allowed)
        super().__init__(
            min_value=min_value, max_value=max_value, error_messages=messages, **kwargs
        )

    def clean(self, value: Any) -> float | int:
        """The number; an int where nothing is behind the point."""
        number = super().clean(value)
        return int(number) if number.is_integer() else number


class JsonField(forms.CharField):
    """An option that is a structure, written as JSON; empty: the game's usual."""

    def __init__(self, option: Structure) -> None:
        self.option = option
        words = _words(option)
        as_json = gettext("As JSON: %(allowed)s.") % {"allowed": gettext(option.allowed)}
        super().__init__(
            required=False,
            max_length=LONGEST_JSON,
            label=words["label"],
            help_text=f"{words['help_text']} {as_json}",
            initial="",
            widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "code"}),
        )

    def clean(self, value: Any) -> Any:
        """The checked structure. Raises ValidationError with what may be written."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return self.option.parse(strict_json.parse(text))
        except ValueError as error:
            raise forms.ValidationError(in_words_of(error)) from None
