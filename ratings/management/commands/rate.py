"""``manage.py rate``: rates the games that wait to be rated, or all games again."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ratings.services.again import let_all_wait, note_all
from ratings.services.rating import ladders_with_work, rate_waiting

BETWEEN_LOOKS = 0.05
"""How long to wait for a worker that is rating the same ladder, in seconds."""


class Command(BaseCommand):
    """``python manage.py rate [--again]``; works while the club is running or stopped."""

    help = "Rates games that have ended and are not rated yet; --again: all games of the archive."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Adds ``--again``."""
        parser.add_argument(
            "--again",
            action="store_true",
            help="work out all ratings again from the archive; struck games stay struck",
        )

    def handle(self, *args: Any, again: bool, **options: Any) -> None:
        """Rates games until none waits; with ``--again``, lets all games wait first."""
        if again:
            rated = note_all(lambda count: self._say(f"{count} games read", options))
            ladders = let_all_wait()
            self._say(f"{rated} of them are rated, on {len(ladders)} ladders", options)
        count = 0
        while ladders := ladders_with_work():
            done = [rate_waiting(ladder) for ladder in ladders]
            count += sum(each or 0 for each in done)
            if not any(done):
                time.sleep(BETWEEN_LOOKS)
            self._say(f"{count} games rated", options)
        self.stdout.write(self.style.SUCCESS(f"Done: {count} games were rated."))

    def _say(self, text: str, options: dict[str, Any]) -> None:
        if options["verbosity"] > 1:
            self.stdout.write(text)
