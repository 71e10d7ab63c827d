"""A thread in which a web process reports every second that it can take choices."""

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
    """Starts the thread; it runs as long as this process."""
    threading.Thread(target=_beat_for_ever, name="heartbeat", daemon=True).start()


def _beat_for_ever() -> None:
    stored = True
    while True:
        before, stored = stored, _beat_once()
        if before and not stored:
            logger.warning("no heartbeat can be stored; clocks get this time back")
        time.sleep(EVERY.total_seconds())


def _beat_once() -> bool:
    """Returns whether a heartbeat could be stored; without a database the club takes no choices."""
    try:
        close_old_connections()
        beat(Heartbeat.Of.CHOICES)
    except DatabaseError:
        return False
    except Exception as error:  # noqa: BLE001 the heartbeat goes on as long as the process
        logger.error("the club's heartbeat failed: %s", fault_of(error))
        return False
    finally:
        close_old_connections()
    return True
