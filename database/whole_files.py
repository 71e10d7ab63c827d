"""Writes files that are complete or not there at all."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OWN = 0o600
"""The mode of a file that only its owner may read, as every unfinished one is."""


class AlreadyBeingWritten(OSError):
    """Another process is writing the same file."""


@contextmanager
def whole_file(path: Path, mode: int = OWN) -> Iterator[BinaryIO]:
    """Provides a file that takes the place of ``path`` at the end. If there is an error, whatever
    was there before stays.

    A link stays, too, and the file that it leads to is replaced. Raises OSError, also if something
    else than a file is there: as root one could replace even ``/dev/null``.
    """
    if path.exists() and not path.is_file():
        number = errno.EISDIR if path.is_dir() else errno.EINVAL
        words = os.strerror(number) if path.is_dir() else "it is no file, but a device or a pipe"
        raise OSError(number, words, str(path))
    path = path.resolve()
    half = path.with_name(f"{path.name}.part")
    with _new_file(half) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), mode)
            half.replace(path)
        except BaseException:
            half.unlink(missing_ok=True)
            raise


def _new_file(path: Path) -> BinaryIO:
    """Makes a file that only we can read, and locks it. Raises AlreadyBeingWritten."""
    while True:
        try:
            file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "wb")
        except FileExistsError:
            _remove_what_was_left(path)
            continue
        if _lock(file.fileno(), path):
            return file
        file.close()


def _remove_what_was_left(path: Path) -> None:
    """Deletes the unfinished file of a process that was killed. Raises AlreadyBeingWritten if the
    process that writes it is still running."""
    with suppress(FileNotFoundError):
        left = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if _lock(left, path):
                path.unlink()
        finally:
            os.close(left)


def _lock(file: int, path: Path) -> bool:
    """Locks an open file. Returns whether it is still the one at ``path``."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file), path.stat())
    except BlockingIOError:
        raise AlreadyBeingWritten(
            errno.EAGAIN, "another process is writing it", str(path)
        ) from None
    except FileNotFoundError:
        return False
