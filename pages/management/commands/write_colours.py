"""``manage.py write_colours``: writes the palette as a style sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from pages.palette import stylesheet


class Command(BaseCommand):
    """Writes static/css/colours.css from pages/palette.py."""

    help = "Write static/css/colours.css from the palette in pages/palette.py."

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the file and prints its path."""
        path = Path(settings.BASE_DIR, "static", "css", "colours.css")
        path.write_text(stylesheet(), encoding="utf-8")
        self.stdout.write(f"Wrote {path}.")
