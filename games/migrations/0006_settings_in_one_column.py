"""A game's settings are one column, which the columns they were in become."""

from django.db import migrations, models

COLUMNS = ("listed", "turn_seconds", "turn_ends", "absences_allowed")


def gather(apps, schema_editor):
    """Writes what stood in columns of their own into the one."""
    games = apps.get_model("games", "Game").objects
    rows = []
    for game in games.only("pk", *COLUMNS).order_by("pk").iterator(chunk_size=500):
        game.settings = {name: getattr(game, name) for name in COLUMNS}
        rows.append(game)
        if len(rows) == 500:
            games.bulk_update(rows, ["settings"])
            rows = []
    games.bulk_update(rows, ["settings"])


class Migration(migrations.Migration):
    dependencies = [("games", "0005_lists_by_date")]

    operations = [
        migrations.AddField(
            "game", "settings", models.JSONField(default=dict), preserve_default=False
        ),
        migrations.RunPython(gather),
        migrations.RemoveIndex("game", "listed_by_start"),
        *(migrations.RemoveField("game", name) for name in COLUMNS),
    ]
