"""Adds to the schema of commit 84810de: which messages were taken down."""

from django.db import migrations, models

from database.squashing import UnlessApplied


class Migration(migrations.Migration):
    replaces = [("reports", "0003_wording")]

    dependencies = [("reports", "0001_initial")]

    operations = [
        UnlessApplied(
            "0002_messages_that_are_taken_down",
            migrations.AddField(
                model_name="report",
                name="taken_down",
                field=models.BooleanField(default=False, verbose_name="message taken down"),
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="why",
            field=models.CharField(
                choices=[
                    ("insult", "Insults, threats or hate"),
                    ("spam", "Advertising or spam"),
                    ("spoiling", "Cheating or spoiling the game on purpose"),
                    ("name", "An offensive name"),
                    ("other", "Something else"),
                ],
                max_length=10,
                verbose_name="what is wrong",
            ),
        ),
    ]
