"""Moves the columns ``settings`` and ``listed`` to the end of the table of games.

PostgreSQL logs a changed row from its first to its last changed byte. The settings, which never
change and are most of the row, were in the middle, so that every turn wrote them to the log.
"""

from django.db import migrations, models

import games.store.columns

MOVE = """
ALTER TABLE games_game ADD COLUMN moved jsonb;
UPDATE games_game SET moved = settings;
ALTER TABLE games_game DROP COLUMN settings;
ALTER TABLE games_game RENAME COLUMN moved TO settings;
ALTER TABLE games_game ALTER COLUMN settings SET NOT NULL;
"""


class Migration(migrations.Migration):

    last_release_can_do_without = 'the columns are the same, in another order'

    dependencies = [
        ('games', '0040_presence_in_place'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='listed_by_start',
        ),
        migrations.RemoveField(
            model_name='game',
            name='listed',
        ),
        migrations.RunSQL(MOVE, migrations.RunSQL.noop),
        migrations.AddField(
            model_name='game',
            name='listed',
            field=models.GeneratedField(db_persist=True, expression=games.store.columns.ListedSetting('settings'), output_field=models.BooleanField(), verbose_name='public'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('finished_at__isnull', True), ('listed', True)), fields=['-started_at', '-id'], name='listed_by_start'),
        ),
    ]
