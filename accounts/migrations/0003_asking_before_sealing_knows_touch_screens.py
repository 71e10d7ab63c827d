from django.db import migrations, models


def keep_answers(apps, schema_editor):
    """Keeps "Always" or "Never" for members who saved their preferences."""
    preferences = apps.get_model('accounts', 'Preferences').objects
    preferences.filter(asked=True).update(confirm_sealing='always')
    preferences.filter(asked=False).update(confirm_sealing='never')


def give_answers_back(apps, schema_editor):
    preferences = apps.get_model('accounts', 'Preferences').objects
    preferences.update(asked=False)
    preferences.filter(confirm_sealing='always').update(asked=True)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_sessions_know_their_member'),
    ]

    operations = [
        migrations.RenameField('preferences', 'confirm_sealing', 'asked'),
        migrations.AddField(
            model_name='preferences',
            name='confirm_sealing',
            field=models.CharField(
                choices=[('touch', 'On touch screens'), ('always', 'Always'), ('never', 'Never')],
                default='touch',
                max_length=10,
            ),
        ),
        migrations.RunPython(keep_answers, give_answers_back),
        migrations.RemoveField('preferences', 'asked'),
    ]
