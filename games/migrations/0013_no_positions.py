"""The positions that steps held, and the state that games held, go: steps hold states now."""

from importlib import import_module
from typing import Any

from django.db import migrations, models

from games.fields import PackedJSONField

before = import_module("games.migrations.0012_states_of_steps")


def play_the_last_again(apps: Any, schema_editor: Any) -> None:
    """What a web process of before has resolved meanwhile; from here on it can resolve nothing."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("LOCK TABLE games_game, games_step IN ACCESS EXCLUSIVE MODE")
    before.play_again(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("games", "0012_states_of_steps")]

    operations = [
        migrations.RunPython(play_the_last_again, migrations.RunPython.noop),
        migrations.RemoveField("step", "line"),
        migrations.RemoveField("step", "actions"),
        migrations.RenameField("step", "played", "actions"),
        migrations.RemoveField("game", "state"),
        migrations.AlterField("game", "awaiting", models.JSONField(default=list)),
        migrations.AlterField("step", "events", PackedJSONField()),
        migrations.AlterField("step", "turn", models.PositiveIntegerField()),
        migrations.AlterField("step", "sealed", models.BooleanField()),
        migrations.AlterField("step", "state", models.BinaryField()),
        migrations.AlterField("step", "whole", models.PositiveIntegerField()),
    ]
