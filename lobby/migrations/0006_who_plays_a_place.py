"""A place says itself whether the game's own bot will choose there; it was where a bot sat."""

from django.db import migrations, models


def note_bots(apps, schema_editor):
    """Until now the server played for every account that is a bot."""
    apps.get_model("lobby", "Place").objects.filter(user__is_bot=True).update(engine_plays=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("lobby", "0005_listed_is_read_from_settings"),
    ]

    operations = [
        migrations.AddField("place", "engine_plays", models.BooleanField(default=False)),
        migrations.RunPython(note_bots, migrations.RunPython.noop),
    ]
