"""Reads what is kept in files where environment variables say nothing."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured


def make_folder(folder: Path) -> None:
    """Makes the folder of the site's data if there is none; private, because of sealed choices.
    Raises ImproperlyConfigured."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"VAR_DIR cannot be {folder}: {error.strerror}.") from None


def kept_key(path: Path, random_bytes: int) -> str:
    """Returns the key in a file, which is made if there is none: completely or not at all, and only
    once, however many processes want it. Raises ImproperlyConfigured."""
    try:
        if not path.exists():
            with NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}.") as file:
                file.write(secrets.token_urlsafe(random_bytes))
                file.flush()
                os.fsync(file.fileno())
                with suppress(FileExistsError):
                    os.link(file.name, path)
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be used: {error.strerror}.") from None
