"""Whether a game is listed is a column that the database makes of its settings."""

from django.db import migrations, models

import games.settings_columns


class Migration(migrations.Migration):
    dependencies = [("games", "0006_settings_in_one_column")]

    operations = [
        migrations.AddField(
            "game",
            "listed",
            models.GeneratedField(
                db_persist=True,
                expression=games.settings_columns.ListedSetting("settings"),
                output_field=models.BooleanField(),
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                condition=models.Q(("finished_at__isnull", True), ("listed", True)),
                fields=["-started_at", "-id"],
                name="listed_by_start",
            ),
        ),
    ]
