"""Replays records; short to call in tests."""

from typing import Any

from engines import record
from engines.replay import replay


def lines(slug, steps, seats=2, extras=(), **options):
    """The lines of a replay of these steps."""
    head = {"format": record.FORMAT, "version": record.VERSION, "variant": slug}
    whole = record.from_json({**head, "seats": seats, "options": options, "steps": steps})
    return [line.as_json(extras) for line in replay(whole)]


def last(slug, steps, **further):
    """The last line of a replay."""
    return lines(slug, steps, **further)[-1]


def refusal(slug, steps, **further):
    """The step, the seat and the code of a record's refusal."""
    try:
        lines(slug, steps, **further)
    except record.RecordError as error:
        return error.step, error.seat, error.code
    return None


def acts(*actions):
    """A step with an action for each seat; None for a seat that does nothing."""
    return {"actions": {str(seat): each for seat, each in enumerate(actions) if each is not None}}


def by(seat, action):
    """A step in which one seat acts."""
    return {"actions": {str(seat): action}}


def place(x, y, **more):
    return {"type": "place", "at": [x, y], **more}


def events(line, kind):
    """The events of one type, without the type."""
    return [
        {key: value for key, value in event.items() if key != "type"}
        for event in line["events"]
        if event["type"] == kind
    ]


PASS = {"type": "pass"}
EMPTY: dict[str, Any] = {"actions": {}}
