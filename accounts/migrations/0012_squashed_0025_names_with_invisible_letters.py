"""Adds to the schema of commit 84810de:

- names: former ones, keys by which look-alikes are found, an index of members' names
- logging in: links for a new password, and who was helped to get one
- members: on which day they were last seen
- measures: who lifted them
- guests
- bots: the level of the club's own, owners and connections of members' bots
- tokens for the API
"""

from datetime import UTC
from functools import reduce
from operator import or_

import django.contrib.postgres.fields
import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q
from django.db.models.functions import TruncDate

import accounts.models
import accounts.names
from accounts.lookalikes import INVISIBLE_LETTERS, lookalike_key
from database.squashing import UnlessApplied

CHANGE = 2
"""In the admin's history this flag always means lifting: measures are never changed otherwise."""


def fill_in_lookalike_keys(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fills in the keys of existing names; names that already look alike are kept."""
    users = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    for user in users.only("username").iterator():
        users.filter(pk=user.pk).update(lookalike_key=lookalike_key(user.username))


def fill_in_last_seen(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fills in the day of the last login; nothing else is known about the past."""
    users = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    known = users.filter(is_bot=False, last_login__isnull=False)
    known.update(last_seen_on=TruncDate("last_login", tzinfo=UTC))


def fill_in_who_lifted(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fills in who lifted earlier measures, from the admin's history."""
    using = editor.connection.alias
    entries = apps.get_model("admin", "LogEntry").objects.using(using)
    for name in ("chatban", "suspension"):
        rows = apps.get_model("accounts", name).objects.using(using)
        lifted = entries.filter(
            content_type__app_label="accounts", content_type__model=name, action_flag=CHANGE
        )
        for key, user in lifted.order_by("-action_time").values_list("object_id", "user"):
            rows.filter(pk=int(key), lifted_at__isnull=False).update(lifted_by=user)


def leave_out_invisible_letters(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Computes the look-alike keys of current and former names with invisible letters again: keys
    now leave these out."""
    for model, field in (("User", "username"), ("FormerName", "name")):
        rows = apps.get_model("accounts", model).objects.using(editor.connection.alias)
        has_one = (Q((f"{field}__contains", letter)) for letter in sorted(INVISIBLE_LETTERS))
        for pk, name in rows.filter(reduce(or_, has_one)).values_list("pk", field):
            rows.filter(pk=pk).update(lookalike_key=lookalike_key(name))


class Migration(migrations.Migration):
    replaces = [("accounts", "0025_names_with_invisible_letters")]

    last_release_can_do_without = {
        "0025_names_with_invisible_letters": (
            "it writes keys of its own and needs none of the old ones"
        ),
    }

    dependencies = [
        ("accounts", "0001_squashed_0011_members_and_public"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        UnlessApplied(
            "0014_who_lifted_it",
            migrations.AddField(
                model_name="chatban",
                name="lifted_by",
                field=models.ForeignKey(
                    blank=True,
                    editable=False,
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="lifted by",
                ),
            ),
        ),
        UnlessApplied(
            "0014_who_lifted_it",
            migrations.AddField(
                model_name="suspension",
                name="lifted_by",
                field=models.ForeignKey(
                    blank=True,
                    editable=False,
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="lifted by",
                ),
            ),
        ),
        UnlessApplied(
            "0018_help_to_log_in",
            migrations.AddField(
                model_name="user",
                name="helped_address",
                field=models.CharField(blank=True, default="", editable=False, max_length=40),
            ),
        ),
        UnlessApplied(
            "0018_help_to_log_in",
            migrations.AddField(
                model_name="user",
                name="helped_at",
                field=models.DateTimeField(editable=False, null=True),
            ),
        ),
        UnlessApplied(
            "0013_last_seen",
            migrations.AddField(
                model_name="user",
                name="last_seen_on",
                field=models.DateField(editable=False, null=True, verbose_name="last seen"),
            ),
        ),
        UnlessApplied(
            "0012_names_that_look_alike",
            migrations.AddField(
                model_name="user",
                name="lookalike_key",
                field=accounts.models.LookalikeKeyField(
                    db_index=True, default="", editable=False, max_length=432
                ),
                preserve_default=False,
            ),
        ),
        UnlessApplied(
            "0017_former_names",
            migrations.CreateModel(
                name="FormerName",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("name", models.CharField(max_length=24)),
                    ("name_key", models.CharField(db_index=True, max_length=72)),
                    ("lookalike_key", models.CharField(db_index=True, max_length=432)),
                    ("by_member", models.BooleanField()),
                    ("given_up_at", models.DateTimeField()),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="former_names",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "ordering": ["-given_up_at", "-pk"],
                },
            ),
        ),
        UnlessApplied(
            "0018_help_to_log_in",
            migrations.CreateModel(
                name="PasswordLink",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("made_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                    ("used_at", models.DateTimeField(null=True)),
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
                            related_name="password_links",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "ordering": ["-made_at"],
                },
            ),
        ),
        UnlessApplied(
            "0019_bot_level",
            migrations.AddField(
                model_name="user",
                name="bot_level",
                field=models.PositiveSmallIntegerField(editable=False, null=True),
            ),
        ),
        UnlessApplied(
            "0020_guests",
            migrations.AddField(
                model_name="user",
                name="is_guest",
                field=models.BooleanField(default=False, editable=False),
            ),
        ),
        UnlessApplied(
            "0020_guests",
            migrations.AddIndex(
                model_name="user",
                index=models.Index(
                    models.F("date_joined"), condition=models.Q(("is_guest", True)), name="guests"
                ),
            ),
        ),
        UnlessApplied(
            "0021_api_tokens",
            migrations.CreateModel(
                name="ApiToken",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("name", models.CharField(max_length=60)),
                    ("begins", models.CharField(max_length=12)),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("password_digest", models.CharField(max_length=64)),
                    (
                        "scopes",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.CharField(
                                choices=[
                                    (
                                        "read",
                                        "Read what you can read in games: your choices, plans, chats",
                                    ),
                                    (
                                        "play",
                                        "Play: choose, plan, chat, vote, take over a seat, resign",
                                    ),
                                    (
                                        "tables",
                                        "Tables and wishes: read, open, join, chat, get ready, leave",
                                    ),
                                ],
                                max_length=10,
                            ),
                            default=list,
                            size=None,
                        ),
                    ),
                    ("made_at", models.DateTimeField()),
                    ("ends_at", models.DateTimeField()),
                    ("used_at", models.DateTimeField(null=True)),
                    (
                        "member",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="api_tokens",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "ordering": ["-made_at", "-pk"],
                },
            ),
        ),
        UnlessApplied(
            "0022_members_bots",
            migrations.CreateModel(
                name="BotConnection",
                fields=[
                    (
                        "bot",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="connection",
                            serialize=False,
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    ("key", models.CharField(max_length=32)),
                    ("takes", models.JSONField()),
                    ("seen_at", models.DateTimeField(null=True)),
                ],
            ),
        ),
        UnlessApplied(
            "0022_members_bots",
            migrations.AddField(
                model_name="user",
                name="owner",
                field=models.ForeignKey(
                    blank=True,
                    editable=False,
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="bots",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="owner",
                ),
            ),
        ),
        UnlessApplied(
            "0023_names_without_their_rows",
            migrations.AddIndex(
                model_name="user",
                index=models.Index(
                    condition=models.Q(("is_guest", False)),
                    fields=["name_key"],
                    include=("id",),
                    name="names_of_members",
                ),
            ),
        ),
        # Choices, messages and validators, which are not in the database.
        migrations.AlterField(
            model_name="preferences",
            name="motion",
            field=models.CharField(
                choices=[
                    ("system", "Same as this device"),
                    ("reduced", "Reduced"),
                    ("full", "Full"),
                ],
                default="system",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="preferences",
            name="theme",
            field=models.CharField(
                choices=[("system", "Same as this device"), ("light", "Light"), ("dark", "Dark")],
                default="system",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "That name is taken. Please choose another."},
                max_length=24,
                unique=True,
                validators=[accounts.names.validate_name],
                verbose_name="name",
            ),
        ),
        # What members and measures of before get.
        UnlessApplied(
            "0012_names_that_look_alike",
            migrations.RunPython(fill_in_lookalike_keys, migrations.RunPython.noop),
        ),
        UnlessApplied(
            "0013_last_seen", migrations.RunPython(fill_in_last_seen, migrations.RunPython.noop)
        ),
        UnlessApplied(
            "0015_who_lifted_it_before",
            migrations.RunPython(fill_in_who_lifted, migrations.RunPython.noop),
        ),
        UnlessApplied(
            "0025_names_with_invisible_letters",
            migrations.RunPython(leave_out_invisible_letters, migrations.RunPython.noop),
        ),
    ]
