"""Downloads a game's record from its page, and replays it with the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Person

REPLAYED = 200_000
"""Milliseconds within which a long uploaded record is shown, even on a slow machine. The tested
site allows itself more."""


def lines_of_the_record(person: Person, folder: Path) -> list[dict[str, Any]]:
    """Downloads the record from the open game page, and returns its lines as replayed."""
    person.page.locator("#share > summary").click()
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Game file").click()
    record = folder / "record.json"
    download.value.save_as(record)
    said = engines("check", str(record))
    assert said == "", said
    return [json.loads(line) for line in engines("replay", str(record), "--each").splitlines()]


def engines(*command: str) -> str:
    """Returns the output of the engines' command line."""
    whole = [sys.executable, "-m", "engines", *command]
    return subprocess.run(whole, capture_output=True, text=True, check=True).stdout


def looks_at(person: Person, address: str, step: int, steps: int) -> dict[str, str]:
    """Shows a step of the game; returns what a screen reader says about each cell, by its name.
    Opens the page at the first step, and goes on from there to each next one with a key."""
    if step == 0:
        person.goes_to(f"{address}?step=0")
    else:
        person.page.keyboard.press("ArrowRight")
    is_shown(person, step, steps)
    person.sees_the_present()
    return person.hears()


def is_shown(person: Person, step: int, steps: int) -> None:
    """Waits until the page shows this step out of ``steps``."""
    expect(person.page.locator("#replay")).to_have_text(f"{step} / {steps}")
