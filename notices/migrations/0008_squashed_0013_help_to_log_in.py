"""Adds to the schema of commit 84810de: last chances and announcements."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from database.squashing import UnlessApplied


class Migration(migrations.Migration):
    replaces = [("notices", "0013_help_to_log_in")]

    dependencies = [("notices", "0001_squashed_0007_closed_tables_and_new_names")]

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
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is your turn"),
                    ("time", "Your time is running out"),
                    ("course", "One of your games starts, ends, is paused, resumed or cancelled"),
                    ("moderation", "A moderator does something that affects you"),
                    ("table", "Invitations, rematches, requests to join; your table starts"),
                    ("vote", "A vote is open in one of your games"),
                    ("seat", "A seat in somebody else’s game can be taken over"),
                    ("mention", "Somebody writes your name in a chat, as in @Name"),
                    ("report", "Somebody reports a message or a player to the moderators"),
                    ("news", "The moderators write to all members"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="what",
            field=models.CharField(
                choices=[
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
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="wish",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is your turn"),
                    ("time", "Your time is running out"),
                    ("course", "One of your games starts, ends, is paused, resumed or cancelled"),
                    ("moderation", "A moderator does something that affects you"),
                    ("table", "Invitations, rematches, requests to join; your table starts"),
                    ("vote", "A vote is open in one of your games"),
                    ("seat", "A seat in somebody else’s game can be taken over"),
                    ("mention", "Somebody writes your name in a chat, as in @Name"),
                    ("report", "Somebody reports a message or a player to the moderators"),
                    ("news", "The moderators write to all members"),
                ],
                max_length=12,
            ),
        ),
    ]
