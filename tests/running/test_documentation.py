"""What docs/running.md says is what the code does."""

import json
import re
from pathlib import Path

from running import processes
from transport.limits import LIMITS

ROOT = Path(__file__).resolve().parents[2]
RUNNING = (ROOT / "docs/running.md").read_text()
READ = re.compile(r'\b(?:env\.\w+|environment\.get)\(\s*"([A-Z_]+)"')


def section(title: str) -> str:
    return RUNNING.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_table_of_variables_lists_exactly_what_is_read():
    listed = re.findall(r"^\| `([A-Z_]+)` \|", section("Environment variables"), re.MULTILINE)
    read = set(READ.findall((ROOT / "config/settings.py").read_text()))
    read |= set(READ.findall((ROOT / "running/__main__.py").read_text()))
    assert set(listed) == read
    assert len(listed) == len(set(listed))


def test_the_table_of_limits_lists_each_with_its_rates():
    rows = re.findall(r"^\| `([\w-]+)` \|(.*?)\|(.*?)\|", section("Limits"), re.MULTILINE)
    rates = [(limit.name, limit.member or "", limit.address or "") for limit in LIMITS]
    assert [tuple(cell.strip() for cell in row) for row in rows] == rates


def test_the_example_for_compose_names_only_what_is_read():
    listed = re.findall(r"^\| `([A-Z_]+)` \|", section("Environment variables"), re.MULTILINE)
    for_compose_itself = {"POSTGRES_PASSWORD", "CERTIFICATES"}
    example = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(example) <= set(listed) | for_compose_itself


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    documents = [RUNNING, *(path.read_text() for path in ROOT.glob("README.md"))]
    named = {
        word
        for text in documents
        for words in re.findall(r"`make ([a-z ]+)", text)
        for word in words.split()
    }
    assert named <= targets


def test_compose_starts_the_processes_that_run_starts():
    compose = (ROOT / "compose.yaml").read_text()
    for process in (processes.worker(), processes.beat()):
        arguments = process.command[1 + len(processes.CALM) :]
        assert json.dumps(["python", *arguments]) in compose
