"""PostgreSQL's programs are found wherever a machine has them, each on its own."""

from pathlib import Path

import pytest

from running.postgresql import programs
from running.postgresql.programs import find_server, find_tool, major_version


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine without PostgreSQL so far, neither on the PATH nor in a wheel."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(programs, "DEBIAN", tmp_path / "debian")
    monkeypatch.setattr(programs, "find_wheel", lambda: None)
    return tmp_path


def install(folder: Path, version: str, *names: str) -> Path:
    """Puts programs there that report their version; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{name} (PostgreSQL) {version}'\n")
        program.chmod(0o755)
    return folder


def test_a_server_on_the_path_comes_first(machine):
    on_path = install(machine / "path", "17.2", "postgres", "initdb")
    install(machine / "debian" / "18" / "bin", "18.1", "postgres", "initdb")
    assert find_server() == on_path


def test_the_link_on_the_path_leads_to_the_server(machine):
    server = install(machine / "opt", "16.4", "postgres", "initdb")
    (machine / "path").mkdir()
    (machine / "path" / "postgres").symlink_to(server / "postgres")
    assert find_server() == server


def test_a_server_that_pg_config_knows_is_found(machine):
    server = install(machine / "opt", "16.4", "postgres", "initdb")
    (machine / "path").mkdir()
    (machine / "path" / "pg_config").write_text(f"#!/bin/sh\necho {server}\n")
    (machine / "path" / "pg_config").chmod(0o755)
    assert find_server() == server


def test_of_debians_servers_the_newest_is_taken(machine):
    for major in ("9", "15", "16"):
        install(machine / "debian" / major / "bin", f"{major}.1", "postgres", "initdb")
    assert find_server() == machine / "debian" / "16" / "bin"


def test_a_server_of_the_version_that_is_asked_for_is_taken_from_anywhere(machine, monkeypatch):
    install(machine / "path", "18.0", "postgres", "initdb")
    install(machine / "debian" / "15" / "bin", "15.1", "postgres", "initdb")
    wheel = install(machine / "wheel", "17.3", "postgres", "initdb")
    monkeypatch.setattr(programs, "find_wheel", lambda: wheel)
    assert find_server(15) == machine / "debian" / "15" / "bin"
    assert find_server(17) == wheel


def test_a_server_that_django_cannot_use_is_passed_over(machine, monkeypatch):
    install(machine / "path", "9.6.24", "postgres", "initdb")
    wheel = install(machine / "wheel", "18.6", "postgres", "initdb")
    monkeypatch.setattr(programs, "find_wheel", lambda: wheel)
    assert find_server() == wheel


def test_a_server_without_initdb_is_passed_over(machine):
    install(machine / "path", "18.0", "postgres")
    whole = install(machine / "debian" / "15" / "bin", "15.1", "postgres", "initdb")
    assert find_server() == whole


@pytest.mark.usefixtures("machine")
def test_no_server_says_what_to_install():
    with pytest.raises(FileNotFoundError, match=r"install PostgreSQL 14 or later .* DATABASE_URL"):
        find_server()
    with pytest.raises(FileNotFoundError, match=r"install PostgreSQL 18 .* postgresql-18\)"):
        find_server(18)


def test_a_tool_is_found_where_the_server_is_not(machine):
    install(machine / "path", "17.2", "postgres", "initdb")
    client = install(machine / "debian" / "17" / "bin", "17.2", "pg_dump")
    assert find_tool("pg_dump", at_least=17) == client / "pg_dump"


def test_a_tool_is_as_new_as_the_server_and_not_much_newer(machine):
    for major in (14, 16, 18):
        install(machine / "debian" / str(major) / "bin", f"{major}.1", "pg_dump")
    assert find_tool("pg_dump", at_least=15) == machine / "debian" / "16" / "bin" / "pg_dump"


def test_debians_script_in_the_place_of_a_tool_is_passed_over(machine):
    script = install(machine / "common", "15.1", "pg_wrapper")
    (machine / "path").mkdir()
    (machine / "path" / "pg_dump").symlink_to(script / "pg_wrapper")
    client = install(machine / "debian" / "15" / "bin", "15.1", "pg_dump")
    assert find_tool("pg_dump") == client / "pg_dump"


def test_a_missing_tool_says_what_to_install(machine):
    install(machine / "path", "15.2", "pg_dump")
    with pytest.raises(FileNotFoundError, match=r"No pg_dump for PostgreSQL 18: .*-client-18"):
        find_tool("pg_dump", at_least=18)


def test_a_program_that_says_no_version_has_none(machine):
    folder = install(machine / "path", "", "postgres")
    assert major_version(folder / "postgres") == 0
    assert major_version(folder / "nothing") == 0
