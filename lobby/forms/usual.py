"""A number of which a few are usual: those at a tap, any other written beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

OTHER = "other"
"""What is chosen where a number is written, and how the name of its field ends."""


class UsualNumbers(forms.RadioSelect):
    """Radios for the usual numbers and one for any other, with a field to write it in.

    Whoever sends a number under the field's own name need not say that it is another one.
    """

    def __init__(self, usual: Sequence[int], *, least: int, most: int) -> None:
        numbers = [str(number) for number in usual]
        super().__init__(
            choices=[*((number, number) for number in numbers), (OTHER, gettext_lazy("other"))]
        )
        self.usual = numbers
        self.written = forms.NumberInput(attrs={"min": least, "max": most})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The number that is chosen, or the one that is written."""
        chosen = data.get(name)
        return data.get(f"{name}_{OTHER}") if chosen == OTHER else chosen

    def format_value(self, value: Any) -> list[str]:
        """Which of the radios stands for a value."""
        return [str(value) if str(value) in self.usual else OTHER]

    def subwidgets(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None
    ) -> Iterator[dict[str, Any]]:
        """The radios, and the field behind them, which begins with what is chosen."""
        yield from super().subwidgets(name, value, attrs)
        label = gettext("Another number")
        own = {"id": f"id_{name}_{OTHER}", "aria-label": label}
        widget = self.written.get_context(f"{name}_{OTHER}", value, own)["widget"]
        yield {**widget, "label": label}
