"""``python -m bench.site [PART ...]``: the site's figures as a table, on the production set-up."""

from __future__ import annotations

import sys

import django
from django.core.management import call_command

from bench.engines.measuring import pace
from bench.site import production
from bench.site.figures import HEAD

PARTS = ("turns", "bots", "choices", "watchers", "views", "steps")


def main() -> int:
    """Starts everything, measures the parts that were named, or all, and prints the table."""
    names = sys.argv[1:] or PARTS
    wrong = [name for name in names if name not in PARTS]
    if wrong:
        print(f"{wrong[0]} is none of the parts: {', '.join(PARTS)}.", file=sys.stderr)
        return 1
    with production.servers():
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        # Models can be imported only now.
        from bench.site.parts import MEASURES

        with production.site() as running:
            print(pace())
            print(HEAD, flush=True)
            for name in names:
                for figures in MEASURES[name](running):
                    print(figures.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
