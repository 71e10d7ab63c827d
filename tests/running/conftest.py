"""What tests of the processes share."""

import shutil
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def open_folder():
    """A folder that PostgreSQL's own user may pass through, as pytest's are not."""
    folder = Path(tempfile.mkdtemp(prefix="miai-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)
