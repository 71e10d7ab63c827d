"""Finds barriers that keep people from using a page, such as one in the middle of a game."""

from typing import Any

from tests.browser.people import Person
from tests.browser.test_every_page import AXE, axe, to_scroll


def barriers(person: Person) -> list[Any]:
    """Returns serious findings of axe-core on the person's page, and any sideways scrolling."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    return axe(person.page) + to_scroll(person.page)
