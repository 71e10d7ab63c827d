"""``manage.py import_sqlite FILE``: imports a club that commit 84810de kept in SQLite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from database.from_sqlite import import_club


class Command(BaseCommand):
    """Imports an SQLite club."""

    help = (
        "Copies the club that commit 84810de kept in the SQLite file FILE into this database, which"
        " must have none, and migrates it to this version. Stop the club first. FILE stays as it"
        " is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the file."""
        parser.add_argument("file", type=Path, help="the club's file, such as var/miai.sqlite3")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Imports the club and prints each table with its number of rows."""
        counts: list[int] = []

        def tell(table: str, count: int) -> None:
            counts.append(count)
            self.stdout.write(f"  {table}: {count}")

        self.stdout.write("Rows copied, by table:")
        import_club(file, tell)
        self.stdout.write(
            self.style.SUCCESS(
                f"Done: {sum(counts)} rows of {len(counts)} tables, all there. The club can be"
                " started; keep its secret_key and vapid_key."
            )
        )
