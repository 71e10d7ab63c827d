from django.db import migrations
from django.db.models import Max


def note_last_sign_of_life(apps, schema_editor):
    """Of a club whose version kept no heartbeat: clocks get the time back since it was last seen
    to do anything, as after every other outage."""
    Heartbeat = apps.get_model("games", "Heartbeat")
    running = apps.get_model("games", "Game").objects.filter(status="running")
    if Heartbeat.objects.exists() or not running.filter(deadline__isnull=False).exists():
        return
    noted = (
        ("Step", "opened_at"),
        ("SealedAction", "sealed_at"),
        ("ChatMessage", "said_at"),
        ("ModeratorAct", "at"),
    )
    last = [
        apps.get_model("games", model).objects.aggregate(last=Max(field))["last"]
        for model, field in noted
    ]
    at = max(moment for moment in last if moment is not None)
    Heartbeat.objects.create(of="turns", at=at)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_bots_alone"),
    ]

    operations = [
        migrations.RunPython(note_last_sign_of_life, migrations.RunPython.noop, elidable=True),
    ]
