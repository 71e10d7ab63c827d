"""A seat says itself whether the game's own bot chooses there; it was where a bot's account sat."""

from django.db import migrations, models


def note_bots(apps, schema_editor):
    """Until now the server played for every account that is a bot."""
    apps.get_model("games", "Seat").objects.filter(user__is_bot=True).update(engine_plays=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("games", "0007_listed_is_read_from_settings"),
    ]

    operations = [
        migrations.AddField("seat", "engine_plays", models.BooleanField(default=False)),
        migrations.RunPython(note_bots, migrations.RunPython.noop),
    ]
