"""What a worker does with the records that wait."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.utils import translation

from games.boards import has_board
from games.uploads import questions, waiting, words
from games.uploads.asked_for import Question
from games.uploads.budget import Budget
from games.uploads.limited import GivenUp, NotShown, answered, replayed

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


def work_out(upload_id: str, asked: Question) -> None:
    """Works out what somebody asks for at a step of a record that is shown, and what lies near.

    Where no place is free nothing is done; whoever waits asks again. Raises RedisError.
    """
    with questions.taken_up(upload_id), waiting.place("questions") as place:
        kept = questions.record_and_marks(upload_id) if place else None
        if place is None or kept is None:
            return
        known = questions.known(upload_id, asked.name)
        if asked.step in known:
            return
        goes_on = partial(questions.still_wanted, upload_id, place)
        allowed = budget(share=0.5)
        try:
            found = answered(*kept, replace(asked, known=known), allowed, goes_on)
        except GivenUp:
            return
        except NotShown as not_shown:
            _note(not_shown)
            questions.refuse(upload_id, asked, not_shown.end)
        else:
            questions.keep_answers(upload_id, asked.name, found)


def budget(share: float = 1) -> Budget:
    """What the replay of one record may cost here, or a share of its time."""
    return Budget(
        share * settings.UPLOAD_PROCESSOR_SECONDS,
        share * settings.UPLOAD_SECONDS,
        settings.UPLOAD_MEGABYTES,
    )


def _note(not_shown: NotShown) -> None:
    if not_shown.end == "failed":
        logger.error("the replay of an uploaded record failed: %s", not_shown.why)


def _replay(upload_id: str, record: bytes, place: str) -> None:
    allowed = budget()
    try:
        found = replayed(record, allowed, partial(waiting.still_wanted, upload_id, place))
    except GivenUp:
        waiting.drop(upload_id)
    except NotShown as not_shown:
        _note(not_shown)
        why = words.not_shown(not_shown.end, not_shown.why, allowed)
        waiting.refuse(upload_id, why)
    else:
        game = found.head["game"]
        if has_board(game["variant"]):
            waiting.show(upload_id, record, found)
        else:
            waiting.refuse(upload_id, words.no_board(game["name"]))
