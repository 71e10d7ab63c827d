"""The schema at commit 84810de."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models
import games.store.columns


class Migration(migrations.Migration):
    initial = True

    replaces = [("games", "0032_members_and_public")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "of",
                    models.CharField(
                        choices=[("choices", "choices are taken"), ("turns", "turns are resolved")],
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ["-ended"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("stone_colour", models.CharField(max_length=20, verbose_name="stone colour")),
                ("mark_colour", models.CharField(max_length=20)),
                (
                    "absences",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="turns missed in a row"
                    ),
                ),
                ("left_at_step", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "left_why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("resigned", "resigned"),
                            ("absent", "missed too many turns"),
                            ("away", "away for too long"),
                            ("removed", "removed by a moderator"),
                        ],
                        max_length=10,
                        verbose_name="why it left",
                    ),
                ),
                (
                    "rank",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rank"),
                ),
                ("engine_plays", models.BooleanField(default=False)),
                ("bot_name", models.CharField(blank=True, max_length=24, verbose_name="bot name")),
                ("extensions", models.PositiveSmallIntegerField(default=0)),
                ("off_until", models.DateField(blank=True, null=True)),
                ("offered_until", models.DateTimeField(editable=False, null=True)),
                ("offered_why", models.CharField(blank=True, editable=False, max_length=10)),
                (
                    "was_offered",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                (
                    "former",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "indexes": [
                    models.Index(
                        models.F("offered_until"),
                        condition=models.Q(("offered_until__isnull", False)),
                        name="by_end_of_offer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
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
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("variant", models.CharField(max_length=40, verbose_name="variant")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("seed", models.BigIntegerField(default=0, verbose_name="seed")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("paused", "paused"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="running",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("step", models.PositiveIntegerField(default=0, verbose_name="step")),
                ("deadline", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                (
                    "time_left",
                    models.DurationField(blank=True, null=True, verbose_name="time left"),
                ),
                ("bots_due", models.DateTimeField(blank=True, null=True)),
                ("outcome", models.JSONField(blank=True, null=True, verbose_name="outcome")),
                (
                    "started_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="started at"
                    ),
                ),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished at"),
                ),
                ("excused", models.BooleanField(default=False)),
                ("numbers", models.JSONField(default=games.models.new_numbers, editable=False)),
                ("bots_alone", models.BooleanField(default=False)),
                ("last_person_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_person_step", models.PositiveIntegerField(default=0)),
                ("settings", models.JSONField(verbose_name="settings")),
                (
                    "listed",
                    models.GeneratedField(
                        db_persist=True,
                        expression=games.store.columns.ListedSetting("settings"),
                        output_field=models.BooleanField(),
                        verbose_name="public",
                    ),
                ),
                ("awaiting", models.JSONField(default=list)),
                ("plans_due", models.DateTimeField(blank=True, editable=False, null=True)),
                ("answers", models.PositiveSmallIntegerField(default=0)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("extended", models.BooleanField(default=False)),
                ("waited", models.BooleanField(default=False)),
                ("resumes_at", models.DateTimeField(editable=False, null=True)),
                ("vote_ends_at", models.DateTimeField(editable=False, null=True)),
                ("votes", models.JSONField(editable=False, null=True)),
                ("given", models.JSONField(editable=False, null=True)),
                ("clock_since", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "ordering": ["-started_at"],
                "permissions": [
                    ("moderate_game", "Can pause, resume, end turns, remove seats and cancel")
                ],
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "indexes": [
                    models.Index(
                        models.F("deadline"),
                        condition=models.Q(("status", "running")),
                        name="running_by_deadline",
                    ),
                    models.Index(
                        models.F("bots_due"),
                        condition=models.Q(("bots_due__isnull", False)),
                        name="by_bots_due",
                    ),
                    models.Index(
                        models.F("last_person_at"),
                        condition=models.Q(
                            ("bots_alone", True), ("status__in", ["running", "paused"])
                        ),
                        name="of_bots_alone",
                    ),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", False)),
                        fields=["-finished_at", "-id"],
                        name="finished_by_date",
                    ),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", True), ("listed", True)),
                        fields=["-started_at", "-id"],
                        name="listed_by_start",
                    ),
                    models.Index(
                        models.F("plans_due"),
                        condition=models.Q(("plans_due__isnull", False)),
                        name="by_plans_due",
                    ),
                    models.Index(
                        models.F("vote_ends_at"),
                        condition=models.Q(("vote_ends_at__isnull", False)),
                        name="by_end_of_vote",
                    ),
                    models.Index(
                        models.F("resumes_at"),
                        condition=models.Q(("resumes_at__isnull", False)),
                        name="by_end_of_pause",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.CharField(
                        choices=[("table", "players and members"), ("spectators", "spectators")],
                        max_length=10,
                        verbose_name="room",
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
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "ordering": ["said_at", "pk"],
                "verbose_name": "chat message",
                "verbose_name_plural": "chat messages",
            },
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="plan",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("actions", models.JSONField()),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="member",
            ),
        ),
        migrations.CreateModel(
            name="ModeratorAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("paused", "paused the game"),
                            ("resumed", "resumed the game"),
                            ("ended-turn", "ended the turn"),
                            ("removed-seat", "removed a seat"),
                            ("cancelled", "cancelled the game"),
                            ("stopped", "could not resolve the turn"),
                            ("away", "was away"),
                            ("abandoned", "cancelled the game, which nobody played any more"),
                            ("extended", "extended the time for a seat"),
                            ("waits", "waits for a player who is off"),
                            ("vote-asked", "asked the players to vote"),
                            ("vote-carried", "the players agreed"),
                            ("vote-failed", "the players did not agree"),
                            ("vote-overtaken", "a vote was overtaken by the game"),
                            ("seat-offered", "left the seat to others"),
                            ("seat-taken", "took a seat over"),
                            ("pause-over", "the pause was over"),
                        ],
                        max_length=15,
                        verbose_name="what",
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300, verbose_name="why")),
                ("step", models.PositiveIntegerField(verbose_name="step")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("bots-alone", "turns that bots alone played"),
                            ("nobody-chose-turns", "turns without a person’s choice"),
                            ("nobody-chose-days", "days without a person’s choice"),
                            ("enough-of-bots", "too many games of bots alone"),
                        ],
                        max_length=18,
                        verbose_name="reason",
                    ),
                ),
                ("count", models.PositiveIntegerField(blank=True, null=True, verbose_name="count")),
                ("until", models.DateField(blank=True, null=True, verbose_name="until")),
                ("vote", models.JSONField(blank=True, null=True, verbose_name="vote")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moderator_acts",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="games.seat",
                        verbose_name="seat",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "verbose_name": "moderator act",
                "verbose_name_plural": "moderator acts",
                "indexes": [
                    models.Index(
                        models.F("until"),
                        condition=models.Q(("until__isnull", False)),
                        name="by_day",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SealedAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.PositiveIntegerField()),
                ("action", models.JSONField()),
                ("sealed_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed_actions",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed_actions",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "step", "seat"), name="one_sealed_action_a_step_and_seat"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("leave", models.JSONField(blank=True, null=True)),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("start", "start"),
                            ("complete", "everybody had chosen"),
                            ("timer", "the time was up"),
                            ("moderator", "ended by a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("events", games.store.columns.PackedJSONField()),
                ("turn", models.PositiveIntegerField()),
                ("sealed", models.BooleanField()),
                ("state", models.BinaryField()),
                ("whole", models.PositiveIntegerField()),
                ("actions", games.store.columns.PackedJSONField(null=True)),
                ("missed", models.JSONField(null=True)),
                ("resolved_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "number"), name="a_step_is_resolved_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tenure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_step", models.PositiveIntegerField(default=0)),
                ("to_step", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("resigned", "resigned"),
                            ("absent", "missed too many turns"),
                            ("away", "away for too long"),
                            ("removed", "removed by a moderator"),
                            ("over", "the game was over"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenures",
                        to="games.game",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tenures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenures",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "seat", "from_step"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("to_step__isnull", True)),
                        fields=("seat",),
                        name="one_tenure_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("audience", models.CharField(max_length=12)),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "audience", "seq"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "audience", "seq"), name="events_are_numbered_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="presence",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("away", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("due_at"),
                        condition=models.Q(("due_at__isnull", False)),
                        name="by_look",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="one_seat_a_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "user"), name="one_seat_a_user_and_game"
            ),
        ),
    ]
