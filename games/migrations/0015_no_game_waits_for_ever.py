"""Games without a timer wait for a day from now on, as those that begin later do."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

DAY = timedelta(days=1)


def give_a_day(apps, schema_editor):
    """Gives the step that each of them waits for a time at which it waits no longer."""
    games = apps.get_model("games", "Game").objects.filter(settings__turn_seconds=None)
    games.filter(status="running", deadline=None).update(deadline=timezone.now() + DAY)
    games.filter(status="paused", time_left=None).update(time_left=DAY)


class Migration(migrations.Migration):
    dependencies = [("games", "0014_one_index_by_game")]

    operations = [migrations.RunPython(give_a_day, migrations.RunPython.noop)]
