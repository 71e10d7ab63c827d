from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import accounts.models
from accounts.lookalikes import lookalike_key


def fill_in(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fills in the keys of existing names; names that already look alike are kept."""
    users = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    for user in users.only("username").iterator():
        users.filter(pk=user.pk).update(lookalike_key=lookalike_key(user.username))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_members_and_public"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="lookalike_key",
            field=accounts.models.LookalikeKeyField(
                db_index=True, default="", editable=False, max_length=432
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
