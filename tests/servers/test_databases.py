"""Each worker's database is a copy of a migrated one, and is made when a test asks for it."""

import os
import subprocess
import sys
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.servers import databases
from tests.servers.databases import ROOT, address_of, make_database, schema_key

NO_SERVER = """
import os, pathlib
folder = pathlib.Path(os.environ["TEST_SERVERS"])
def test_no_server(): assert not (folder / "postgresql").exists()
"""


@pytest.mark.django_db
def test_it_is_migrated():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_a_database_is_made_anew_without_the_rows_of_before(django_db_setup):
    address = address_of(f"{os.environ['REDIS_PREFIX']}_anew")
    make_database(address)
    with psycopg.connect(address) as database:
        database.execute("INSERT INTO auth_group (name) VALUES ('of a test')")
    make_database(address)
    with psycopg.connect(address) as database:
        names = {name for (name,) in database.execute("SELECT name FROM auth_group")}
    assert names
    assert "of a test" not in names


def test_what_cannot_be_made_says_why(django_db_setup):
    server = urlsplit(os.environ["TEST_DATABASE_URL"])
    with pytest.raises(RuntimeError, match="No database for the tests: cannot drop a template"):
        make_database(server._replace(path="/template0").geturl())


def test_tests_without_a_database_start_no_server(tmp_path):
    (tmp_path / "test_folder.py").write_text(NO_SERVER)
    own = {"TEST_SERVERS", "DATABASE_URL", "REDIS_URL", "PYTEST_XDIST_WORKER"}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", f"--config-file={ROOT}/pyproject.toml", str(tmp_path)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture
def code(tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "ROOT", tmp_path)
    (tmp_path / "games" / "migrations").mkdir(parents=True)
    (tmp_path / "games" / "migrations" / "0001_initial.py").write_text("CREATE")
    (tmp_path / "games" / "views.py").write_text("a page")
    return tmp_path


def test_a_changed_migration_changes_the_key(code):
    before = schema_key(15)
    (code / "games" / "migrations" / "0001_initial.py").write_text("CREATE MORE")
    assert schema_key(15) != before


def test_another_version_of_postgresql_has_another_key(code):
    assert schema_key(15) != schema_key(18)


def test_a_changed_page_leaves_the_key(code):
    before = schema_key(15)
    (code / "games" / "views.py").write_text("another page")
    assert schema_key(15) == before


def test_every_file_that_is_named_exists():
    assert all(list(ROOT.glob(pattern)) for pattern in databases.MADE_FROM)


def test_the_oldest_dumps_go(code, monkeypatch):
    monkeypatch.setattr(databases, "DUMPS", code)
    for age, name in enumerate("abcdefg"):
        (code / f"{name}.sql").touch()
        os.utime(code / f"{name}.sql", (1000 - age, 1000 - age))
    databases._remove_old_dumps()
    assert sorted(path.stem for path in code.glob("*.sql")) == list("abcde")
