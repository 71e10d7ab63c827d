"""Bots that are not ready yet are found by when they sat down."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_initial")]

    operations = [
        migrations.AddIndex(
            model_name="place",
            index=models.Index(
                models.F("joined_at"), condition=models.Q(("ready", False)), name="not_ready"
            ),
        ),
    ]
