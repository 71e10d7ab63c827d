"""The schema at commit 84810de."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [("ratings", "0002_games_of_before")]

    dependencies = [
        ("games", "0001_squashed_0032_members_and_public"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LadderState",
            fields=[
                ("slug", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("is_again", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                ("ladder", models.CharField(max_length=60, verbose_name="ladder")),
                ("ended_at", models.DateTimeField(verbose_name="ended at")),
                ("waits", models.BooleanField(default=True)),
                (
                    "struck_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="struck at"),
                ),
                ("struck_why", models.CharField(blank=True, max_length=300, verbose_name="why")),
                (
                    "struck_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="struck by",
                    ),
                ),
            ],
            options={
                "verbose_name": "rated game",
                "verbose_name_plural": "rated games",
                "ordering": ["-ended_at", "-game"],
                "permissions": [("strike_game", "Can strike a game from the ratings")],
                "indexes": [
                    models.Index(fields=["ladder", "ended_at", "game"], name="rated_in_order"),
                    models.Index(
                        condition=models.Q(("waits", True)),
                        fields=["ladder", "ended_at", "game"],
                        name="waits_to_be_rated",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField()),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                ("ladder", models.CharField(max_length=60)),
                ("ended_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rated_game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="ratings.ratedgame",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["member", "ladder", "ended_at", "rated_game"],
                        name="results_of_member",
                    ),
                    models.Index(fields=["ended_at"], name="results_by_end"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("rated_game", "seat", "member"), name="one_result_a_game_and_player"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ladder", models.CharField(max_length=60)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["ladder", "-rating"], name="standings_by_rating"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "ladder"), name="one_standing_a_ladder"
                    ),
                ],
            },
        ),
    ]
