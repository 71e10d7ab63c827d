"""A wrong variable is named in one line; a key is made once, and whole."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from running.variables import kept_key

SITE = {"PATH": os.environ["PATH"], "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/club"}
COMMANDS = (
    ("manage.py", "shell", "--command", "pass"),
    ("-m", "running.web", "--port", "0"),
    ("-m", "running.prepare"),
    ("-m", "celery", "--app", "config.celery", "report"),
)


def said(command: tuple[str, ...], **variables: str) -> str:
    ran = subprocess.run(
        [sys.executable, *command],
        env={**SITE, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    return ran.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_process_names_a_wrong_variable_in_one_line(command, tmp_path):
    words = said(command, VAR_DIR=str(tmp_path), EMAIL_PORT="smtp")
    assert words == 'Environment variable "EMAIL_PORT" invalid: Not a valid integer.\n'


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"PRODUCTION": "1"}, '"SECRET_KEY" not set'),
        ({"PRODUCTION": "1", "SECRET_KEY": "x" * 50}, "ALLOWED_HOSTS must name"),
        ({"ALLOWED_HOSTS": "https://a.example"}, "host names, such as miai.example.org"),
        ({"CSRF_TRUSTED_ORIGINS": "a.example"}, "must begin with https://"),
        ({"SITE_URL": "a.example"}, "must begin with https://"),
        ({"LOG_LEVEL": "loud"}, "Must be one of"),
        ({"HEADER_SECONDS": "long"}, "HEADER_SECONDS"),
        ({"VAR_DIR": "/proc/nowhere"}, "VAR_DIR cannot be /proc/nowhere"),
    ],
    ids=str,
)
def test_what_nobody_could_use_is_refused(variables, words, tmp_path):
    line = said(("-m", "running.web", "--port", "0"), **{"VAR_DIR": str(tmp_path), **variables})
    assert words in line
    assert line.count("\n") == 1


def test_a_command_says_in_one_line_that_there_is_no_database(tmp_path):
    words = said(("manage.py", "rate"), VAR_DIR=str(tmp_path)).splitlines()
    assert words[-1].startswith("The database cannot be used: ")
    assert not any("Traceback" in line for line in words)


def test_a_key_is_made_once_however_many_want_it(tmp_path):
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: kept_key(path, 50), range(8)))
    assert keys == {path.read_text()}
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_no_empty_key(tmp_path):
    """An empty file would be taken for the key from then on."""
    path = tmp_path / "secret_key"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(ImproperlyConfigured, match="secret_key cannot be used: File too large"):
            kept_key(path, 50)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []
    assert len(kept_key(Path(path), 50)) == 67
