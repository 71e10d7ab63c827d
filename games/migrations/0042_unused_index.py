from django.db import migrations


class Migration(migrations.Migration):

    last_release_can_do_without = 'nobody looks for the beginning of an address'

    dependencies = [
        ('games', '0041_settings_last'),
    ]

    operations = [
        # Django adds such an index to every unique text, for LIKE. Each turn wrote to it.
        migrations.RunSQL(
            'DROP INDEX IF EXISTS games_game_public_id_d4bec2e8_like', migrations.RunSQL.noop
        ),
    ]
