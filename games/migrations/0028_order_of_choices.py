from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_seats_taken_over"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="given",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
