"""Starts the whole site on this machine and keeps it running: ``python -m running``.

Reads PORT, HOST, DEMO, DATABASE_URL and REDIS_URL. The site itself reads the other variables
(docs/running.md).
"""

import asyncio
import os
import sys
from pathlib import Path

from running.occupied import Occupied, ensure_port_is_free, only_run
from running.private_files import make_files_private, make_folder_private, make_new_files_private
from running.site import Site

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Runs the site until asked to stop. Returns 0, or 1 after printing what is wrong."""
    make_new_files_private()
    environment = dict(os.environ)
    environment["VAR_DIR"] = environment.get("VAR_DIR") or str(ROOT / "var")
    try:
        site = Site(
            host=environment.get("HOST") or "127.0.0.1",
            port=read_port(environment.get("PORT") or "8000"),
            demo=environment.get("DEMO") != "0",
            environment=environment,
        )
        make_folder_private(site.folder)
        make_files_private(site.folder)
        with only_run(
            site.folder,
            f"Miai is already running at {site.address}; Ctrl-C in its terminal stops it.",
        ):
            ensure_port_is_free(site.host, site.port)
            return asyncio.run(site.run())
    except (Occupied, OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def read_port(text: str) -> int:
    """Returns the number in PORT. Raises ``ValueError`` with what it must be."""
    if not text.isdecimal() or not 0 < int(text) < 2**16:
        raise ValueError(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
