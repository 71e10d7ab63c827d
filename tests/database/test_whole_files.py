"""A file is written completely or not at all, and nothing but files is replaced."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from database.whole_files import AlreadyBeingWritten, whole_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.dump"


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_reads_it_until_it_is_whole(path):
    with whole_file(path, 0o644) as file:
        file.write(b"all of it")
        (half,) = path.parent.iterdir()
        assert mode_of(half) == 0o600
    assert path.read_bytes() == b"all of it"
    assert mode_of(path) == 0o644
    assert list(path.parent.iterdir()) == [path]


def test_what_was_there_stays_if_there_is_an_error(path):
    path.write_bytes(b"an earlier one")
    with pytest.raises(ZeroDivisionError), whole_file(path) as file:
        file.write(b"%d" % (1 // 0))
    assert path.read_bytes() == b"an earlier one"
    assert list(path.parent.iterdir()) == [path]


def test_two_do_not_write_it_at_a_time(path):
    with whole_file(path) as file:
        file.write(b"the first ")
        with pytest.raises(AlreadyBeingWritten), whole_file(path):
            pass
        file.write(b"is whole")
    assert path.read_bytes() == b"the first is whole"


def test_what_a_killed_process_left_is_replaced_and_stays_private(path):
    half = path.with_name("club.dump.part")
    half.write_bytes(b"something long that was left")
    half.chmod(0o666)
    with whole_file(path) as file:
        assert mode_of(half) == 0o600
        file.write(b"new")
    assert path.read_bytes() == b"new"


def test_nobody_leads_it_elsewhere(path):
    """In a folder that others may write to."""
    theirs = path.with_name("theirs")
    theirs.write_bytes(b"theirs")
    path.with_name("club.dump.part").symlink_to(theirs)
    with pytest.raises(OSError, match="symbolic links"), whole_file(path) as file:
        file.write(b"sealed choices")
    assert theirs.read_bytes() == b"theirs"


def test_a_link_stays_and_its_file_is_replaced(path):
    disk = path.with_name("disk")
    disk.mkdir()
    path.symlink_to(disk / "club.dump")
    with whole_file(path) as file:
        file.write(b"all of it")
    assert path.is_symlink()
    assert (disk / "club.dump").read_bytes() == b"all of it"


def test_neither_devices_nor_pipes_nor_folders_are_replaced(path):
    os.mkfifo(path)
    with pytest.raises(OSError, match="no file, but a device or a pipe"), whole_file(path):
        pass
    assert path.is_fifo()
    with pytest.raises(IsADirectoryError), whole_file(path.parent):
        pass


def test_standard_output_is_not_replaced():
    writes = "from pathlib import Path; from database.whole_files import whole_file\n"
    writes += "with whole_file(Path('/dev/stdout')): pass"
    ran = subprocess.run([sys.executable, "-c", writes], capture_output=True, check=False)
    assert b"no file, but a device or a pipe" in ran.stderr
    assert Path("/dev/stdout").is_symlink()
