"""Fixtures that the tests of processes share."""

import shutil
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def open_folder():
    """A folder that PostgreSQL's own user may enter, unlike pytest's folders."""
    folder = Path(tempfile.mkdtemp(prefix="miai-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)
