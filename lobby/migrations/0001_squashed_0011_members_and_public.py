"""The schema at commit 84810de."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models
import games.store.columns
import lobby.models


class Migration(migrations.Migration):
    initial = True

    replaces = [("lobby", "0011_members_and_public")]

    dependencies = [
        ("games", "0001_squashed_0032_members_and_public"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.new_public_id,
                        editable=False,
                        max_length=30,
                        unique=True,
                    ),
                ),
                (
                    "join_key",
                    models.CharField(
                        default=lobby.models.new_join_key, editable=False, max_length=30
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("variant", models.CharField(max_length=40, verbose_name="variant")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("seats", models.PositiveSmallIntegerField(verbose_name="seats")),
                (
                    "joining",
                    models.CharField(
                        choices=[
                            ("anyone", "anyone"),
                            ("approval", "after the host agrees"),
                            ("link", "by link only"),
                        ],
                        default="anyone",
                        max_length=10,
                        verbose_name="joining",
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="created at"
                    ),
                ),
                (
                    "touched_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="touched at"
                    ),
                ),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="starts at"),
                ),
                (
                    "closed_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="closed at"),
                ),
                (
                    "host_seen_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="host seen at"
                    ),
                ),
                ("players_run", models.BooleanField(default=True, verbose_name="players run")),
                (
                    "starts",
                    models.CharField(
                        choices=[
                            ("ready", "when everybody says that they are ready"),
                            (
                                "full",
                                "by itself when full, or three minutes after the last one sat down",
                            ),
                        ],
                        default="ready",
                        max_length=10,
                        verbose_name="starts",
                    ),
                ),
                ("settings", models.JSONField(verbose_name="settings")),
                (
                    "listed",
                    models.GeneratedField(
                        db_persist=True,
                        expression=games.store.columns.ListedSetting("settings"),
                        output_field=models.BooleanField(),
                    ),
                ),
                (
                    "players_seat_bots",
                    models.BooleanField(default=True, verbose_name="players seat bots"),
                ),
                (
                    "closes_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="closes at"),
                ),
                (
                    "players_invite",
                    models.BooleanField(default=True, verbose_name="players invite"),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tables",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="games.game",
                        verbose_name="rematch of",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "indexes": [
                    models.Index(
                        models.F("starts_at"),
                        condition=models.Q(("starts_at__isnull", False)),
                        name="by_start",
                    ),
                    models.Index(
                        models.F("touched_at"),
                        condition=models.Q(("closed_at__isnull", True), ("game__isnull", True)),
                        name="open_by_touch",
                    ),
                    models.Index(
                        models.F("closes_at"),
                        condition=models.Q(
                            ("closed_at__isnull", True),
                            ("closes_at__isnull", False),
                            ("game__isnull", True),
                        ),
                        name="offers_by_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="number"),
                ),
                ("stone_colour", models.CharField(max_length=20, verbose_name="stone colour")),
                ("mark_colour", models.CharField(max_length=20)),
                ("ready", models.BooleanField(default=False, verbose_name="ready")),
                (
                    "joined_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="joined at"
                    ),
                ),
                ("engine_plays", models.BooleanField(default=False)),
                ("bot_name", models.CharField(blank=True, max_length=24, verbose_name="bot name")),
                (
                    "seated_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="bots_seated",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="seated by",
                    ),
                ),
                (
                    "swap_with",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="asked_by",
                        to="lobby.place",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="member",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="lobby.table",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "joined_at"],
                "verbose_name": "place",
                "verbose_name_plural": "places",
                "indexes": [
                    models.Index(
                        models.F("joined_at"),
                        condition=models.Q(("ready", False)),
                        name="not_ready",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="one_place_a_number"),
                    models.UniqueConstraint(
                        fields=("table", "user"), name="one_place_a_user_and_table"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no answer yet"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("invited_at", models.DateTimeField()),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("stone_colour", models.CharField(blank=True, max_length=20)),
                ("mark_colour", models.CharField(blank=True, max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invited_to",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="lobby.table",
                    ),
                ),
            ],
            options={
                "ordering": ["invited_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "member"), name="a_member_is_invited_once_to_a_table"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("said_at", models.DateTimeField(verbose_name="said at")),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat",
                        to="lobby.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "ordering": ["said_at", "pk"],
                "verbose_name": "table message",
                "verbose_name_plural": "table messages",
            },
        ),
        # Known by name only: the second part of notices refers to it, and a database in between may
        # have applied that one but not all of this app's.
        migrations.CreateModel(
            name="Wish",
            fields=[("id", models.BigAutoField(primary_key=True, serialize=False))],
            options={"managed": False},
        ),
    ]
