"""``manage.py export_archive FILE``: writes all finished public games to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.archive.export import write_archive


class Command(BaseCommand):
    """Writes the archive as a file."""

    help = (
        "Writes all finished public games to FILE, one record a line (docs/api.md); compressed if"
        " its name ends in .gz. The club may run meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the argument FILE."""
        parser.add_argument("file", type=Path, help="where to write it; a file there is replaced")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Writes the file and prints how many games are in it."""
        try:
            count = write_archive(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from None
        if count is None:
            raise CommandError(f"Another process is writing {file}.")
        size = f"{file.stat().st_size / 2**20:.1f} MB"
        self.stdout.write(self.style.SUCCESS(f"Wrote {file} ({size}). Games: {count}."))
