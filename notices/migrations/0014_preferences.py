"""Renames Wish to Preference and "way" to "channel"; tables and columns keep their names."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CHANNELS = [("site", "On the site"), ("push", "On your devices"), ("mail", "By email")]


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("notices", "0013_help_to_log_in"),
    ]

    operations = [
        migrations.AlterModelTable(name="wish", table="notices_wish"),
        migrations.RenameModel(old_name="Wish", new_name="Preference"),
        migrations.AlterField(
            model_name="preference",
            name="member",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice_preferences",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="preference",
            name="way",
            field=models.CharField(choices=CHANNELS, db_column="way", default="site", max_length=4),
        ),
        migrations.RenameField(model_name="preference", old_name="way", new_name="channel"),
        migrations.AlterField(
            model_name="sending",
            name="way",
            field=models.CharField(choices=CHANNELS, db_column="way", max_length=4),
        ),
        migrations.RenameField(model_name="sending", old_name="way", new_name="channel"),
        # The constraints of the tables stay; only their fields have other names.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="preference", name="one_wish_a_member_kind_and_way"
                ),
                migrations.AddConstraint(
                    model_name="preference",
                    constraint=models.UniqueConstraint(
                        fields=("member", "kind", "channel"), name="one_wish_a_member_kind_and_way"
                    ),
                ),
                migrations.RemoveConstraint(
                    model_name="sending", name="one_sending_a_member_and_way"
                ),
                migrations.AddConstraint(
                    model_name="sending",
                    constraint=models.UniqueConstraint(
                        fields=("member", "channel"), name="one_sending_a_member_and_way"
                    ),
                ),
            ]
        ),
    ]
