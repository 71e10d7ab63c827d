"""A game's record as a page gives it, and what the command line makes of it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Person

REPLAYED = 200_000
"""Milliseconds within which a long uploaded record is shown, on whatever machine: the site that is
tested has longer."""


def lines_of_the_record(person: Person, folder: Path) -> list[dict[str, Any]]:
    """Downloads the record from the game's page that is open; its lines as they are replayed."""
    person.page.get_by_role("tab", name="More").click()
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download game file").click()
    record = folder / "record.json"
    download.value.save_as(record)
    said = engines("check", str(record))
    assert said == "", said
    return [json.loads(line) for line in engines("replay", str(record), "--each").splitlines()]


def engines(*command: str) -> str:
    """What the command line of the engines prints."""
    whole = [sys.executable, "-m", "engines", *command]
    return subprocess.run(whole, capture_output=True, text=True, check=True).stdout


def looks_at(person: Person, address: str, step: int, steps: int) -> dict[str, str]:
    """Opens the game at a step; what a screen reader is told of each cell, by its name."""
    person.goes_to(f"{address}?step={step}")
    is_shown(person, step, steps)
    return person.hears()


def is_shown(person: Person, step: int, steps: int) -> None:
    """Waits until the page shows this step of so many."""
    expect(person.page.locator("#replay")).to_have_text(f"{step} / {steps}")
