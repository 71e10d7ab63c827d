"""Files that nobody else on this machine may read: sealed choices are in them."""

import os
import stat
from pathlib import Path


def close_new_files() -> None:
    """Lets this process, and all that it starts, make files for their owner alone."""
    os.umask(0o077)


def close_folder(folder: Path) -> None:
    """Makes ``folder`` where there is none, and lets only its owner in.

    Raises ``PermissionError`` where it is somebody else's, or one that everybody writes into.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX:
        raise PermissionError(
            f"{folder} is not the site's own folder; set VAR_DIR to one that belongs to its user."
        )
    folder.chmod(0o700)


def close_files(folder: Path) -> None:
    """Lets only its owner read what lies in ``folder``, from a version that let others."""
    for path in folder.iterdir():
        if path.is_file() and not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & 0o700)
