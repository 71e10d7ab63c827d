"""How punctual members were in their last games. Turns missed before are not counted, only whether
somebody was put out of a game for being gone."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FROM_THE_ARCHIVE = """
INSERT INTO games_memberpunctuality (member_id, games, abandoned, leaves_tables)
SELECT member_id, string_agg(part, '' ORDER BY finished_at, game_id), '{}', false
FROM (
    SELECT held.member_id, held.game_id, game.finished_at,
        CASE WHEN held.why IN ('absent', 'away') THEN 'l' ELSE 'w' END AS part,
        row_number() OVER (PARTITION BY held.member_id
            ORDER BY game.finished_at DESC, held.game_id DESC) AS newest
    FROM games_tenure held
    JOIN games_game game ON game.id = held.game_id
    JOIN accounts_user person ON person.id = held.member_id
    WHERE game.status = 'finished' AND game.finished_at IS NOT NULL AND NOT person.is_bot
    AND held.why IN ('over', 'resigned', 'absent', 'away')
    AND (
        SELECT count(DISTINCT other.member_id) FROM games_tenure other
        JOIN accounts_user them ON them.id = other.member_id
        WHERE other.game_id = held.game_id AND NOT them.is_bot
    ) >= 2
) parts
WHERE newest <= 20
GROUP BY member_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0019_bot_level"),
        ("games", "0037_what_the_archive_searches_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="turns_missed",
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="MemberPunctuality",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="punctuality",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="member",
                    ),
                ),
                ("games", models.CharField(blank=True, max_length=20)),
                (
                    "abandoned",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateTimeField(), default=list, size=None
                    ),
                ),
                ("leaves_tables", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "reliability",
                "verbose_name_plural": "reliability",
                "permissions": [("end_wait", "Can end a member's wait after an abandoned game")],
                "indexes": [
                    models.Index(
                        models.F("member"),
                        condition=models.Q(("leaves_tables", True)),
                        name="leaves_tables",
                    )
                ],
            },
        ),
        migrations.RunSQL(FROM_THE_ARCHIVE, migrations.RunSQL.noop),
    ]
