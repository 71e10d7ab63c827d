"""`make run` starts the whole site with only a folder, and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import psycopg
import pytest

from running import redis_server
from running.occupied import listens
from running.postgresql.own import find_data, own_address, socket_folder
from tests.servers.site import RunningSite

HEALTHY_SECONDS = 300


@pytest.fixture(scope="module")  # started once for all tests; the last test stops it
def site(tmp_path_factory, open_folder):
    folder = tmp_path_factory.mktemp("whole")
    folder.chmod(0o755)  # as an earlier version left it
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX"}
    }
    environment["POSTGRESQL_DIR"] = str(open_folder)
    with RunningSite(folder, environment) as site:
        yield site


def health(site: RunningSite) -> dict[str, object]:
    try:
        with urllib.request.urlopen(f"{site.address}/healthz", timeout=60) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as answer:
        with answer:
            return json.load(answer)


def children(site: RunningSite) -> list[int]:
    """The site's processes, in the order in which they were started."""
    pid = site.process.pid
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def run_again(site: RunningSite, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "running"],
        env={**site.environment, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_web_worker_and_beat_work_together(site):
    assert site.until(lambda: health(site)["ok"], HEALTHY_SECONDS), site.log.read_text()


def test_it_says_that_choices_are_taken_and_turns_resolved(site):
    def heard():
        with psycopg.connect(own_address(site.folder)) as database:
            return dict(database.execute("SELECT of, at FROM games_heartbeat").fetchall())

    assert site.until(lambda: heard().keys() == {"choices", "turns"}, HEALTHY_SECONDS)
    first = heard()
    assert site.until(lambda: all(heard()[of] > first[of] for of in first), HEALTHY_SECONDS)


def test_nobody_else_reads_what_it_keeps(site):
    kept = [site.folder, *site.folder.rglob("*")]
    assert {"postgresql.log", "redis.sock", "redis.log", "running"} <= {path.name for path in kept}
    kept += [find_data(site.folder), find_data(site.folder).parent, socket_folder(site.folder)]
    found = [path for path in kept if not path.is_symlink() and path.lstat().st_mode & 0o077]
    # Collected static files may be readable by everybody, because nobody can enter their folders.
    assert not [path for path in found if path.is_dir() or "static" not in path.parts]


def test_a_second_start_in_the_same_folder_is_told_where_the_first_is(site):
    second = run_again(site)
    assert second.returncode == 1
    assert (
        second.stderr
        == f"Miai is already running at {site.address}; Ctrl-C in its terminal stops it.\n"
    )


def test_another_start_on_the_same_port_is_told_another_port(site, tmp_path):
    second = run_again(site, VAR_DIR=str(tmp_path))
    assert second.returncode == 1
    assert second.stderr.startswith(f"Port {site.port} is in use; choose another: make run PORT=")
    assert second.stderr.count("\n") == 1


def test_a_port_that_is_none_is_named_in_one_line(site):
    assert run_again(site, PORT="0").stderr == "PORT is '0'; it must be a number from 1 to 65535.\n"


def test_a_redis_that_is_not_there_is_named_in_one_line(site, tmp_path):
    other = RunningSite(tmp_path, {**site.environment, "REDIS_URL": "redis://127.0.0.1:1/0"})
    with pytest.raises(RuntimeError, match=r"Redis \(REDIS_URL\) cannot be reached: .*\n"):
        other.__enter__()


def test_a_wrong_setting_is_named_in_one_line(site, tmp_path):
    other = RunningSite(tmp_path, {**site.environment, "DATABASE_URL": "mysql://a/b"})
    with pytest.raises(RuntimeError, match=r"\nDATABASE_URL must name a PostgreSQL server: "):
        other.__enter__()
    assert "Traceback" not in other.log.read_text()


def test_a_process_that_is_killed_is_started_again(site):
    *before, beat = children(site)
    os.kill(beat, signal.SIGKILL)
    assert site.until(lambda: "beat ended by SIGKILL" in site.log.read_text(), HEALTHY_SECONDS)
    assert site.until(lambda: children(site)[-1] not in (beat, *before), HEALTHY_SECONDS)


def test_ctrl_c_ends_everything(site):
    path = redis_server.socket_path(site.folder)
    assert redis_server.answers(path)
    assert site.stop() == 0
    assert not listens("127.0.0.1", site.port)
    assert not redis_server.answers(path)
    assert not (find_data(site.folder) / "postmaster.pid").exists()  # nor was it killed
    assert "Traceback" not in site.log.read_text()
