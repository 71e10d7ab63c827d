"""Adds to the schema of commit 84810de: ratings of bots, by their games with people.

Drops games that no longer count, and has workers rate all others again by today’s rules.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from database.squashing import UnlessApplied


def rate_anew(apps, schema_editor):
    """Drops games that do not count, and marks all others to be rated again. Struck games stay
    struck."""
    rated_game = apps.get_model("ratings", "RatedGame")
    dropped = rated_game.objects.exclude(game__unrated="").filter(struck_at=None)
    apps.get_model("ratings", "Result").objects.filter(rated_game__in=dropped).delete()
    dropped.delete()
    struck = rated_game.objects.exclude(struck_at=None).values("game")
    apps.get_model("games", "Game").objects.filter(pk__in=struck).update(unrated="struck")
    rated_game.objects.filter(struck_at=None).update(waits=True)
    ladders = set(rated_game.objects.values_list("ladder", flat=True))
    state = apps.get_model("ratings", "LadderState")
    ladders |= set(apps.get_model("ratings", "Standing").objects.values_list("ladder", flat=True))
    for slug in sorted(ladders):
        state.objects.update_or_create(slug=slug, defaults={"is_again": True})


class Migration(migrations.Migration):
    replaces = [("ratings", "0005_members_bots")]

    dependencies = [
        ("ratings", "0001_squashed_0002_games_of_before"),
        ("games", "0033_squashed_0045_events_without_a_primary_key"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        UnlessApplied(
            "0004_bots",
            migrations.CreateModel(
                name="BotGameToRate",
                fields=[
                    (
                        "game",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            serialize=False,
                            to="games.game",
                        ),
                    ),
                    ("ended_at", models.DateTimeField()),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["ended_at", "game"], name="bot_games_in_order")
                    ],
                },
            ),
        ),
        UnlessApplied(
            "0004_bots",
            migrations.CreateModel(
                name="BotStanding",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("variant", models.CharField(max_length=60)),
                    ("level", models.PositiveSmallIntegerField()),
                    ("mu", models.FloatField()),
                    ("sigma", models.FloatField()),
                    ("games", models.PositiveIntegerField()),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("variant", "level"), name="one_standing_a_bot"
                        )
                    ],
                },
            ),
        ),
        UnlessApplied(
            "0005_members_bots",
            migrations.AddField(
                model_name="botstanding",
                name="bot",
                field=models.ForeignKey(
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="standings_as_bot",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ),
        UnlessApplied(
            "0005_members_bots",
            migrations.AlterField(
                model_name="botstanding",
                name="level",
                field=models.PositiveSmallIntegerField(null=True),
            ),
        ),
        UnlessApplied(
            "0005_members_bots",
            migrations.AddConstraint(
                model_name="botstanding",
                constraint=models.UniqueConstraint(
                    fields=("variant", "bot"), name="one_standing_a_bot_of_a_member"
                ),
            ),
        ),
        UnlessApplied(
            "0005_members_bots",
            migrations.AddConstraint(
                model_name="botstanding",
                constraint=models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("bot__isnull", False), ("level", None)),
                        models.Q(("bot", None), ("level__isnull", False)),
                        _connector="OR",
                    ),
                    name="of_a_level_or_a_members_bot",
                ),
            ),
        ),
        # What games of before get.
        UnlessApplied(
            "0003_rated_anew", migrations.RunPython(rate_anew, migrations.RunPython.noop)
        ),
    ]
