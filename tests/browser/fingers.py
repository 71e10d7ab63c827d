"""Simulates any number of fingers on a screen: Playwright itself can only tap."""

from typing import NamedTuple

from playwright.sync_api import Locator

from tests.browser.people import Person


class Place(NamedTuple):
    """A finger's place in the window, in CSS pixels."""

    x: float
    y: float

    def by(self, right: float, down: float) -> "Place":
        """Returns a place at this distance from it."""
        return Place(self.x + right, self.y + down)


def middle_of(what: Locator) -> Place:
    """Returns the middle of an element that is in view."""
    box = what.bounding_box()
    assert box
    return Place(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Fingers:
    """The fingers of one hand: they go down, move and are lifted together."""

    def __init__(self, person: Person) -> None:
        self.tools = person.page.context.new_cdp_session(person.page)

    def go_down(self, *places: Place) -> None:
        self._touch("touchStart", *places)

    def move_to(self, *places: Place) -> None:
        self._touch("touchMove", *places)

    def are_lifted(self) -> None:
        self._touch("touchEnd")

    def rest_on(self, what: Locator) -> Place:
        """Puts one finger down in the middle of an element, and returns that place."""
        what.scroll_into_view_if_needed()
        place = middle_of(what)
        self.go_down(place)
        return place

    def slide(self, *ways: tuple[Place, Place], steps: int = 6) -> None:
        """Moves each finger from one place to another, then lifts all of them."""
        self.go_down(*(start for start, _ in ways))
        for step in range(1, steps + 1):
            share = step / steps
            self.move_to(
                *(
                    start.by((end.x - start.x) * share, (end.y - start.y) * share)
                    for start, end in ways
                )
            )
        self.are_lifted()

    def spread(self, middle: Place, before: float, after: float) -> None:
        """Moves two fingers, side by side, from one distance to another."""
        self.slide(
            (middle.by(-before / 2, 0), middle.by(-after / 2, 0)),
            (middle.by(before / 2, 0), middle.by(after / 2, 0)),
        )

    def _touch(self, kind: str, *places: Place) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
