"""Numbered actions and observations, tested on random games of every kind, option and number of
seats."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import automatafl, record, registry
from engines.continuous_go import turn
from engines.continuous_go.exact import UNIT
from engines.continuous_go.numbering import grid_pieces
from tests.engines import random_games

every_game = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
some = settings(max_examples=8, suppress_health_check=list(HealthCheck))

FURTHER = 40


@st.composite
def positions(draw, game):
    """A state of a random game, in which numbered actions are played after random ones."""
    whole, steps = draw(random_games.records(game, most_steps=12))
    state = steps[-1].after if steps else game.new_state(whole.options, whole.seats, whole.seed)
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, FURTHER))):
        awaiting = game.awaiting(state)
        chosen = {seat: any_legal(game, state, seat, chance) for seat in awaiting}
        if not game.sealed(state):
            chosen = dict(list(chosen.items())[:1])
        after, _ = game.resolve(state, {s: a for s, a in chosen.items() if a is not None})
        if game.outcome(after) is not None:
            break
        state = after
    return state, whole.seats


def any_legal(game, state, seat, chance):
    numbers = np.flatnonzero(game.mask(state, seat))
    return game.numbering.action(state, seat, int(chance.choice(numbers))) if len(numbers) else None


@every_game
@some
@given(data=st.data())
def test_a_number_is_allowed_exactly_if_its_action_is(game, data):
    state, seats = data.draw(positions(game))
    for seat in range(seats):
        mask = game.mask(state, seat)
        assert len(mask) == game.numbering.count(state)
        numbers = data.draw(st.lists(st.integers(0, len(mask) - 1), max_size=300))
        for number in {*numbers, *map(int, np.flatnonzero(mask)[:300])}:
            action = game.numbering.action(state, seat, number)
            assert random_games.is_legal(game, state, seat, action) == mask[number], action
            assert game.numbering.number(state, seat, action) == number


@every_game
@some
@given(data=st.data())
def test_every_legal_choice_has_a_number(game, data):
    """In Continuous Go only lines of the grid have one."""
    _, steps = data.draw(random_games.records(game))
    for each in steps:
        for seat, action in each.step.get("actions", {}).items():
            if action["type"] != "draw":
                number = game.numbering.number(each.before, int(seat), action)
                assert game.mask(each.before, int(seat))[number]
                assert game.numbering.action(each.before, int(seat), number) == action


@every_game
def test_legal_choices_come_one_by_one_in_the_order_of_their_numbers(game):
    state = game.new_state(game.usual_options(), min(game.seats_allowed()), 1)
    seat = game.awaiting(state)[0]
    found = [game.numbering.number(state, seat, action) for action in game.legal(state, seat)]
    assert found == np.flatnonzero(game.mask(state, seat)).tolist() != []
    assert next(game.legal(state, seat)) == game.numbering.action(state, seat, found[0])


@pytest.mark.parametrize("seed", [2, 5, 7])
def test_lines_along_the_other_colours_grid_rule_out_what_check_refuses(seed):
    game, chance = registry.game("continuous-go"), np.random.default_rng(seed)
    state = game.new_state(game.usual_options({"size": 5, "budget": 8}), 2, 0)
    for _ in range(14):
        path = chance.choice(grid_pieces(5, 1 - state.seat)) / UNIT
        path[1] -= (path[1] - path[0]) * chance.choice([0, 0.3, 0.97])
        action = {"type": "draw", "path": path.tolist()}
        if random_games.is_legal(game, state, state.seat, action):
            state, _ = game.resolve(state, {state.seat: action})
    numbers = range(game.numbering.count(state))
    actions = [game.numbering.action(state, state.seat, number) for number in numbers]
    legal = [random_games.is_legal(game, state, state.seat, action) for action in actions]
    assert game.mask(state, state.seat).tolist() == legal
    assert legal.count(False) > 1


def test_no_line_has_a_legal_number_once_a_colour_has_too_many_points(monkeypatch):
    game = registry.game("continuous-go")
    state = game.new_state(game.usual_options({"size": 5}), 2, 0)
    state, _ = game.resolve(state, {0: next(game.legal(state, 0))})
    monkeypatch.setattr(turn, "MOST_POINTS", 3)
    assert [action["type"] for action in game.legal(state, 0)] == ["pass", "undo"]


def test_a_line_beside_the_grid_has_no_number():
    game = registry.game("continuous-go")
    state = game.new_state(game.usual_options(), 2, 0)
    with pytest.raises(ValueError, match="not a piece of the grid"):
        game.numbering.number(state, 0, {"type": "draw", "path": [[0.5, 0], [0.5, 2]]})


@every_game
@some
@given(data=st.data())
def test_an_observation_has_one_shape_through_a_game_and_numbers_from_0_to_1(game, data):
    whole, steps = data.draw(random_games.records(game))
    start = game.new_state(whole.options, whole.seats, whole.seed)
    for seat in (None, *range(whole.seats)):
        shape = game.observation.array(start, seat).shape
        assert shape[0] == len(game.observation.planes(start))
        for state in (each.after for each in steps):
            seen = game.observation.array(state, seat)
            assert (seen.shape, seen.dtype) == (shape, np.float32)
            assert seen.min() >= 0
            assert seen.max() <= 1
            assert game.observation.planes(state) == game.observation.planes(start)


@every_game
@some
@given(data=st.data())
def test_observations_tell_a_position_from_the_next(game, data):
    _, steps = data.draw(random_games.records(game))
    for each in steps:
        assert game.text(each.before, 0) != game.text(each.after, 0)


@every_game
def test_a_text_says_who_looks_and_who_chooses(game):
    seats = max(game.seats_allowed())
    state = game.new_state(game.usual_options(), seats, 1)
    awaited = ", ".join(map(str, game.awaiting(state)))
    assert game.text(state, 1).startswith(f"{game.name}, turn 1, play. You are seat 1.")
    assert f"choose now, {'in secret' if game.sealed(state) else 'openly'}" in game.text(state, 1)
    assert f": {awaited}.\n" in game.text(state, 1)
    assert "You are a spectator." in game.text(state, None)


@pytest.mark.parametrize("slug", ["multiplayer-go", "parallel-go", "territory"])
def test_an_array_begins_with_the_seat_that_looks(slug):
    game = registry.game(slug)
    state = game.new_state(game.usual_options(), 2, 1)
    for _ in range(4):
        chosen = {seat: next(game.legal(state, seat)) for seat in game.awaiting(state)[-1:]}
        state, _ = game.resolve(state, chosen)
    ours, theirs = (game.observation.array(state, seat) for seat in (0, 1))
    assert (ours[:2] == theirs[1::-1]).all()
    assert not (ours == theirs).all()


def test_moves_that_stand_in_automatafl_are_seen_by_nobody():
    game = automatafl.GAME
    whole = record.new("automatafl", 4, {})
    state = game.new_state(whole.options, 4, 0)
    to = {"type": "move", "to": [5, 2]}
    moves = {0: {**to, "from": [5, 0]}, 1: {**to, "from": [5, 1]}}
    one, other = ({**moves, 2: {"type": "move", "from": [0, y], "to": [3, y]}} for y in (4, 7))
    states = [game.resolve(state, chosen)[0] for chosen in (one, other)]
    assert states[0] != states[1]
    assert states[0].standing[2] is not None
    for seat in (None, 0, 1, 2, 3):
        seen, again = (game.observation.array(each, seat) for each in states)
        assert (seen == again).all()
        assert game.text(states[0], seat) == game.text(states[1], seat)
    assert "whose moves stand: 2" in game.text(states[0], 0)
    none = replace(states[0], standing=(None,) * 4)
    assert (game.observation.array(none, 0) != seen).any()
