"""A widget for a number: radios for a few common values and a field for any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

OTHER = "other"
"""The value of the radio for any other number, and the suffix of that field's name."""


class UsualNumbers(forms.RadioSelect):
    """Radios for the common numbers, and one with a field for any other.

    A client may also send any number directly under the field's own name.
    """

    def __init__(self, usual: Sequence[int], *, least: int, most: int) -> None:
        numbers = [str(number) for number in usual]
        super().__init__(
            choices=[*((number, number) for number in numbers), (OTHER, gettext_lazy("other"))]
        )
        self.usual = numbers
        self.written = forms.NumberInput(attrs={"min": least, "max": most})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The chosen number, or the entered one."""
        chosen = data.get(name)
        return data.get(f"{name}_{OTHER}") if chosen == OTHER else chosen

    def format_value(self, value: Any) -> list[str]:
        """The radio to select for a value."""
        return [str(value) if str(value) in self.usual else OTHER]

    def subwidgets(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None
    ) -> Iterator[dict[str, Any]]:
        """The radios and the field after them, with the current value."""
        yield from super().subwidgets(name, value, attrs)
        label = gettext("Another number")
        own = {"id": f"id_{name}_{OTHER}", "aria-label": label}
        widget = self.written.get_context(f"{name}_{OTHER}", value, own)["widget"]
        yield {**widget, "label": label}
