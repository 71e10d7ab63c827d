"""If a machine lacks something, one line says what."""

import subprocess
import sys
from pathlib import Path

import pytest

from running import environment


def finished(code: int, said: str = "") -> subprocess.CompletedProcess:
    return subprocess.CompletedProcess([], code, stdout=said)


def test_an_old_python_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later, and python3 is 3\.9\.2"):
        environment.find_python()


def test_a_newer_python_beside_an_old_one_is_found(monkeypatch, tmp_path):
    newer = tmp_path / "python3.12"
    newer.touch(mode=0o755)
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment.find_python() == str(newer)


def python_built_with(monkeypatch, arguments):
    monkeypatch.setattr("sysconfig.get_config_var", {"CONFIG_ARGS": arguments}.get)


def test_the_systems_python_is_taken_where_this_one_is_slow(monkeypatch):
    monkeypatch.delenv("PYTHON", raising=False)
    monkeypatch.setattr(environment, "SYSTEM_PYTHON", sys.executable)
    monkeypatch.setattr(sys, "executable", "/slow/python3")
    python_built_with(monkeypatch, "'--enable-shared'")
    assert environment.find_python() == environment.SYSTEM_PYTHON


@pytest.mark.parametrize("says", ["sys.exit(1)", "import no_such_module"])
def test_a_python_of_the_system_that_cannot_be_used_is_left(monkeypatch, tmp_path, says):
    too_old = tmp_path / "python3"
    too_old.write_text(f"#!{sys.executable}\nimport sys\n{says}\n")
    too_old.chmod(0o755)
    monkeypatch.delenv("PYTHON", raising=False)
    python_built_with(monkeypatch, "'--enable-shared'")
    for python in (too_old, tmp_path / "missing"):
        monkeypatch.setattr(environment, "SYSTEM_PYTHON", str(python))
        assert environment.find_python() == sys.executable


@pytest.mark.parametrize("named", [True, False])
def test_a_python_that_was_named_or_is_quick_is_taken(monkeypatch, named):
    monkeypatch.setattr(environment, "can_make_venv", lambda python: True)
    if named:
        monkeypatch.setenv("PYTHON", "python3.12")
    else:
        monkeypatch.delenv("PYTHON", raising=False)
    python_built_with(monkeypatch, "'--enable-shared'" if named else "'--enable-optimizations'")
    assert environment.find_python() == sys.executable


def test_a_missing_venv_module_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "none")
    monkeypatch.setattr(environment, "quiet", lambda command: finished(1))
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        environment.make_venv("python3")


def test_a_working_environment_is_kept(monkeypatch):
    commands = iter([finished(0)])  # one check, and nothing is created
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "quiet", lambda command: next(commands))
    environment.make_venv("python3")


def test_pip_installs_where_uv_cannot(monkeypatch):
    called = []

    def quiet(command):
        called.append(command)
        return finished("uv" in command)

    monkeypatch.setattr(environment, "quiet", quiet)
    environment.install("run")
    assert "pip" in called[-1]
    assert called[-1][-1].endswith("requirements/run.txt")


def test_a_failed_installation_says_why_in_one_line(monkeypatch):
    monkeypatch.setattr(environment, "quiet", lambda command: finished(1, "trying\nno route\n"))
    with pytest.raises(SystemExit, match=r"cannot be installed \(no network\?\): no route"):
        environment.install("run")
