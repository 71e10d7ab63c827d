"""What every game must guarantee, tested on random games of every kind, option and
number of seats."""

import json
from functools import partial
from importlib import import_module
from random import Random

import pytest

from engines import record, registry
from engines.bots import Budget
from engines.changes import changed
from engines.replay import replay
from engines.rules import IllegalAction
from tests.engines.random_games import every_game, in_random_games
from tests.engines.shapes import fits


def through_json(value):
    return json.loads(json.dumps(value, allow_nan=False))


@every_game
def test_the_parts_of_an_engine_are_in_the_files_of_the_same_names_in_every_game(game):
    module = type(game).__module__.removesuffix(".game")
    state = game.new_state(game.usual_options(), min(game.seats_allowed()), 0)
    assert type(game).__module__ == f"{module}.game"
    assert import_module(module).GAME is game
    assert type(state).__module__ == f"{module}.state"
    assert game.bots is import_module(f"{module}.bot").BOTS
    assert {"dump", "load"} <= vars(import_module(f"{module}.state")).keys()
    assert {"check", "resolve", "leave"} <= vars(import_module(f"{module}.turn")).keys()
    assert "view" in vars(import_module(f"{module}.view"))
    assert "draw" in vars(import_module(f"{module}.picture"))
    assert type(game.numbering).__module__ == f"{module}.numbering"
    assert type(game.observation).__module__ == f"{module}.observation"
    assert {"Position", "Event", "Action"} <= vars(import_module(f"{module}.position")).keys()


@in_random_games()
def test_a_game_goes_on_or_ends_and_says_so_alike_everywhere(game, steps):
    for each in steps:
        state = each.after
        over = game.outcome(state) is not None
        assert (not game.awaiting(state)) == over
        assert (game.phase(state) == "finished") == over
        assert not (over and game.sealed(state))
        assert list(game.awaiting(state)) == sorted(set(game.awaiting(state)))
        assert not set(game.awaiting(state)) & set(game.left(state))


@in_random_games(one_in=6)
def test_a_game_that_goes_on_has_ranks_as_it_stands(game, whole, steps):
    for each in steps:
        if game.outcome(each.after) is not None:
            continue
        before = through_json(game.dump(each.after))
        standing = game.standing(each.after, whole.seats)
        assert through_json(game.dump(each.after)) == before
        assert standing.reason == "agreement"
        assert len(standing.ranks) == whole.seats
        assert all(1 <= rank <= whole.seats for rank in standing.ranks)
        assert min(standing.ranks) == 1
        if standing.scores is not None:
            best = standing.scores[standing.ranks.index(1)]
            stayed = set(range(whole.seats)) - set(game.left(each.after))
            assert all(standing.scores[seat] <= best for seat in stayed)


@in_random_games()
def test_a_stored_state_is_the_state_and_plays_on_alike(game, steps):
    for each in steps:
        stored = game.load(through_json(game.dump(each.before)))
        assert stored == each.before
        assert play(game, stored, each.step) == (each.after, each.events)


@in_random_games(one_in=6)
def test_a_step_leaves_the_state_before_it_alone(game, steps):
    for each in steps:
        before = json.dumps([game.dump(each.before), game.view(each.before, None)])
        play(game, each.before, each.step)
        assert json.dumps([game.dump(each.before), game.view(each.before, None)]) == before


@in_random_games(one_in=6)
def test_the_order_in_which_seats_chose_changes_nothing(game, steps):
    for each in steps:
        if "actions" in each.step:
            turned = dict(reversed(each.step["actions"].items()))
            assert play(game, each.before, {"actions": turned}) == (each.after, each.events)


@in_random_games(one_in=6)
def test_positions_events_and_extras_are_plain_json(game, whole):
    names = [extra.name for extra in game.extras]
    for line in replay(whole):
        said = line.as_json(names)
        assert through_json(said) == said
        assert all(isinstance(event["type"], str) for event in said["events"])


@in_random_games(one_in=6)
def test_positions_events_and_actions_are_made_of_what_the_game_declares(game, whole):
    shapes = registry.shapes(game.slug)
    names = [extra.name for extra in game.extras]
    for line in replay(whole):
        said = through_json(line.as_json(names))
        assert fits(said["position"], shapes.Position), said["position"]
        assert [event for event in said["events"] if not fits(event, shapes.Event)] == []
    chosen = [action for step in whole.steps for action in step.get("actions", {}).values()]
    assert [action for action in through_json(chosen) if not fits(action, shapes.Action)] == []
    assert all(fits(action, shapes.Action) for action in game.actions)


@in_random_games(one_in=6)
def test_replaying_the_first_steps_gives_the_same_lines(game, whole, steps, chance):
    read_again = record.read(record.write(whole))
    lines = [line.as_json() for line in replay(read_again)]
    shorter = chance.randint(0, len(steps))
    start = record.Record(game, whole.seats, whole.options, whole.seed, whole.steps[:shorter])
    assert [line.as_json() for line in replay(start)] == lines[: shorter + 1]


@in_random_games(one_in=6)
def test_a_seat_that_owes_nothing_is_refused_before_its_action_is_looked_at(game, whole, steps):
    for each in steps:
        for seat in {*range(whole.seats + 1), -1} - set(game.awaiting(each.after)):
            with pytest.raises(IllegalAction) as refused:
                game.check(each.after, seat, {"type": "nonsense"})
            over = game.outcome(each.after) is not None
            assert refused.value.code == ("finished" if over else "not-awaited")


@in_random_games(one_in=6)
def test_every_bot_chooses_legally_and_always_the_same(game, steps, chance):
    steps = steps[: chance.randint(0, 8)]
    state = steps[-1].after if steps else None
    bot = chance.choice(game.bots)
    for seat in game.awaiting(state) if steps else ():
        action = bot.choose(state, seat, 7, Budget(3))
        assert action == bot.choose(state, seat, 7, Budget(3))
        if action is not None:
            game.check(state, seat, through_json(action))


@in_random_games(one_in=6)
def test_every_bot_chooses_at_once_legally_and_always_the_same(game, steps, chance):
    bot = chance.choice(game.bots)
    for each in steps:
        for seat in game.awaiting(each.after):
            action = bot.at_once(each.after, seat, 7)
            assert action == bot.at_once(each.after, seat, 7)
            if action is not None:
                game.check(each.after, seat, through_json(action))
            else:
                assert bot.choose(each.after, seat, 7, Budget(3)) is None


@every_game
def test_bots_are_ordered_by_level_and_differ(game):
    assert [bot.level for bot in game.bots] == sorted({bot.level for bot in game.bots})
    every = [bot for other in registry.GAMES for bot in other.bots]
    assert len({bot.name for bot in every}) == len({bot.mark for bot in every}) == len(every)


@every_game
def test_a_bot_stops_when_it_is_told_to(game):
    state = game.new_state(game.usual_options(), min(game.seats_allowed()), 1)
    seat = game.awaiting(state)[0]
    for bot in game.bots:
        asked = iter([True] * 2 + [False])
        assert (
            bot.choose(state, seat, 7, Budget(1_000_000, partial(next, asked, False))) is not None
        )


@every_game
def test_a_game_of_bots_ends(game):
    empty = record.new(game.slug, game.least_seats, {})
    state = game.new_state(empty.options, empty.seats, empty.seed)
    chance = Random(1)
    for _ in range(1000):
        if game.outcome(state) is not None:
            break
        awaiting = game.awaiting(state) if game.sealed(state) else game.awaiting(state)[:1]
        chosen = {seat: game.bot().think(state, seat, chance.randrange(2**32)) for seat in awaiting}
        state, _ = game.resolve(state, {s: a for s, a in chosen.items() if a is not None})
    assert game.outcome(state) is not None


def play(game, state, step):
    if "leave" in step:
        return game.leave(state, step["leave"])
    return game.resolve(state, {int(seat): action for seat, action in step["actions"].items()})


@in_random_games()
def test_what_pages_are_told_of_a_step_makes_the_next_position_of_the_one_before(game, steps):
    """They contain nothing that the next position does not show."""
    for each in steps:
        before, after = game.shown(each.before), game.shown(each.after)
        told = game.shown_changes(each.before, each.after)
        assert through_json(told) == told
        assert changed(before, told) == after
        assert game.shown(game.load(game.dump(each.before))) == before
        for change in told:
            assert is_shown(after, change)


def is_shown(position, change):
    """Whether the content of a change is in the position, at its place."""
    path, *what = change
    for key in path[:-1] if len(what) < 2 else path:
        position = position[key]
    if not what:
        return path[-1] not in position
    if len(what) == 1:
        return (position[path[-1]] if path else position) == what[0]
    start, _, items = what
    return position[start : start + len(items)] == items


@in_random_games(one_in=6)
def test_pages_are_shown_the_position_without_what_is_asked_for(game, steps):
    asked = {extra.name for extra in game.extras if not extra.pushed}
    for each in steps:
        shown, position = game.shown(each.after), game.view(each.after, None)
        pushed = [extra.of(each.after) for extra in game.extras if extra.pushed]
        for extra in pushed:
            position = {**position, **extra}
        assert shown == {name: value for name, value in position.items() if name not in asked}
