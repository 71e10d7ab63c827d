"""What a worker does with the records that wait."""

from __future__ import annotations

import logging
from functools import partial

from django.conf import settings
from django.utils import translation

from games.boards import has_board
from games.uploads import waiting, words
from games.uploads.budget import Budget
from games.uploads.limited import GivenUp, NotShown, replayed

logger = logging.getLogger(__name__)


def replay_next() -> bool:
    """Replays the next record that somebody waits for; whether there was one to replay now.

    Raises RedisError; whoever waits is then told that the replay was interrupted.
    """
    with waiting.place() as place:
        claimed = waiting.claim() if place else None
        if place is None or claimed is None:
            return False
        upload_id, record = claimed
        with translation.override(waiting.language_of(upload_id)):
            _replay(upload_id, record, place)
        return True


def budget() -> Budget:
    """What the replay of one record may cost here."""
    return Budget(
        settings.UPLOAD_PROCESSOR_SECONDS, settings.UPLOAD_SECONDS, settings.UPLOAD_MEGABYTES
    )


def _replay(upload_id: str, record: bytes, place: str) -> None:
    allowed = budget()
    try:
        found = replayed(record, allowed, partial(waiting.still_wanted, upload_id, place))
    except GivenUp:
        waiting.drop(upload_id)
    except NotShown as not_shown:
        if not_shown.end == "failed":
            logger.error("the replay of an uploaded record failed: %s", not_shown.why)
        why = words.not_shown(not_shown.end, not_shown.why, allowed)
        waiting.refuse(upload_id, why)
    else:
        game = found.head["game"]
        if has_board(game["variant"]):
            waiting.show(upload_id, found)
        else:
            waiting.refuse(upload_id, words.no_board(game["name"]))
