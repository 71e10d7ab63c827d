"""Files that no other user of this machine may read: sealed choices are in them."""

import os
import stat
from pathlib import Path


def make_new_files_private() -> None:
    """Makes files of this process, and of all that it starts, readable for their owner alone."""
    os.umask(0o077)


def make_folder_private(folder: Path) -> None:
    """Makes ``folder``, if it is not there, and lets only its owner in.

    Raises ``PermissionError`` if it belongs to another user or everybody may write to it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX:
        raise PermissionError(
            f"{folder} is not the site's own folder; set VAR_DIR to one that belongs to its user."
        )
    folder.chmod(0o700)


def make_files_private(folder: Path) -> None:
    """Lets only their owner read the files in ``folder``; old versions let others."""
    for path in folder.iterdir():
        if path.is_file() and not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & 0o700)
