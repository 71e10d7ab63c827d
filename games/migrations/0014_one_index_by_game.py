"""The constraints have indexes that begin with the game; one each is enough."""

import django.db.models.deletion
from django.db import migrations, models


def of_game(related_name: str) -> models.ForeignKey:
    return models.ForeignKey(
        "games.game",
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        db_index=False,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0013_no_positions")]

    operations = [
        migrations.AlterField("seat", "game", of_game("seats")),
        migrations.AlterField("sealedaction", "game", of_game("sealed_actions")),
        migrations.AlterField("step", "game", of_game("steps")),
        migrations.AlterField("gameevent", "game", of_game("game_events")),
    ]
