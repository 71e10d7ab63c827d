"""Model fields of our own: compressed JSON, and the settings of a game, with a generated column for
the setting that lists search by."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform

from games.play.settings import GameSettings, read_settings
from games.play.states import packed, unpacked


class PackedJSONField(models.BinaryField):
    """JSON that is stored compressed (:mod:`games.play.states`). Queries cannot look into it."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The JSON value."""
        return None if value is None else unpacked(bytes(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """The stored bytes."""
        stored = None if value is None else packed(value)
        return super().get_db_prep_value(stored, connection, prepared)


class SettingsField(models.JSONField):
    """The settings of a game or a table, all in one column. Migrations see plain JSON."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The settings; a single setting if the query asks for one; None if there is no row."""
        found = super().from_db_value(value, expression, connection)
        alone = found is None or isinstance(expression, KeyTransform)
        return found if alone else read_settings(found)

    def get_prep_value(self, value: Any) -> Any:
        """The settings as stored JSON."""
        value = value.as_json() if isinstance(value, GameSettings) else value
        return super().get_prep_value(value)

    def value_to_string(self, obj: models.Model) -> Any:
        """The value in Django's serialised data."""
        return self.get_prep_value(self.value_from_object(obj))

    def deconstruct(self) -> Any:
        """As a column of JSON: a migration must not change with the settings."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class ListedSetting(models.Func):
    """SQL for whether a game or table is public."""

    output_field = models.BooleanField()
    template = "((%(expressions)s ->> 'listed')::boolean)"


class ListedColumn(models.GeneratedField):
    """``settings.listed`` as a column that the database generates, because all lists of games and
    tables search by it and an index can hold it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("expression", ListedSetting("settings"))
        options.setdefault("output_field", models.BooleanField())
        options.setdefault("db_persist", True)
        super().__init__(**options)

    def deconstruct(self) -> Any:
        """As a plain generated column."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.GeneratedField", args, kwargs
