"""What keeps somebody from using a page as it is in the middle of a game."""

from typing import Any

from tests.browser.people import Person
from tests.browser.test_every_page import AXE, axe, to_scroll


def barriers(person: Person) -> list[Any]:
    """What axe-core finds serious on the person's page, and what is to scroll sideways."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    return axe(person.page) + to_scroll(person.page)
