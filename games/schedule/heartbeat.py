"""A web process says every second that choices can be taken."""

from __future__ import annotations

import logging
import threading
import time

from django.db import DatabaseError, close_old_connections

from games.models import Heartbeat
from games.schedule.outages import EVERY, beat
from transport.refusals import fault_of

logger = logging.getLogger(__name__)


def start_beating() -> None:
    """From now on this process says so, in a thread of its own, for as long as it lives."""
    threading.Thread(target=_beat_for_ever, name="heartbeat", daemon=True).start()


def _beat_for_ever() -> None:
    stored = True
    while True:
        before, stored = stored, _beat_once()
        if before and not stored:
            logger.warning("no heartbeat can be stored; clocks get this time back")
        time.sleep(EVERY.total_seconds())


def _beat_once() -> bool:
    """Whether it could be stored; without its database the club takes no choices."""
    try:
        close_old_connections()
        beat(Heartbeat.Of.CHOICES)
    except DatabaseError:
        return False
    except Exception as error:  # noqa: BLE001 a process that lives goes on beating
        logger.error("the club's heartbeat failed: %s", fault_of(error))
        return False
    finally:
        close_old_connections()
    return True
