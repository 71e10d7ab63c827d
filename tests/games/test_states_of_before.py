"""Steps that held whole positions are given states: each game by itself, a few steps at a time."""

from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.states import state_at
from tests.games.stored_club import club_of_before

filling = import_module("games.migrations.0012_states_of_steps")


def models_at(migration):
    """The games' models as they were then."""
    apps = MigrationExecutor(connection).loader.project_state([("games", migration)]).apps
    return {name: apps.get_model("games", name).objects for name in ("Game", "Step")}


def fill():
    call_command("migrate", "games", "0012", verbosity=0)


@pytest.fixture(autouse=True)
def _outside_of_transactions(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        yield


def test_what_does_not_replay_stops_the_migration_which_then_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(filling, "AT_ONCE", 2)
    with club_of_before():
        call_command("migrate", "games", "0011", verbosity=0)
        before = models_at("0011_room_for_states")
        games, steps = before["Game"], before["Step"]
        broken = games.get(title="Two want one piece")
        state = dict(broken.state)
        games.filter(pk=broken.pk).update(state={**state, "turn": 9})
        with pytest.raises(filling.DoesNotReplay, match=broken.public_id):
            fill()
        assert not steps.filter(game=broken).exclude(whole=None).exists()
        done = set(steps.exclude(whole=None).values_list("game_id", flat=True))
        assert done == set(games.filter(pk__lt=broken.pk).values_list("pk", flat=True))
        games.filter(pk=broken.pk).update(state=state)

        with CaptureQueriesContext(connection) as queries:
            fill()
        read = [query["sql"].partition(" FROM ")[0] for query in queries]
        assert any('"games_step"."actions"' in columns for columns in read)
        assert not any('"line" AS "line"' in columns for columns in read)

        call_command("migrate", "games", verbosity=0)
        for game in Game.objects.all():
            for number in range(game.step + 1):
                assert (
                    game.engine.turn(state_at(game, number)) == game.steps.get(number=number).turn
                )
            assert game.awaiting == list(game.engine.awaiting(state_at(game, game.step)))


def test_what_was_resolved_while_it_ran_is_given_its_state_too(tmp_path):
    with club_of_before():
        call_command("migrate", "games", "0012", verbosity=0)
        before = models_at("0012_states_of_steps")
        last = before["Step"].filter(game__title="They count").latest("number")
        before["Step"].filter(pk=last.pk).update(whole=None, state=None, events=None)
        call_command("migrate", "games", verbosity=0)
        game = Game.objects.get(title="They count")
        assert game.engine.phase(state_at(game, last.number)) == "counting"
