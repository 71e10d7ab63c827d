"""Reads environment variables, and makes the folder and the keys that they do not name."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError, ValidationError


def variables() -> Env:
    """Returns a reader of environment variables. From now on, an invalid one ends this process with
    a line that names it, instead of a traceback."""
    sys.excepthook = _in_one_line
    return Env()


def _in_one_line(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, EnvError | ImproperlyConfigured):
        print(error, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


def is_address(text: str) -> None:
    """Raises ValidationError if the address has no ``https://`` or ``http://``."""
    if not text.startswith(("http://", "https://")):
        raise ValidationError("It must begin with https:// or http://.")


def are_addresses(texts: Sequence[str]) -> None:
    """Raises ValidationError if one of these origins has no ``https://`` or ``http://``: no request
    would ever match it."""
    for text in texts:
        is_address(text)


def are_hosts(texts: Sequence[str]) -> None:
    """Raises ValidationError if one of these is an address instead of a host name: no request would
    ever match it."""
    if any("/" in text for text in texts):
        raise ValidationError("It takes host names, such as miai.example.org, without https://.")


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
