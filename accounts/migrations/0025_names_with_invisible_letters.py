"""Computes the look-alike keys of names with invisible letters again: keys now leave these out."""

from functools import reduce
from operator import or_

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

from accounts.lookalikes import INVISIBLE_LETTERS, lookalike_key


def fill_in_lookalike_keys(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Computes the look-alike keys of current and former names again, where they have changed."""
    for model, field in (("User", "username"), ("FormerName", "name")):
        rows = apps.get_model("accounts", model).objects.using(editor.connection.alias)
        has_one = (Q((f"{field}__contains", letter)) for letter in sorted(INVISIBLE_LETTERS))
        for pk, name in rows.filter(reduce(or_, has_one)).values_list("pk", field):
            rows.filter(pk=pk).update(lookalike_key=lookalike_key(name))


class Migration(migrations.Migration):
    last_release_can_do_without = "it writes keys of its own and needs none of the old ones"

    dependencies = [
        ("accounts", "0024_what_scopes_allow"),
    ]

    operations = [
        migrations.RunPython(fill_in_lookalike_keys, migrations.RunPython.noop),
    ]
