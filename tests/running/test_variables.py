"""A key is made once, and whole."""

from __future__ import annotations

import resource
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from running.variables import kept_key


def test_a_key_is_made_once_however_many_want_it(tmp_path):
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: kept_key(path, 50), range(8)))
    assert keys == {path.read_text()}
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_no_empty_key(tmp_path):
    """Which would be taken for a key at each later start."""
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
