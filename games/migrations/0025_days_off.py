"""For whom a turn waits, who is off, and until which day."""

from django.db import migrations, models

WHAT = [
    ("paused", "paused the game"),
    ("resumed", "resumed the game"),
    ("ended-turn", "ended the turn"),
    ("removed-seat", "removed a seat"),
    ("cancelled", "cancelled the game"),
    ("stopped", "could not resolve the turn"),
    ("away", "was away"),
    ("abandoned", "cancelled the game, which nobody played any more"),
    ("extended", "extended the time for a seat"),
    ("waits", "waits for a player who is off"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0024_extensions")]

    operations = [
        migrations.AddField("game", "waited", models.BooleanField(default=False)),
        migrations.AddField("seat", "off_until", models.DateField(blank=True, null=True)),
        migrations.AddField(
            "moderatoract",
            "until",
            models.DateField(blank=True, null=True, verbose_name="until"),
        ),
        migrations.AddIndex(
            "moderatoract",
            models.Index(
                models.F("until"),
                condition=models.Q(("until__isnull", False)),
                name="by_day",
            ),
        ),
        migrations.AlterField(
            "moderatoract",
            "what",
            models.CharField(choices=WHAT, max_length=15, verbose_name="what"),
        ),
    ]
