"""``python -m bench``: measures the engines, then the site.

Each part runs in a process of its own, so that it does not measure what another has loaded.
"""

from __future__ import annotations

import subprocess
import sys

PARTS = {
    "Engines": "bench.engines",
    "Records of a megabyte": "bench.records",
    "Pictures": "bench.pictures",
    "The site, as in production": "bench.site",
    "Pages of a large club": "bench.pages",
    "The site at its start, and idle": "bench.start",
}


def main() -> int:
    """Measures everything; returns 1 if a part could not be measured, else 0."""
    failed = False
    for heading, module in PARTS.items():
        print(f"\n## {heading}\n", flush=True)
        failed |= subprocess.run([sys.executable, "-m", module], check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
