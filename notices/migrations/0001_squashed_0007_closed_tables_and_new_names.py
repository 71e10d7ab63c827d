"""The schema at commit 84810de."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [("notices", "0007_closed_tables_and_new_names")]

    dependencies = [
        ("accounts", "0001_squashed_0011_members_and_public"),
        ("games", "0001_squashed_0032_members_and_public"),
        ("lobby", "0001_squashed_0011_members_and_public"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PushOffer",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="push_offer",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("answered_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Timing",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="timing",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_until", models.TimeField(null=True)),
                ("warn_before", models.DurationField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=90)),
                ("auth", models.CharField(max_length=30)),
                ("language", models.CharField(max_length=10)),
                ("session", models.CharField(db_index=True, max_length=24)),
                ("password", models.CharField(max_length=24)),
                ("created_at", models.DateTimeField()),
                ("failing_since", models.DateTimeField(null=True)),
                ("again_at", models.DateTimeField(db_index=True, null=True)),
                ("waiting", models.JSONField(default=list)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="TurnWarning",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="turn_warning",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("step", models.PositiveIntegerField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("planned", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("game"),
                        condition=models.Q(("planned", False)),
                        name="unplanned_warnings",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "It is your turn"),
                            ("time", "Your time is running out"),
                            (
                                "course",
                                "A game of yours begins, ends, is paused, resumed or cancelled",
                            ),
                            ("moderation", "A moderator does something that affects you"),
                            (
                                "table",
                                "Somebody invites you to a table or to a rematch, asks for a seat at yours, or answers you; a table starts",
                            ),
                            ("vote", "A vote is open in a game of yours"),
                            ("seat", "A seat in somebody else’s game can be taken over"),
                            ("mention", "Somebody writes your name in a chat, as in @Name"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("your-turn", "a turn of theirs began"),
                            ("began", "the game began"),
                            ("runs-out", "their time runs out"),
                            ("extended", "the turn goes on with an extension of theirs"),
                            ("ended", "the game ended"),
                            ("paused", "the game was paused"),
                            ("resumed", "the game was resumed"),
                            ("cancelled", "the game was cancelled"),
                            ("stopped", "the server stopped the game"),
                            ("vote-paused", "the players paused the game"),
                            ("goes-on", "the game goes on after a pause of the players"),
                            ("vote", "a vote needs their voice"),
                            ("seat-offered", "a seat can be taken over"),
                            ("absent", "they left by missing turns"),
                            ("away", "they left by being away"),
                            ("removed", "a moderator removed them"),
                            ("ended-turn", "a moderator ended the turn"),
                            ("asked", "somebody asks for a seat"),
                            ("let-in", "the host let them in"),
                            ("refused", "the host said no"),
                            ("invited", "somebody invites them to a table"),
                            ("rematch", "a player offers them a rematch"),
                            ("starting", "the game at their table is about to start"),
                            ("mentioned", "somebody wrote their name"),
                            ("closed", "a moderator closed their table"),
                            ("warned", "a moderator warned them"),
                            ("chat-banned", "a moderator banned them from chats"),
                            ("suspended", "a moderator suspended them"),
                            ("chats-again", "a moderator lifted a chat ban"),
                            ("plays-again", "a moderator lifted a suspension"),
                            ("renamed", "a moderator gave them another name"),
                        ],
                        max_length=12,
                    ),
                ),
                ("step", models.PositiveIntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
                ("mail_due_at", models.DateTimeField(null=True)),
                ("mail_sent_at", models.DateTimeField(null=True)),
                ("push_due_at", models.DateTimeField(null=True)),
                ("push_sent_at", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, db_default="", max_length=300)),
                ("until", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="lobby.table",
                    ),
                ),
                (
                    "who",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "indexes": [
                    models.Index(
                        models.F("member"),
                        condition=models.Q(("read_at__isnull", True)),
                        name="unread_notices",
                    ),
                    models.Index(
                        models.F("read_at"),
                        condition=models.Q(("read_at__isnull", False)),
                        name="read_notices",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "kind", "game"), name="one_notice_a_member_kind_and_game"
                    ),
                    models.UniqueConstraint(
                        fields=("member", "kind", "table"),
                        name="one_notice_a_member_kind_and_table",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sending",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("site", "On the site"),
                            ("push", "On your devices"),
                            ("mail", "By email"),
                        ],
                        max_length=4,
                    ),
                ),
                ("held_until", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                (
                    "member",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sendings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "way"), name="one_sending_a_member_and_way"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "It is your turn"),
                            ("time", "Your time is running out"),
                            (
                                "course",
                                "A game of yours begins, ends, is paused, resumed or cancelled",
                            ),
                            ("moderation", "A moderator does something that affects you"),
                            (
                                "table",
                                "Somebody invites you to a table or to a rematch, asks for a seat at yours, or answers you; a table starts",
                            ),
                            ("vote", "A vote is open in a game of yours"),
                            ("seat", "A seat in somebody else’s game can be taken over"),
                            ("mention", "Somebody writes your name in a chat, as in @Name"),
                        ],
                        max_length=12,
                    ),
                ),
                ("wanted", models.BooleanField(default=True)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("site", "On the site"),
                            ("push", "On your devices"),
                            ("mail", "By email"),
                        ],
                        default="site",
                        max_length=4,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "kind", "way"), name="one_wish_a_member_kind_and_way"
                    )
                ],
            },
        ),
    ]
