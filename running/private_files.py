"""Protects the site's files from other users of the machine, because sealed choices are in them."""

import os
import stat
from pathlib import Path


def make_new_files_private() -> None:
    """Makes new files of this process, and of those it starts, readable only by their owner."""
    os.umask(0o077)


def make_folder_private(folder: Path) -> None:
    """Makes ``folder`` if it does not exist, and lets only its owner in.

    Raises ``PermissionError`` if it belongs to another user or is a shared folder such as /tmp.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX:
        raise PermissionError(
            f"{folder} is not the site's own folder; set VAR_DIR to one that belongs to its user."
        )
    folder.chmod(0o700)


def make_files_private(folder: Path) -> None:
    """Makes the files in ``folder`` readable only by their owner; old versions let others read
    them."""
    for path in folder.iterdir():
        if path.is_file() and not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & 0o700)
