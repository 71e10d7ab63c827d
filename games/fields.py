"""A column for JSON that only whole rows are read of."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.play.packed import packed, unpacked


class PackedJSONField(models.BinaryField):
    """JSON that is stored compressed (:mod:`games.play.packed`). Nothing in it can be asked for."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The JSON value."""
        return None if value is None else unpacked(bytes(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """As it is stored."""
        stored = None if value is None else packed(value)
        return super().get_db_prep_value(stored, connection, prepared)
