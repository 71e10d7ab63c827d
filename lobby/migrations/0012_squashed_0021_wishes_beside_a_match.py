"""Adds to the schema of commit 84810de:

- wishes for a game, and matches of those that suit each other
- tables: when bots fill them, who is there before the game starts, whether bots of members may
  join; an index of open tables by their age
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.play.settings
from database.squashing import UnlessApplied

PACES = [("now", "now"), ("evening", "this evening"), ("daily", "a turn a day")]


class Migration(migrations.Migration):
    replaces = [("lobby", "0021_wishes_beside_a_match")]

    last_release_can_do_without = {
        "0021_wishes_beside_a_match": "it finds wishes that are due by the new index, too",
    }

    dependencies = [
        ("lobby", "0001_squashed_0011_members_and_public"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Named by the first part; made below.
        migrations.DeleteModel("Wish"),
        UnlessApplied(
            "0013_wishes",
            migrations.CreateModel(
                name="Match",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("variant", models.CharField(max_length=40)),
                    ("pace", models.CharField(choices=PACES, max_length=10)),
                    ("asked", models.PositiveSmallIntegerField()),
                    ("asked_at", models.DateTimeField()),
                    ("answer_by", models.DateTimeField(db_index=True)),
                ],
                options={
                    "ordering": ["asked_at", "pk"],
                },
            ),
        ),
        UnlessApplied(
            "0013_wishes",
            migrations.CreateModel(
                name="Wish",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("pace", models.CharField(choices=PACES, max_length=10)),
                    ("games", models.JSONField(default=list)),
                    ("least", models.PositiveSmallIntegerField()),
                    ("most", models.PositiveSmallIntegerField()),
                    ("near_only", models.BooleanField(default=False)),
                    ("keep", models.PositiveSmallIntegerField(default=0)),
                    ("since", models.DateTimeField()),
                    ("begins_at", models.DateTimeField()),
                    ("until", models.DateTimeField(null=True)),
                    ("seen_at", models.DateTimeField()),
                    ("due_at", models.DateTimeField(null=True)),
                    ("says_yes", models.BooleanField(default=False)),
                    (
                        "match",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="wishes",
                            to="lobby.match",
                        ),
                    ),
                    (
                        "member",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="game_wishes",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "ordering": ["since", "pk"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("member", "pace"), name="one_wish_a_member_and_pace"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("least__gte", 2), ("least__lte", models.F("most"))),
                            name="a_wish_for_players",
                        ),
                    ],
                },
            ),
        ),
        UnlessApplied(
            "0016_wishes_for_reliable_members",
            migrations.AddField(
                model_name="wish",
                name="lets_in",
                field=models.CharField(
                    choices=[
                        ("anyone", "anyone"),
                        ("not-late", "not-late"),
                        ("reliable", "reliable"),
                    ],
                    default=games.play.settings.LetsIn["ANYONE"],
                    max_length=10,
                ),
            ),
        ),
        UnlessApplied(
            "0019_told_of_wishes",
            migrations.AddField(
                model_name="wish",
                name="tell_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0019_told_of_wishes",
            migrations.AddIndex(
                model_name="wish",
                index=models.Index(
                    models.F("tell_at"),
                    condition=models.Q(("tell_at__isnull", False)),
                    name="wishes_to_tell_of",
                ),
            ),
        ),
        UnlessApplied(
            "0020_wishes_that_were_missed",
            migrations.AddField(
                model_name="wish",
                name="missed_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0021_wishes_beside_a_match",
            migrations.AddField(
                model_name="match",
                name="others_from",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0021_wishes_beside_a_match",
            migrations.AddField(
                model_name="wish",
                name="has_rested",
                field=models.BooleanField(db_default=False, default=False),
            ),
        ),
        # Replaces the index wishes_by_due, which some databases have; it is dropped below.
        UnlessApplied(
            "0021_wishes_beside_a_match",
            migrations.AddIndex(
                model_name="wish",
                index=models.Index(
                    models.F("due_at"),
                    condition=models.Q(("due_at__isnull", False)),
                    name="wishes_that_are_due",
                ),
            ),
        ),
        UnlessApplied(
            "0021_wishes_beside_a_match",
            migrations.RunSQL("DROP INDEX IF EXISTS wishes_by_due", migrations.RunSQL.noop),
        ),
        UnlessApplied(
            "0014_bots_after",
            migrations.AddField(
                model_name="table",
                name="bots_after",
                field=models.PositiveSmallIntegerField(
                    blank=True, null=True, verbose_name="bots after"
                ),
            ),
        ),
        UnlessApplied(
            "0014_bots_after",
            migrations.AddField(
                model_name="table",
                name="fills_at",
                field=models.DateTimeField(blank=True, null=True, verbose_name="fills at"),
            ),
        ),
        UnlessApplied(
            "0014_bots_after",
            migrations.AddIndex(
                model_name="table",
                index=models.Index(
                    models.F("fills_at"),
                    condition=models.Q(
                        ("closed_at__isnull", True),
                        ("fills_at__isnull", False),
                        ("game__isnull", True),
                    ),
                    name="filled_by_time",
                ),
            ),
        ),
        UnlessApplied(
            "0015_here",
            migrations.AddField(
                model_name="place",
                name="here_at",
                field=models.DateTimeField(default=django.utils.timezone.now),
            ),
        ),
        UnlessApplied(
            "0015_here",
            migrations.AddField(
                model_name="table",
                name="here_by",
                field=models.DateTimeField(blank=True, null=True, verbose_name="here by"),
            ),
        ),
        UnlessApplied(
            "0015_here",
            migrations.AddIndex(
                model_name="table",
                index=models.Index(
                    models.F("here_by"),
                    condition=models.Q(("here_by__isnull", False)),
                    name="by_here",
                ),
            ),
        ),
        UnlessApplied(
            "0017_open_tables_by_creation",
            migrations.AddIndex(
                model_name="table",
                index=models.Index(
                    condition=models.Q(("closed_at__isnull", True), ("game__isnull", True)),
                    fields=["-created_at", "-id"],
                    name="open_by_creation",
                ),
            ),
        ),
        UnlessApplied(
            "0018_bots_join",
            migrations.AddField(
                model_name="table",
                name="bots_join",
                field=models.BooleanField(default=False, verbose_name="bots join"),
            ),
        ),
        # Choices, which are not in the database.
        migrations.AlterField(
            model_name="table",
            name="joining",
            field=models.CharField(
                choices=[
                    ("anyone", "anyone"),
                    ("approval", "anyone the host accepts"),
                    ("link", "anyone with the link"),
                ],
                default="anyone",
                max_length=10,
                verbose_name="joining",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="starts",
            field=models.CharField(
                choices=[
                    ("ready", "when everybody says that they are ready"),
                    (
                        "full",
                        "automatically when all seats are taken, or three minutes after the last player took one",
                    ),
                ],
                default="ready",
                max_length=10,
                verbose_name="starts",
            ),
        ),
        # Places of before count as filled by those who have been there since they joined.
        UnlessApplied(
            "0015_here",
            migrations.RunSQL("UPDATE lobby_place SET here_at = joined_at", migrations.RunSQL.noop),
        ),
    ]
