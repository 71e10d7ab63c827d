"""How long who has had a seat."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_who_plays_a_seat"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tenure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_step", models.PositiveIntegerField(default=0)),
                ("to_step", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("resigned", "resigned"),
                            ("absent", "absent too often"),
                            ("removed", "removed by a moderator"),
                            ("over", "the game was over"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenures",
                        to="games.game",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tenures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenures",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "seat", "from_step"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("to_step__isnull", True)),
                        fields=("seat",),
                        name="one_tenure_at_a_time",
                    )
                ],
            },
        ),
    ]
