"""``manage.py found_club``: creates the first moderator and a demonstration club, once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from lobby.demonstration import set_up_demonstration
from lobby.founding import Founding, found_club, is_founded


class Command(BaseCommand):
    """Founds the club, unless that was done before."""

    help = (
        "Makes the first moderator and an invitation, and sets up a small demonstration club. "
        "Does nothing where there is a superuser already."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds ``--address`` and ``--no-demo``."""
        parser.add_argument(
            "--address", default=settings.SITE_URL, help="where people reach the site"
        )
        parser.add_argument(
            "--no-demo", action="store_true", help="leave the demonstration club out"
        )

    def handle(self, *, address: str, no_demo: bool, **options: Any) -> None:
        """Prints what the first moderator needs to know just before the transaction commits. If
        the commit fails, the command can be run again and prints new values."""
        with transaction.atomic():
            if is_founded():
                return
            now = timezone.now()
            founding = found_club(now=now)
            if not no_demo:
                set_up_demonstration(host=founding.moderator, now=now)
            self.stdout.write(words(founding, address.rstrip("/")))
            self.stdout.flush()


def words(founding: Founding, address: str) -> str:
    """The text printed for whoever founds the club."""
    invitation = founding.invitation
    return (
        "\nThe club is founded. Its first moderator can log in now; this is shown only once:\n"
        f"\n  name        {founding.moderator.username}"
        f"\n  password    {founding.password}"
        f"\n  log in at   {address}/account/login/\n"
        f"\nInvite up to {invitation.most_uses} people within 30 days with this link:\n"
        f"\n  {address}{invitation.get_absolute_url()}\n"
    )
