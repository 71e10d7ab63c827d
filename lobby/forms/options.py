"""Form fields for a game's options, made from the game's declaration of them."""

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
from lobby.table_settings import in_words_of
from transport.refusals import sentence

PREFIX = "option_"
"""The prefix of the names of options' fields."""

LONGEST_JSON = 20_000
"""Longest option that is entered as JSON, in characters."""


def option_fields(engine: Rules[Any]) -> dict[str, forms.Field]:
    """A field for each option that is set per table, by the field's name."""
    options = engine.offered_options()
    fields = {PREFIX + option.name: option_field(option) for option in options}
    by_name = {option.name: option for option in options}
    for option in options:
        if isinstance(option, Number) and option.usual_for is not None:
            followed, usual = option.usual_for
            fields[PREFIX + option.name].widget.attrs |= _follows(by_name[followed], usual)
    return fields


def _follows(followed: Option, usual: Callable[[int], float]) -> dict[str, str]:
    """Attributes for the page's script: the field that this option's default depends on, and the
    default for each of its values."""
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
    # The rules' help says "null" for no value, as in JSON; in a form that is an empty field.
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
    """An integer or decimal number within a range."""

    def __init__(self, *, min_value: float, max_value: float, **kwargs: Any) -> None:
        ends = {"least": f"{min_value:g}", "most": f"{max_value:g}"}
        allowed = gettext("Enter a number from %(least)s to %(most)s.") % ends
        messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), allowed)
        super().__init__(
            min_value=min_value, max_value=max_value, error_messages=messages, **kwargs
        )

    def clean(self, value: Any) -> float | int:
        """The number; an int if it has no fractional part."""
        number = super().clean(value)
        return int(number) if number.is_integer() else number


class JsonField(forms.CharField):
    """A structured option, entered as JSON; empty: the game's default."""

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
        """The checked structure. Raises ValidationError that says what is allowed."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return self.option.parse(strict_json.parse(text))
        except ValueError as error:
            raise forms.ValidationError(in_words_of(error)) from None
