"""Whether a table is listed is a column that the database makes of its settings."""

from django.db import migrations, models

import games.settings_columns


class Migration(migrations.Migration):
    dependencies = [("lobby", "0004_settings_in_one_column")]

    operations = [
        migrations.AddField(
            "table",
            "listed",
            models.GeneratedField(
                db_persist=True,
                expression=games.settings_columns.ListedSetting("settings"),
                output_field=models.BooleanField(),
            ),
        ),
    ]
