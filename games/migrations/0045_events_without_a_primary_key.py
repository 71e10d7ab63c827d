from django.db import migrations


class Migration(migrations.Migration):

    last_release_can_do_without = 'it reads events by game, and deletes them without the index, too'

    dependencies = [
        ('games', '0044_steps_of_abandoned_games'),
    ]

    operations = [
        # Each choice wrote two or three events to this index, by which nobody looked for one.
        migrations.RunSQL(
            'ALTER TABLE games_gameevent DROP CONSTRAINT IF EXISTS games_gameevent_pkey',
            'ALTER TABLE games_gameevent ADD PRIMARY KEY (id)',
        ),
    ]
