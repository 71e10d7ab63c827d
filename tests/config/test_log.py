"""Log lines hold no rows."""

import logging

from config.log import NotHealth, WithoutRows

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
