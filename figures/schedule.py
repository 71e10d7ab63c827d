"""The job that counts the figures."""

from __future__ import annotations

from figures.counting import count_figures
from scheduler.jobs import Queue, periodic, register

COUNTING = periodic("figures", Queue.BACKGROUND, 3600.0, count_figures, longest=300)
"""Counts the present week so far, and weeks that have ended. Nobody waits for it."""


def register_jobs() -> None:
    """Registers the job of this app with the scheduler."""
    register(COUNTING)
