"""Adds to the schema of commit 84810de:

- notices: whether a chance is the last one, announcements, for which wish somebody looks for a game
- sending: by webhook, too; until when even urgent notices are held back
- calendar feeds
- in which games members like to step in
- turn warnings: without indexes
- names: what was called a wish is a preference, and a "way" is a channel; tables, columns and
  constraints keep their names
"""

from hashlib import sha256

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from database.squashing import UnlessApplied

CHANNELS = [
    ("site", "On the site"),
    ("push", "On your devices"),
    ("mail", "By email"),
    ("hook", "By webhook"),
]

KINDS = [
    ("turn", "It is your turn"),
    ("time", "Your time is running out"),
    ("course", "One of your games starts, ends, is paused, resumed or cancelled"),
    ("moderation", "A moderator does something that affects you"),
    (
        "table",
        "Invitations, rematches, requests to join; a game is found for you; the game at your table starts",
    ),
    ("vote", "A vote is open in one of your games"),
    ("seat", "A seat in somebody else’s game can be taken over"),
    ("looking", "Somebody is looking for a live game that you play"),
    ("mention", "Somebody writes your name in a chat, as in @Name"),
    ("report", "Somebody reports a message or a player to the moderators"),
    ("news", "The moderators write to all members"),
]

WHATS = [
    ("your-turn", "a turn of theirs began"),
    ("began", "the game began"),
    ("runs-out", "their time runs out"),
    ("extended", "the turn goes on with an extension of theirs"),
    ("last-extend", "the turn goes on with their last extension"),
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
    ("struck", "a moderator struck the game from the ratings"),
    ("counts", "a moderator let a struck game count again"),
    ("asked", "somebody asks for a seat"),
    ("let-in", "the host let them in"),
    ("refused", "the host said no"),
    ("invited", "somebody invites them to a table"),
    ("rematch", "a player offers them a rematch"),
    ("matched", "others wish for the same game, and they are asked"),
    ("fits", "a table was opened that fits their wish for a game"),
    ("looks", "somebody looks for a live game that they play"),
    ("here", "the game at their table starts when they say that they are here"),
    ("starting", "the game at their table is about to start"),
    ("mentioned", "somebody wrote their name"),
    ("closed", "a moderator closed their table"),
    ("warned", "a moderator warned them"),
    ("chat-banned", "a moderator banned them from chats"),
    ("suspended", "a moderator suspended them"),
    ("chats-again", "a moderator lifted a chat ban"),
    ("plays-again", "a moderator lifted a suspension"),
    ("renamed", "a moderator gave them another name"),
    ("link-made", "a link for a new password was made"),
    ("link-used", "it was used"),
    ("factors-gone", "two-factor login was removed"),
    ("message-gone", "a moderator took a message of theirs down"),
    ("reported", "somebody was reported, and they may decide about it"),
    ("r-nothing", "nothing came of their report"),
    ("r-warned", "whom they reported was warned"),
    ("r-banned", "whom they reported was banned from chats"),
    ("r-suspended", "whom they reported was suspended"),
    ("rg-nothing", "the message that they reported was taken down"),
    ("rg-warned", "taken down, and its author was warned"),
    ("rg-banned", "taken down, and its author was banned from chats"),
    ("rg-suspended", "taken down, and its author was suspended"),
    ("announced", "the moderators wrote to all members"),
]


def note_passwords(apps, schema_editor):
    """Notes for each calendar feed and webhook the password that its member has now: it ends with
    the next change of the password."""
    for model in ("CalendarFeed", "Webhook"):
        rows = apps.get_model("notices", model).objects.exclude(member=None)
        for row in rows.select_related("member").iterator():
            row.password_digest = sha256(row.member.password.encode()).hexdigest()
            row.save(update_fields=["password_digest"])


class Migration(migrations.Migration):
    replaces = [("notices", "0024_wording")]

    last_release_can_do_without = {
        # The last release does not know the column. An address that it makes meanwhile has none,
        # and so counts as ended: its member makes another.
        "0023_ended_with_password": "only fills in a new column",
    }

    dependencies = [
        ("games", "0001_squashed_0032_members_and_public"),
        ("lobby", "0001_squashed_0011_members_and_public"),
        ("notices", "0001_squashed_0007_closed_tables_and_new_names"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        UnlessApplied(
            "0008_last_chances",
            migrations.AddField(
                model_name="notice",
                name="last_chance",
                field=models.BooleanField(db_default=False, default=False),
            ),
        ),
        UnlessApplied(
            "0008_last_chances",
            migrations.AddField(
                model_name="sending",
                name="busy_until",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0010_announcements",
            migrations.CreateModel(
                name="Announcement",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("text", models.TextField(max_length=500, verbose_name="text")),
                    ("created_at", models.DateTimeField(editable=False, verbose_name="created at")),
                    ("until", models.DateTimeField(verbose_name="until")),
                    (
                        "ended_at",
                        models.DateTimeField(editable=False, null=True, verbose_name="ended at"),
                    ),
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
                ],
                options={
                    "verbose_name": "announcement",
                    "verbose_name_plural": "announcements",
                    "ordering": ["-created_at", "-pk"],
                    "permissions": [("end_announcement", "Can end an announcement")],
                },
            ),
        ),
        UnlessApplied(
            "0010_announcements",
            migrations.AddField(
                model_name="notice",
                name="announcement",
                field=models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="notices",
                    to="notices.announcement",
                ),
            ),
        ),
        # Other names, which are not in the database: the table and the columns keep theirs.
        migrations.AlterModelTable(name="wish", table="notices_wish"),
        migrations.RenameModel(old_name="Wish", new_name="Preference"),
        migrations.AlterField(
            model_name="preference",
            name="member",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice_preferences",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="preference",
            name="way",
            field=models.CharField(choices=CHANNELS, db_column="way", default="site", max_length=4),
        ),
        migrations.RenameField(model_name="preference", old_name="way", new_name="channel"),
        migrations.AlterField(
            model_name="sending",
            name="way",
            field=models.CharField(choices=CHANNELS, db_column="way", max_length=4),
        ),
        migrations.RenameField(model_name="sending", old_name="way", new_name="channel"),
        # The constraints stay, too; only their fields have other names.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="preference", name="one_wish_a_member_kind_and_way"
                ),
                migrations.AddConstraint(
                    model_name="preference",
                    constraint=models.UniqueConstraint(
                        fields=("member", "kind", "channel"), name="one_wish_a_member_kind_and_way"
                    ),
                ),
                migrations.RemoveConstraint(
                    model_name="sending", name="one_sending_a_member_and_way"
                ),
                migrations.AddConstraint(
                    model_name="sending",
                    constraint=models.UniqueConstraint(
                        fields=("member", "channel"), name="one_sending_a_member_and_way"
                    ),
                ),
            ]
        ),
        UnlessApplied(
            "0017_stepping_in",
            migrations.CreateModel(
                name="StepIn",
                fields=[
                    (
                        "member",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="step_in",
                            serialize=False,
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    ("games", models.JSONField(default=list)),
                    ("live", models.BooleanField(default=True)),
                    ("correspondence", models.BooleanField(default=True)),
                    ("seen_at", models.DateTimeField(null=True)),
                ],
            ),
        ),
        UnlessApplied(
            "0018_turn_warnings_without_indexes",
            migrations.RemoveIndex(
                model_name="turnwarning",
                name="unplanned_warnings",
            ),
        ),
        UnlessApplied(
            "0018_turn_warnings_without_indexes",
            migrations.AlterField(
                model_name="turnwarning",
                name="due_at",
                field=models.DateTimeField(),
            ),
        ),
        UnlessApplied(
            "0020_webhooks",
            migrations.AddField(
                model_name="notice",
                name="hook_due_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0020_webhooks",
            migrations.AddField(
                model_name="notice",
                name="hook_sent_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0020_webhooks",
            migrations.CreateModel(
                name="Webhook",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("address", models.CharField(max_length=1000, verbose_name="address")),
                    (
                        "secret",
                        models.CharField(editable=False, max_length=60, verbose_name="secret"),
                    ),
                    (
                        "tells_began",
                        models.BooleanField(default=False, verbose_name="public games that begin"),
                    ),
                    (
                        "tells_ended",
                        models.BooleanField(default=False, verbose_name="public games that end"),
                    ),
                    (
                        "tells_opened",
                        models.BooleanField(default=False, verbose_name="listed tables that open"),
                    ),
                    ("made_at", models.DateTimeField(editable=False, verbose_name="set at")),
                    (
                        "sent_at",
                        models.DateTimeField(
                            editable=False, null=True, verbose_name="last accepted at"
                        ),
                    ),
                    ("failing_since", models.DateTimeField(editable=False, null=True)),
                    ("status", models.PositiveSmallIntegerField(editable=False, null=True)),
                    ("stopped_at", models.DateTimeField(editable=False, null=True)),
                    (
                        "member",
                        models.OneToOneField(
                            editable=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="webhook",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "webhook",
                    "verbose_name_plural": "webhooks",
                },
            ),
        ),
        UnlessApplied(
            "0020_webhooks",
            migrations.CreateModel(
                name="HookCall",
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
                                ("game.began", "a game has begun"),
                                ("game.ended", "a game has ended"),
                                ("table.opened", "a table is open"),
                                ("test", "a test"),
                            ],
                            max_length=12,
                        ),
                    ),
                    ("made_at", models.DateTimeField()),
                    ("due_at", models.DateTimeField(db_index=True)),
                    ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
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
                        "table",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="lobby.table",
                        ),
                    ),
                    (
                        "hook",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="calls",
                            to="notices.webhook",
                        ),
                    ),
                ],
            ),
        ),
        UnlessApplied(
            "0021_calendar_feed",
            migrations.CreateModel(
                name="CalendarFeed",
                fields=[
                    (
                        "member",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="calendar_feed",
                            serialize=False,
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("made_at", models.DateTimeField()),
                ],
            ),
        ),
        UnlessApplied(
            "0022_told_of_wishes",
            migrations.AddField(
                model_name="notice",
                name="wish",
                field=models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="lobby.wish",
                ),
            ),
        ),
        UnlessApplied(
            "0022_told_of_wishes",
            migrations.AddIndex(
                model_name="notice",
                index=models.Index(
                    models.F("wish"),
                    condition=models.Q(("kind", "looking")),
                    name="notices_of_wishes",
                ),
            ),
        ),
        UnlessApplied(
            "0023_ended_with_password",
            migrations.AddField(
                model_name="calendarfeed",
                name="password_digest",
                field=models.CharField(db_default="", default="", max_length=64),
            ),
        ),
        UnlessApplied(
            "0023_ended_with_password",
            migrations.AddField(
                model_name="webhook",
                name="password_digest",
                field=models.CharField(db_default="", default="", editable=False, max_length=64),
            ),
        ),
        # Choices, which are not in the database.
        migrations.AlterField(
            model_name="preference",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=12),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=12),
        ),
        migrations.AlterField(
            model_name="notice",
            name="what",
            field=models.CharField(choices=WHATS, max_length=12),
        ),
        # What calendar feeds and webhooks of before get.
        UnlessApplied(
            "0023_ended_with_password",
            migrations.RunPython(note_passwords, migrations.RunPython.noop),
        ),
    ]
