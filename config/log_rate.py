"""Limits how many lines of one kind are logged. Somebody who finds a way to cause a line with each
request must not be able to fill the disk or hide all other lines."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

LINES = 30
"""How many lines of one kind are written within ``SECONDS``; the rest are only counted."""
SECONDS = 60.0

Kind = tuple[str, int, str, int, str, str, int]
"""Logger, level and place in the code; for an error also its type and where it was raised."""


@dataclass
class _Window:
    """What was logged of one kind since ``begun``, in seconds of the monotonic clock."""

    begun: float
    level: int
    name: str
    written: int = 0
    left_out: int = 0


class LinesAtARate(logging.StreamHandler[TextIO]):
    """Writes at most ``LINES`` lines of a kind within ``SECONDS``. When that time is over, one more
    line says how many were left out."""

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(stream)
        self.clock = clock
        self.windows: dict[Kind, _Window] = {}
        self.timer: threading.Timer | None = None

    def handle(self, record: logging.LogRecord) -> bool:
        """Writes or counts a line; returns whether it was written."""
        with self.locked():
            now = self.clock()
            self.tell_left_out(now)
            kind = kind_of(record)
            window = self.windows.setdefault(kind, _Window(now, record.levelno, record.name))
            if window.written >= LINES:
                window.left_out += 1
                self._tell_later()
                return False
            window.written += 1
            return bool(super().handle(record))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lets nobody else count or write meanwhile."""
        self.acquire()
        try:
            yield
        finally:
            self.release()

    def tell_left_out(self, now: float) -> None:
        """Closes the windows whose time is over and logs how many lines each left out."""
        over = [kind for kind, window in self.windows.items() if now - window.begun >= SECONDS]
        for kind in over:
            window = self.windows.pop(kind)
            if window.left_out:
                self._write_left_out(kind, window)

    def close(self) -> None:
        """Logs the remaining numbers when the process ends."""
        with self.locked():
            if self.timer is not None:
                self.timer.cancel()
            self.tell_left_out(float("inf"))
        super().close()

    def _write_left_out(self, kind: Kind, window: _Window) -> None:
        _, _, path, line, error, *_ = kind
        what = f"{error} at {path}:{line}" if error else f"{path}:{line}"
        words = f"{window.left_out} more lines of one kind were left out: {what}"
        super().handle(logging.LogRecord(window.name, window.level, path, line, words, (), None))

    def _tell_later(self) -> None:
        """Starts a timer that logs the numbers, in case nothing else is logged."""
        if self.timer is None or not self.timer.is_alive():
            self.timer = threading.Timer(SECONDS, self._tell)
            self.timer.daemon = True
            self.timer.start()

    def _tell(self) -> None:
        with self.locked():
            self.timer = None
            self.tell_left_out(self.clock())
            if any(window.left_out for window in self.windows.values()):
                self._tell_later()


def kind_of(record: logging.LogRecord) -> Kind:
    """Returns the kind of a line: its logger, level and place in the code, whatever its values."""
    error, raised_in, line = "", "", 0
    if record.exc_info and record.exc_info[0]:
        error = record.exc_info[0].__name__
        place = record.exc_info[2]
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        if place is not None:
            raised_in, line = place.tb_frame.f_code.co_filename, place.tb_lineno
    return (record.name, record.levelno, record.pathname, record.lineno, error, raised_in, line)
