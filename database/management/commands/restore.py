"""``manage.py restore FILE``: restores a club that ``manage.py backup`` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from database.backups import restore


class Command(BaseCommand):
    """Restores a backup."""

    help = (
        "Makes the club in FILE the club of this database, and migrates it to this version. Stop"
        " the site first. If it fails, the database is as it was before."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the file, and the option to overwrite a club."""
        parser.add_argument("file", type=Path, help="what manage.py backup wrote")
        parser.add_argument(
            "--replace", action="store_true", help="overwrite the club that is in this database"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restores the club and prints each table."""
        self.stdout.write("Restoring:")
        restore(file, replace=replace, tell=lambda table: self.stdout.write(f"  {table}"))
        self.stdout.write(self.style.SUCCESS(f"Restored {file}. The club can be started."))
