"""A folder and a port serve one run at a time; a second run is told so."""

import socket

import pytest

from running.__main__ import read_port
from running.occupied import Occupied, ensure_port_is_free, listens, only_run


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_port_in_use_is_named_with_another_one_to_try(taken):
    with pytest.raises(Occupied, match=f"Port {taken} is in use.*PORT={taken + 1}"):
        ensure_port_is_free("127.0.0.1", taken)


def test_a_port_that_nobody_uses_is_free(taken):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    ensure_port_is_free("127.0.0.1", port)
    assert listens("127.0.0.1", taken)
    assert not listens("127.0.0.1", port)


def test_an_address_of_another_machine_cannot_be_listened_on():
    with pytest.raises(Occupied, match=r"Nothing can listen on 192\.0\.2\.1"):
        ensure_port_is_free("192.0.2.1", 8000)


def test_a_second_run_is_told_where_the_first_one_is(tmp_path):
    with (
        only_run(tmp_path, "It runs at http://127.0.0.1:8000."),
        pytest.raises(Occupied, match=r"^It runs at http://127\.0\.0\.1:8000\.$"),
        only_run(tmp_path, "It runs at http://127.0.0.1:8001."),
    ):
        pytest.fail("two runs hold one folder")


def test_a_folder_is_free_again_after_a_run(tmp_path):
    with only_run(tmp_path, "http://127.0.0.1:8000"):
        pass
    with only_run(tmp_path, "http://127.0.0.1:8001"):
        assert (tmp_path / "running").read_text() == "http://127.0.0.1:8001"


@pytest.mark.parametrize("text", ["eighty", "0", "65536", "-1", "80 01"])
def test_a_port_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="must be a number from 1 to 65535"):
        read_port(text)


def test_a_port_is_read():
    assert read_port("8001") == 8001
