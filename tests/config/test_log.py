"""Log lines hold no rows."""

import logging
from importlib.metadata import distribution

import pytest

from config.log import NotHealth, WithoutConnections, WithoutRows

ROW = 'null value in column "seat"\nDETAIL:  Failing row contains (1, {"point": "D4"}).\n'


def line(message: str = "Internal Server Error", **extra) -> logging.LogRecord:
    return logging.makeLogRecord({"msg": message, **extra})


def raised() -> BaseException:
    try:
        try:
            raise ValueError(ROW)
        except ValueError as error:
            raise KeyError(ROW) from error
    except KeyError as error:
        return error


def test_a_traceback_shows_no_row():
    error = raised()
    text = WithoutRows("%(message)s").format(
        line(exc_info=(type(error), error, error.__traceback__))
    )
    assert "D4" not in text
    assert "null value" in text
    assert "direct cause" in text


def test_a_message_shows_no_row():
    assert "D4" not in WithoutRows("%(message)s").format(line(ROW))


def test_an_unhealthy_answer_is_no_line_of_the_log():
    assert not NotHealth().filter(line(status_code=503))
    assert NotHealth().filter(line(status_code=500))
    assert NotHealth().filter(line())


DAPHNE = distribution("daphne").read_text("../daphne/server.py") or ""
ADDRESS = "/games/a-game-on-no-list/"


def daphnes(message: str, *values: object, **extra) -> str:
    """How a line of Daphne's looks in the log; ``message`` is in its code."""
    assert message in DAPHNE
    record = line(message, name="daphne.server", args=values, **extra)
    assert WithoutConnections().filter(record)
    return WithoutRows("%(message)s").format(record)


def test_a_slow_closing_is_told_without_address_and_client():
    connection = f"<WebSocketProtocol client=['192.0.2.7', 55] path={ADDRESS!r}>"
    told = "Application instance %r for connection %s took too long to shut down and was killed."
    text = daphnes(told, f"<Task {ADDRESS}>", connection)
    assert text == told.replace("%r", "…").replace("%s", "…")


def test_a_fault_inside_the_application_is_told_by_its_place():
    error = raised()
    text = daphnes(
        "Exception inside application: %s",
        error,
        exc_info=(type(error), error, error.__traceback__),
    )
    assert "D4" not in text
    assert "KeyError" in text
    assert "in raised" in text


def test_lines_of_others_are_left_as_they_are():
    record = line("%s failed", name="games.tasks", args=("a task",))
    assert WithoutConnections().filter(record)
    assert record.getMessage() == "a task failed"


@pytest.mark.parametrize("logger", ["django.security.DisallowedHost", "django.security.csrf"])
def test_refused_requests_are_not_logged(logger):
    assert not logging.getLogger(logger).isEnabledFor(logging.ERROR)


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["&".join(f"a{n}=1" for n in range(2000)), "a=" + "b" * 3_000_000])
def test_a_request_that_is_refused_logs_nothing(client, caplog, body):
    """Django itself would log a traceback for whatever it finds suspicious."""
    django_logger = logging.getLogger("django")
    django_logger.addHandler(caplog.handler)
    try:
        answer = client.post("/games/upload/", body, "application/x-www-form-urlencoded")
    finally:
        django_logger.removeHandler(caplog.handler)
    assert answer.status_code == 400
    assert caplog.text == ""
