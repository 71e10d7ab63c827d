"""What the archive searches finished games by, in narrow tables of their own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


AT_ONCE = 2_000

NOTE_GAMES = """
INSERT INTO games_archivedgame (game_id, variant, public, finished_at, result, by_leaving)
SELECT g.id, g.variant, g.listed, g.finished_at,
    CASE
        WHEN NOT EXISTS (
            SELECT 1 FROM games_tenure t JOIN games_seat s ON s.id = t.seat_id
            WHERE t.game_id = g.id AND s.rank = 1
            AND (t.member_id IS NULL OR t.member_id = s.user_id)
        ) THEN ''
        WHEN (SELECT count(*) FROM games_seat s WHERE s.game_id = g.id AND s.rank = 1) = 1
        THEN 'won' ELSE 'draw'
    END,
    COALESCE(g.outcome ->> 'reason' = 'leave', false)
FROM games_game g
WHERE g.status = 'finished' AND g.finished_at IS NOT NULL AND g.id BETWEEN %s AND %s
ON CONFLICT (game_id) DO NOTHING
"""
NOTE_PLAYERS = """
INSERT INTO games_archivedplayer
    (game_id, member_id, variant, public, finished_at, result, by_leaving, first, place)
SELECT a.game_id, t.member_id, a.variant, a.public, a.finished_at, a.result, a.by_leaving,
    max(CASE WHEN s.rank = 1 AND s.user_id = t.member_id THEN 1 ELSE 0 END) = 1,
    min(CASE WHEN t.why = 'over' THEN s.rank ELSE 1000000 - t.to_step END)
FROM games_archivedgame a
JOIN games_tenure t ON t.game_id = a.game_id
JOIN games_seat s ON s.id = t.seat_id
WHERE t.member_id IS NOT NULL AND a.game_id BETWEEN %s AND %s
GROUP BY a.game_id, t.member_id
ON CONFLICT (game_id, member_id) DO NOTHING
"""


def note_games(apps, schema_editor):
    """Notes every finished game, :data:`AT_ONCE` keys at a time."""
    newest = apps.get_model("games", "Game").objects.order_by("-pk").values_list("pk", flat=True)
    last = newest.first() or 0
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, last + 1, AT_ONCE):
            cursor.execute(NOTE_GAMES, (start, start + AT_ONCE - 1))
            cursor.execute(NOTE_PLAYERS, (start, start + AT_ONCE - 1))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0036_uploads'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='archived', serialize=False, to='games.game')),
                ('variant', models.CharField(max_length=40)),
                ('public', models.BooleanField()),
                ('finished_at', models.DateTimeField()),
                ('result', models.CharField(blank=True, choices=[('', 'nobody was first'), ('won', 'won'), ('draw', 'drawn')], max_length=4)),
                ('by_leaving', models.BooleanField()),
            ],
            options={
                'ordering': ['-finished_at', '-game_id'],
            },
        ),
        migrations.CreateModel(
            name='ArchivedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=40)),
                ('public', models.BooleanField()),
                ('finished_at', models.DateTimeField()),
                ('result', models.CharField(blank=True, choices=[('', 'nobody was first'), ('won', 'won'), ('draw', 'drawn')], max_length=4)),
                ('by_leaving', models.BooleanField()),
                ('first', models.BooleanField()),
                ('place', models.IntegerField(null=True)),
            ],
            options={
                'ordering': ['-finished_at', '-game_id'],
            },
        ),
        migrations.AddIndex(
            model_name='tenure',
            index=models.Index(models.F('member'), condition=models.Q(('why', '')), name='held_by_member'),
        ),
        migrations.AddIndex(
            model_name='archivedgame',
            index=models.Index(condition=models.Q(('public', True)), fields=['-finished_at', '-game'], include=('variant', 'result', 'by_leaving'), name='archive_by_date'),
        ),
        migrations.AddIndex(
            model_name='archivedgame',
            index=models.Index(condition=models.Q(('public', True)), fields=['variant', '-finished_at', '-game'], include=('result', 'by_leaving'), name='archive_by_variant'),
        ),
        migrations.AddIndex(
            model_name='archivedgame',
            index=models.Index(condition=models.Q(('public', True)), fields=['result', '-finished_at', '-game'], include=('variant',), name='archive_by_result'),
        ),
        migrations.AddIndex(
            model_name='archivedgame',
            index=models.Index(condition=models.Q(('by_leaving', True), ('public', True)), fields=['-finished_at', '-game'], include=('variant',), name='archive_by_leaving'),
        ),
        migrations.AddField(
            model_name='archivedplayer',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='archived_players', to='games.game'),
        ),
        migrations.AddField(
            model_name='archivedplayer',
            name='member',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='archived_games', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='archivedplayer',
            index=models.Index(fields=['member', '-finished_at', '-game'], include=('variant', 'public', 'result', 'by_leaving', 'first', 'place'), name='archive_of_member'),
        ),
        migrations.AddConstraint(
            model_name='archivedplayer',
            constraint=models.UniqueConstraint(fields=('game', 'member'), name='one_archived_player_a_member'),
        ),
        migrations.RunPython(note_games, migrations.RunPython.noop),
    ]
