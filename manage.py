#!/usr/bin/env python
"""Django's command line for the site."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Runs one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from running.postgresql.commands import own_database_for

    var = Path(os.environ.get("VAR_DIR") or Path(__file__).with_name("var")).resolve()
    with own_database_for(sys.argv[1:], var):
        _ = settings.INSTALLED_APPS  # Django would hide from some commands what is wrong with them
        try:
            execute_from_command_line(sys.argv)
        except OperationalError as error:
            if "--traceback" in sys.argv:
                raise
            sys.exit(f"The database cannot be used: {error}")


if __name__ == "__main__":
    main()
