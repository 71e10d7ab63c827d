"""Nobody else on the machine can read the site's files."""

import os
import shutil
import stat
import subprocess
import sys

import pytest

from running import redis_server
from running.private_files import make_files_private, make_folder_private
from tests.servers.image import static_files

OURS = {name: value for name, value in os.environ.items() if name not in {"VAR_DIR", "REDIS_URL"}}


@pytest.fixture(autouse=True)
def _everybody_may_read_what_is_made():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.lstat().st_mode)


def test_a_new_folder_is_its_owners(tmp_path):
    folder = tmp_path / "a" / "var"
    make_folder_private(folder)
    assert mode(folder) == 0o700


def test_what_an_earlier_version_left_open_is_closed(tmp_path):
    folder = tmp_path / "var"
    folder.mkdir()
    for name in ("miai.sqlite3", "miai.sqlite3-wal", "redis.log", "running"):
        (folder / name).touch()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch()
    (folder / "link").symlink_to(elsewhere)
    make_folder_private(folder)
    make_files_private(folder)
    assert {mode(path) for path in folder.iterdir() if not path.is_symlink()} == {0o600}
    assert mode(folder) == 0o700
    assert mode(elsewhere) == 0o644


def test_a_folder_that_everybody_writes_into_is_not_taken(tmp_path):
    tmp_path.chmod(0o1777)
    with pytest.raises(PermissionError, match="set VAR_DIR"):
        make_folder_private(tmp_path)
    assert mode(tmp_path) == 0o1777


@pytest.mark.skipif(os.getuid() != 0, reason="only root can hand a folder to somebody")
def test_somebody_elses_folder_is_not_taken(tmp_path):
    folder = tmp_path / "var"
    folder.mkdir()
    shutil.chown(folder, "nobody")
    with pytest.raises(PermissionError, match="set VAR_DIR"):
        make_folder_private(folder)


def test_a_start_in_a_folder_that_is_not_the_sites_is_told_so_in_one_line(tmp_path):
    tmp_path.chmod(0o1777)
    told = subprocess.run(
        [sys.executable, "-m", "running"],
        env={**OURS, "VAR_DIR": str(tmp_path), "PORT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "set VAR_DIR" in told.stderr


def test_the_socket_of_a_deep_folder_lies_in_a_closed_one(tmp_path, monkeypatch):
    monkeypatch.setattr(redis_server.tempfile, "gettempdir", lambda: str(tmp_path))
    path = redis_server.socket_path(tmp_path / ("deep" * 30))
    assert path.parent.parent == tmp_path
    assert mode(path.parent) == 0o700


@pytest.mark.skipif(os.getuid() != 0, reason="only root can hand a folder to somebody")
def test_a_server_that_somebody_else_put_there_is_not_spoken_to(tmp_path, monkeypatch):
    monkeypatch.setattr(redis_server.tempfile, "gettempdir", lambda: str(tmp_path))
    deep = tmp_path / ("deep" * 30)
    shutil.chown(redis_server.socket_path(deep).parent, "nobody")
    with pytest.raises(PermissionError):
        redis_server.socket_path(deep)


def test_a_command_makes_a_closed_folder_with_a_closed_key(tmp_path):
    folder = tmp_path / "var"
    subprocess.run(
        [sys.executable, "-c", "from config import settings"],
        env={**OURS, "VAR_DIR": str(folder), "SECRET_KEY": ""},
        check=True,
    )
    assert mode(folder) == 0o700
    assert mode(folder / "secret_key") == 0o600


def test_a_site_that_serves_its_files_by_another_server_keeps_them_readable():
    static = static_files()
    assert all(mode(path) & 0o044 == 0o044 for path in (static, *static.rglob("*")))
