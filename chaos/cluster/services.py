"""Reads ``deploy/cluster/compose.yaml``, so that the hosts run what it says without Docker."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "cluster"
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


@dataclass(frozen=True)
class Service:
    """How one service is started."""

    name: str
    command: list[str]
    environment: dict[str, str]


def services(variables: Mapping[str, str], folder: Path) -> dict[str, Service]:
    """Returns the services that have a command, by name.

    ``variables``: what ``.env`` would hold. ``folder``: has a folder for each volume, and copies of
    the files that are mounted, in which paths of the containers are replaced by these.
    """
    written = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    found = {}
    for name, service in _filled_in(written["services"], variables).items():
        if "command" not in service:
            continue
        places = _places(service.get("volumes", ()), folder)
        environment = {
            variable: _replaced(str(value), places)
            for variable, value in service.get("environment", {}).items()
        }
        command = [_replaced(part, places) for part in service["command"]]
        command[0] = _program(command[0])
        found[name] = Service(name, command, environment)
    return found


def _filled_in(value: Any, variables: Mapping[str, str]) -> Any:
    """The value with all variables replaced. Raises ``KeyError`` for one that is missing."""
    if isinstance(value, dict):
        return {key: _filled_in(each, variables) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled_in(each, variables) for each in value]
    if isinstance(value, str):
        return VARIABLE.sub(lambda found: _value(found, variables), value)
    return value


def _value(found: re.Match[str], variables: Mapping[str, str]) -> str:
    name, kind, default = found.groups()
    return variables.get(name, default) if kind == "-" else variables[name]


def _places(volumes: list[str], folder: Path) -> dict[str, str]:
    """Paths here by paths in the container. Makes folders and copies files."""
    places = {}
    for volume in volumes:
        source, target = volume.split(":")[:2]
        here = folder / Path(source).name
        places[target] = str(here)
        if not source.startswith("."):
            here.mkdir(exist_ok=True)
    for volume in volumes:
        source = volume.split(":")[0]
        if source.startswith("./"):
            text = (FOLDER / source).read_text()
            (folder / Path(source).name).write_text(_replaced(text, places))
    return places


def _replaced(text: str, places: Mapping[str, str]) -> str:
    for target in sorted(places, key=len, reverse=True):
        text = text.replace(target, places[target])
    return text


def _program(name: str) -> str:
    """The program, of this Python's environment if it is there."""
    if name == "python":
        return sys.executable
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name) or name
