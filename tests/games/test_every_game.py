"""Every game of the registry, played by bots on the site from the beginning to a later step."""

import json

import pytest

from engines import record as records
from engines.registry import GAMES
from engines.replay import replay
from games.archive.record import record_of
from games.store.rows import state_at
from tests.games.acting import resign
from tests.games.playing import begin, fresh, line_at
from tests.games.sweeps import play_due_bots

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[engine.slug for engine in GAMES])
def played(request, member, clock):
    """A game of two bots after some steps, one of which has then left."""
    bots = [member(name, is_bot=True) for name in ("One", "Two")]
    game = begin(*bots, variant=request.param, turn_seconds=None, turn_ends="complete")
    for _ in range(6):
        clock.go(1)
        play_due_bots()
    resign(game_id=game.pk, user=bots[0])
    return fresh(game)


def test_its_record_replays_to_every_line_of_the_site(played):
    record = records.read(json.dumps(record_of(played)))
    lines = [recorded(line.as_json()) for line in replay(record)]
    assert lines == [recorded(line_at(played, number)) for number in range(played.step + 1)]
    assert len(lines) > 5
    assert played.status == "finished"


def recorded(line):
    """An event without what no record contains: what stopped a line of Continuous Go. Records
    contain only the part that was drawn, so nobody learns how the line would have gone on."""
    events = [{key: event[key] for key in event if key != "stopped"} for event in line["events"]]
    return {**line, "events": events}


def test_its_extras_can_be_had_for_every_step(played):
    engine = played.engine
    for number in range(played.step + 1):
        state = state_at(played, number)
        for extra in engine.extras:
            assert json.loads(json.dumps(extra.of(state))) == extra.of(state)


def test_its_page_and_its_pages_of_data_are_shown(played, client_of):
    base = played.get_absolute_url()
    names = [extra.name for extra in played.engine.extras]
    paths = ["", "?step=1", "log.json", "record.json", "steps/1.json"]
    for path in [*paths, *(f"steps/{played.step}/{name}.json" for name in names)]:
        assert client_of().get(base + path).status_code == 200, path
