"""What keeps somebody from using a page as it is in the middle of a game."""

from typing import Any

from tests.browser.people import Person
from tests.browser.test_every_page import AXE, WIDER_THAN_THE_WINDOW, axe


def barriers(person: Person) -> list[Any]:
    """What axe-core finds serious on the person's page, and what is to scroll sideways."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    wider = person.page.evaluate(WIDER_THAN_THE_WINDOW)
    return axe(person.page) + ([f"{wider} px to scroll sideways"] if wider > 0 else [])
