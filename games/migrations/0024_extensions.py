"""How often the time of each seat is still extended, and whether this turn's has been."""

from django.db import migrations, models

EXTENDED = ("extended", "extended the time for a seat")
WHAT = [
    ("paused", "paused the game"),
    ("resumed", "resumed the game"),
    ("ended-turn", "ended the turn"),
    ("removed-seat", "removed a seat"),
    ("cancelled", "cancelled the game"),
    ("stopped", "could not resolve the turn"),
    ("away", "was away"),
    ("abandoned", "cancelled the game, which nobody played any more"),
    EXTENDED,
]


class Migration(migrations.Migration):
    dependencies = [("games", "0023_paused_at_and_answers")]

    operations = [
        migrations.AddField("game", "extended", models.BooleanField(default=False)),
        migrations.AddField("seat", "extensions", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField(
            "moderatoract",
            "what",
            models.CharField(choices=WHAT, max_length=15, verbose_name="what"),
        ),
    ]
