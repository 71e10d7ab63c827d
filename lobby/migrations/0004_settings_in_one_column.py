"""A table's settings are one column, which the columns they were in become."""

from django.db import migrations, models

COLUMNS = ("listed", "turn_seconds", "turn_ends", "absences_allowed")


def gather(apps, schema_editor):
    """Writes what stood in columns of their own into the one."""
    tables = apps.get_model("lobby", "Table").objects
    rows = []
    for table in tables.only("pk", *COLUMNS).order_by("pk").iterator(chunk_size=500):
        table.settings = {name: getattr(table, name) for name in COLUMNS}
        rows.append(table)
        if len(rows) == 500:
            tables.bulk_update(rows, ["settings"])
            rows = []
    tables.bulk_update(rows, ["settings"])


class Migration(migrations.Migration):
    dependencies = [("lobby", "0003_away_hosts_and_swaps")]

    operations = [
        migrations.AddField("table", "settings", models.JSONField(default=dict), preserve_default=False),
        migrations.RunPython(gather),
        *(migrations.RemoveField("table", name) for name in COLUMNS),
    ]
