from datetime import UTC

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models.functions import TruncDate


def fill_in(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fills in the day of the last login; nothing else is known about the past."""
    users = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    known = users.filter(is_bot=False, last_login__isnull=False)
    known.update(last_seen_on=TruncDate("last_login", tzinfo=UTC))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_names_that_look_alike"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="last_seen_on",
            field=models.DateField(editable=False, null=True, verbose_name="last seen"),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
