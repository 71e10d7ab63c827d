"""What the replay of one record may cost."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path

MEGABYTE = 1024 * 1024
POLITE = 10
"""How much this process gives way to others on the same machine; see nice(2)."""


@dataclass(frozen=True)
class Budget:
    """``processor_seconds`` and ``seconds`` of the clock, and ``megabytes`` of memory."""

    processor_seconds: float
    seconds: float
    megabytes: int

    def impose(self) -> None:
        """Holds this process to the processor time and the memory, as far as its system does.

        Linux ends it for the one and refuses it more of the other (MemoryError); macOS knows no
        bound of memory. Nothing is left behind for a debugger.
        """
        os.nice(POLITE)
        longest = ceil(self.processor_seconds) + 1
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 1))
        with suppress(ValueError, OSError):
            most = addresses_in_use() + self.megabytes * MEGABYTE
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def addresses_in_use() -> int:
    """Bytes of this process's address space: what a limit of it counts, libraries and all."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()
