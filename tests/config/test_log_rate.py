"""Lines of one kind are limited to a rate; the number of omitted lines is reported."""

import io
import logging

import pytest
from django.conf import settings

from config.log_rate import LINES, SECONDS, LinesAtARate


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def log(clock, monkeypatch):
    monkeypatch.setattr(LinesAtARate, "_tell_later", lambda _: None)
    return LinesAtARate(io.StringIO(), clock)


def said(log):
    return log.stream.getvalue().splitlines()


def line(message="broken", where=1, **extra):
    return logging.makeLogRecord({"msg": message, "pathname": "x.py", "lineno": where, **extra})


def failed(error):
    try:
        raise error
    except type(error) as raised:
        return type(raised), raised, raised.__traceback__


def test_lines_of_one_kind_are_written_up_to_a_number(log):
    for number in range(LINES * 3):
        log.handle(line(f"request {number} broke"))
    assert said(log) == [f"request {number} broke" for number in range(LINES)]


def test_a_flood_of_one_kind_hides_no_other(log):
    for _ in range(LINES * 3):
        log.handle(line(exc_info=failed(ValueError())))
    log.handle(line("another", where=2))
    log.handle(line("the same place, another fault", exc_info=failed(KeyError())))
    assert "another" in said(log)
    assert "the same place, another fault" in said(log)


def test_what_was_left_out_is_counted_with_the_next_line(log, clock):
    for _ in range(LINES + 7):
        log.handle(line())
    clock.now = SECONDS
    log.handle(line("another", where=2))
    assert said(log)[LINES:] == ["7 more lines of one kind were left out: x.py:1", "another"]


def test_what_was_left_out_is_counted_though_nothing_follows(log, clock):
    for _ in range(LINES + 7):
        log.handle(line())
    clock.now = SECONDS
    log._tell()
    assert said(log)[LINES:] == ["7 more lines of one kind were left out: x.py:1"]


def test_what_was_left_out_is_counted_when_the_process_ends(log):
    for _ in range(LINES + 7):
        log.handle(line())
    log.close()
    assert said(log)[LINES:] == ["7 more lines of one kind were left out: x.py:1"]


def test_a_kind_is_written_again_when_its_time_is_over(log, clock):
    for _ in range(LINES * 2):
        log.handle(line())
    clock.now = SECONDS
    log.handle(line("again"))
    assert said(log)[-1] == "again"


def test_the_site_logs_at_this_rate():
    assert settings.LOGGING["handlers"]["stderr"]["()"] == "config.log_rate.LinesAtARate"
    assert any(isinstance(each, LinesAtARate) for each in logging.getLogger("django").handlers)
