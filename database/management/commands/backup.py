"""``manage.py backup FILE``: writes the whole club to one file, even while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from database.backups import back_up

KEYS = ("secret_key", "vapid_key")
"""Files of the data folder that are not part of a backup."""


class Command(BaseCommand):
    """Writes a backup."""

    help = (
        "Writes the whole club to FILE, in the format of pg_dump. The club may run meanwhile. The"
        " file holds sealed choices: only you can read it; keep every copy as private."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the file."""
        parser.add_argument("file", type=Path, help="where to write it; a file there is replaced")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Writes the backup and prints each table; then prints what else to keep."""
        self.stdout.write("Backing up:")
        back_up(file, lambda table: self.stdout.write(f"  {table}"))
        size = file.stat().st_size
        self.stdout.write(self.style.SUCCESS(f"Wrote {file} ({size / 2**20:.1f} MB)."))
        keys = [str(Path(settings.VAR_DIR, name)) for name in KEYS]
        kept = [key for key in keys if Path(key).exists()]
        if kept:
            self.stdout.write(f"Keep a copy of {' and '.join(kept)} too: they are not in it.")
