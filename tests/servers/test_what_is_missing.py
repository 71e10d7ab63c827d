"""A missing server or browser gives one clear message, not a skipped test."""

import pytest

from running import redis_server
from running.postgresql import programs
from tests.servers import chromium, firefox, nginx
from tests.servers.plugin import redis_database


@pytest.fixture
def _nothing_on_the_path(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_no_chromium_says_what_to_install(monkeypatch):
    monkeypatch.setattr(chromium, "of_playwright", lambda: None)
    with pytest.raises(FileNotFoundError, match="No Chromium: install chromium, or call"):
        chromium.get_chromium()


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_a_chromium_that_playwright_brought_is_taken(monkeypatch):
    monkeypatch.setattr(chromium, "of_playwright", lambda: "/somewhere/chrome")
    assert chromium.get_chromium() == "/somewhere/chrome"


def test_a_failed_installation_of_chromium_says_why(monkeypatch, tmp_path):
    (tmp_path / "apt-get").write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(FileNotFoundError, match=r"No Chromium.* apt-get: E: no network"):
        chromium.install_with_apt()


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_no_firefox_says_what_to_install():
    with pytest.raises(FileNotFoundError, match="No Firefox: install firefox-esr"):
        firefox.get_firefox()


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_no_nginx_says_what_to_install():
    with pytest.raises(FileNotFoundError, match="No nginx: install nginx-light"):
        nginx.get_nginx()


def test_a_failed_installation_of_nginx_says_why(monkeypatch, tmp_path):
    (tmp_path / "apt-get").write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(FileNotFoundError, match=r"No nginx.* apt-get: E: no network"):
        nginx.install_with_apt()


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_the_postgresql_of_the_wheel_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(programs, "DEBIAN", tmp_path)
    for name in ("postgres", "pg_dump", "pg_restore"):
        assert programs.find_tool(name).parent == programs.find_server() == programs.find_wheel()


@pytest.mark.usefixtures("_nothing_on_the_path")
def test_the_redis_of_the_wheel_is_found():
    assert redis_server.find_server().endswith("valkey-server")


def test_an_installed_redis_is_preferred(monkeypatch, tmp_path):
    (tmp_path / "redis-server").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_server.find_server() == str(tmp_path / "redis-server")


def test_a_socket_in_a_deep_folder_gets_a_short_name(tmp_path):
    deep = tmp_path / ("deep" * 30)
    assert redis_server.socket_path(tmp_path).parent == tmp_path
    assert len(str(redis_server.socket_path(deep))) <= redis_server.LONGEST_SOCKET_PATH


@pytest.mark.parametrize(
    ("url", "database"),
    [
        ("unix:///tmp/redis.sock", "unix:///tmp/redis.sock?db=2"),
        ("redis://localhost:6379", "redis://localhost:6379/2"),
        ("redis://localhost:6379/0", "redis://localhost:6379/2"),
    ],
)
def test_each_test_process_has_a_redis_database_of_its_own(url, database):
    assert redis_database(url, 2) == database
