"""Columns for what steps hold of the engine's states, empty until the next migration fills them."""

from django.db import migrations, models

from games.fields import PackedJSONField


class Migration(migrations.Migration):
    dependencies = [("games", "0010_tenures_of_stored_games")]

    operations = [
        migrations.AddField("game", "awaiting", models.JSONField(null=True)),
        migrations.AddField("step", "played", PackedJSONField(null=True)),
        migrations.AddField("step", "events", PackedJSONField(null=True)),
        migrations.AddField("step", "turn", models.PositiveIntegerField(null=True)),
        migrations.AddField("step", "sealed", models.BooleanField(null=True)),
        migrations.AddField("step", "state", models.BinaryField(null=True)),
        migrations.AddField("step", "whole", models.PositiveIntegerField(null=True)),
    ]
