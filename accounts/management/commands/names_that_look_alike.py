"""``manage.py names_that_look_alike``: lists members whose names look alike."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services.names import names_that_look_alike


class Command(BaseCommand):
    """Lists members whose names look alike; they are older than the rule against such names."""

    help = (
        "Lists the members whose names look like one another's, those who joined first before the "
        "others. They keep their names until a moderator gives one of them another."
    )

    def handle(self, **options: Any) -> None:
        """Prints one line per group, or says that there are none."""
        found = names_that_look_alike()
        for group in found:
            self.stdout.write(", ".join(f"{user.username} (member {user.pk})" for user in group))
        if not found:
            self.stdout.write("No two names look alike.")
