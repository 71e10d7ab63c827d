"""Since when a game has been paused; and what answers in a count are called."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_plans")]

    operations = [
        migrations.RenameField("game", "extensions", "answers"),
        migrations.AddField("game", "paused_at", models.DateTimeField(blank=True, null=True)),
    ]
