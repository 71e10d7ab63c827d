"""Log lines contain no rows, and no secret addresses."""

import logging
from importlib.metadata import distribution

import pytest
from django.urls import path

from config.log import WithoutAddresses, WithoutHealthChecks, WithoutRows

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
    assert not WithoutHealthChecks().filter(line(status_code=503))
    assert WithoutHealthChecks().filter(line(status_code=500))
    assert WithoutHealthChecks().filter(line())


DAPHNE = distribution("daphne").read_text("../daphne/server.py") or ""
ADDRESS = "/games/a-game-on-no-list/"


def daphnes(message: str, *values: object, **extra) -> str:
    """How a line of Daphne's looks in the log; ``message`` must be in Daphne's code."""
    assert message in DAPHNE
    record = line(message, name="daphne.server", args=values, **extra)
    assert WithoutAddresses().filter(record)
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
    record = line("%s failed", name="games.pages.extras", args=("a task",))
    assert WithoutAddresses().filter(record)
    assert record.getMessage() == "a task failed"


def broken(request, public_id, number):
    raise RuntimeError(f"step {number} of {public_id}")


urlpatterns = [path("games/<str:public_id>/<int:number>/", broken)]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_page_that_fails_is_told_by_the_pattern_of_its_address(client, caplog):
    django_logger = logging.getLogger("django")
    caplog.handler.addFilter(WithoutAddresses())
    django_logger.addHandler(caplog.handler)
    client.raise_request_exception = False
    try:
        assert client.get("/games/a-game-on-no-list/3/").status_code == 500
    finally:
        django_logger.removeHandler(caplog.handler)
    assert "Internal Server Error: /games/<str:public_id>/<int:number>/" in caplog.text
    assert "RuntimeError: step 3 of …" in caplog.text
    assert "in broken" in caplog.text
    assert "a-game-on-no-list" not in caplog.text


def test_an_address_that_nothing_was_found_for_is_not_told(rf):
    words = ("Internal Server Error", ADDRESS)
    record = line("%s: %s", name="django.request", args=words, request=rf.get(ADDRESS))
    assert WithoutAddresses().filter(record)
    assert record.getMessage() == "Internal Server Error: an address"


@pytest.mark.parametrize("logger", ["django.security.DisallowedHost", "django.security.csrf"])
def test_refused_requests_are_not_logged(logger):
    assert not logging.getLogger(logger).isEnabledFor(logging.ERROR)


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["&".join(f"a{n}=1" for n in range(2000)), "a=" + "b" * 3_000_000])
def test_a_request_that_is_refused_logs_nothing(client, caplog, body):
    """Django itself would log a traceback for anything suspicious."""
    django_logger = logging.getLogger("django")
    django_logger.addHandler(caplog.handler)
    try:
        answer = client.post("/games/upload/", body, "application/x-www-form-urlencoded")
    finally:
        django_logger.removeHandler(caplog.handler)
    assert answer.status_code == 400
    assert caplog.text == ""
