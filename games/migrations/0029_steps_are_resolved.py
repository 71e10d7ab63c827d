from django.db import migrations, models


class Migration(migrations.Migration):
    """A step is resolved, where code and pages said that it was opened."""

    dependencies = [("games", "0028_order_of_choices")]

    operations = [
        migrations.RenameField("step", "opened_at", "resolved_at"),
        migrations.RemoveConstraint("step", "a_step_is_opened_once"),
        migrations.AddConstraint(
            "step",
            models.UniqueConstraint(fields=["game", "number"], name="a_step_is_resolved_once"),
        ),
    ]
