"""Hosts who are away, tables that start by themselves, and players who swap seats."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0002_bots_wait'),
    ]

    operations = [
        migrations.AddField(
            model_name='place',
            name='swap_with',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='asked_by', to='lobby.place'),
        ),
        migrations.AddField(
            model_name='table',
            name='host_seen_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name='table',
            name='players_run',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='table',
            name='starts',
            field=models.CharField(choices=[('ready', 'when everybody says that they are ready'), ('full', 'by itself when full, or three minutes after the last one sat down')], default='ready', max_length=10),
        ),
    ]
