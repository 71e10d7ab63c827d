"""Measures parts on their subjects in turns, so that changes of the machine's speed affect all
subjects alike."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from bench.site.checkouts import Checkout
from bench.site.comparing import PRESENT, Measured
from bench.site.part import Measurement, Part
from bench.site.running_site import FLOOR, Subject, running
from bench.site.servers import Servers


class Run:
    """One run of the benchmark: the subjects, and the databases that their measurements start
    from."""

    def __init__(self, servers: Servers, present: Checkout, older: Sequence[Checkout] = ()) -> None:
        self.servers = servers
        self.subjects = [
            Subject(FLOOR, present),
            Subject(PRESENT, present),
            *(Subject(checkout.name, checkout) for checkout in older),
        ]
        for checkout in (present, *older):
            base = servers.create(f"base_{checkout.name}")
            environment = servers.environment(
                database=base, name=checkout.name, program="prepare", port=0
            )
            checkout.prepare("base", None, environment)

    def measured_by(self, part: Part) -> list[Subject]:
        """The subjects that the part applies to."""
        without = {"all": (), "sites": (FLOOR,), "site": (FLOOR, *self._older())}[part.subjects]
        return [subject for subject in self.subjects if subject.name not in without]

    def _older(self) -> list[str]:
        return [subject.name for subject in self.subjects if subject.name not in (FLOOR, PRESENT)]

    def measure(self, part: Part, rounds: int) -> dict[str, Measured]:
        """Measures the part ``rounds`` times on each subject, in reverse order in every other
        round; returns all values by subject."""
        subjects = self.measured_by(part)
        clubs = {
            checkout.name: self.make_club(checkout, part.measurement)
            for checkout in {
                subject.checkout.name: subject.checkout for subject in subjects
            }.values()
        }
        gave: dict[str, Measured] = {subject.name: defaultdict(list) for subject in subjects}
        for number in range(rounds):
            for subject in subjects if number % 2 == 0 else reversed(subjects):
                template, club = f"club_{subject.checkout.name}", clubs[subject.checkout.name]
                with running(subject, self.servers, template) as measured:
                    if part.measurement.webs:
                        measured.start_all(webs=part.measurement.webs)
                    found = asyncio.run(part.measurement.measure(measured, club))
                for of, values in found.items():
                    gave[subject.name][of] += values
        return gave

    def make_club(self, checkout: Checkout, measurement: Measurement) -> Any:
        """Makes the database that measurements with this checkout start from; returns the games in
        it."""
        database = self.servers.create(f"club_{checkout.name}", f"base_{checkout.name}")
        environment = self.servers.environment(
            database=database, name=checkout.name, program="prepare", port=0
        )
        return checkout.prepare("club", measurement.club(), environment)
