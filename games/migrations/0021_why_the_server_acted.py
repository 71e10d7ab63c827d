import re

from django.db import migrations, models

SAID = (
    (r"Bots alone play for at most (\d+) turns\.", "bots-alone"),
    (r"No person has chosen anything for (\d+) turns\.", "nobody-chose-turns"),
    (r"No person has chosen anything for (\d+) days\.", "nobody-chose-days"),
    (
        r"The last person has left, and no more games of bots alone may run in the club\.",
        "enough-of-bots",
    ),
    (r"The club was away for a while\. The clock got that time back\.", ""),
    (r"This turn could not be revealed\. Nothing is lost; a moderator can resume the game\.", ""),
)


def words_become_codes(apps, schema_editor):
    """What the server said in English until now, each log says in its reader's language. Other
    words stay as they are."""
    acts = apps.get_model("games", "ModeratorAct").objects
    for act in acts.filter(what__in=["stopped", "away", "abandoned"]).iterator():
        for words, reason in SAID:
            found = re.fullmatch(words, act.why)
            if found:
                count = int(found[1]) if found.groups() else None
                acts.filter(pk=act.pk).update(why="", reason=reason, count=count)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_missed_turns"),
    ]

    operations = [
        migrations.AddField(
            model_name="moderatoract",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("bots-alone", "turns that bots alone played"),
                    ("nobody-chose-turns", "turns without a person’s choice"),
                    ("nobody-chose-days", "days without a person’s choice"),
                    ("enough-of-bots", "too many games of bots alone"),
                ],
                max_length=18,
                verbose_name="reason",
            ),
        ),
        migrations.AddField(
            model_name="moderatoract",
            name="count",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="count"),
        ),
        migrations.AlterField(
            model_name="moderatoract",
            name="why",
            field=models.CharField(blank=True, max_length=300, verbose_name="why"),
        ),
        migrations.RunPython(words_become_codes, migrations.RunPython.noop, elidable=True),
    ]
