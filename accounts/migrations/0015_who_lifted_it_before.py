from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CHANGE = 2
"""In the admin's history this flag always means lifting: measures are never changed otherwise."""


def fill_in(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
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


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_who_lifted_it"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True)]
