"""The people who play in running games have a minute to come back after the update."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone


def expect_players(apps, schema_editor):
    """Looks at their seats in a minute."""
    due_at = timezone.now() + timedelta(minutes=1)
    presence = apps.get_model("games", "Presence").objects
    held = apps.get_model("games", "Seat").objects.filter(
        game__status__in=["running", "paused"], left_why="", engine_plays=False
    )
    people = held.exclude(user__is_bot=True).values_list("pk", "game_id")
    presence.bulk_create(
        (presence.model(seat_id=seat, game_id=game, due_at=due_at) for seat, game in people),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0016_who_is_there")]

    operations = [migrations.RunPython(expect_players, migrations.RunPython.noop)]
