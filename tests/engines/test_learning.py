"""The environments and games for programs that learn pass the tests of PettingZoo and OpenSpiel."""

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from engines import registry
from engines.learning import openspiel, pettingzoo
from engines.learning.episode import setting
from engines.rules import IllegalAction

SMALL = {
    "multiplayer-go": {"seats": 3, "options": {"size": 5}},
    "parallel-go": {"options": {"size": 5}},
    "automatafl": {"seats": 4},
    "territory": {"seats": 3, "options": {"rows": 4, "columns": 5}},
    "continuous-go": {"options": {"size": 5}},
}
SEALED = [game.slug for game in registry.GAMES if game.begins_sealed()]
OPEN = [game.slug for game in registry.GAMES if not game.begins_sealed()]
STEPS = 40

# PettingZoo would rather have arrays, but the only place for a mask is a dictionary.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def environment(slug):
    make = pettingzoo.parallel_env if slug in SEALED else pettingzoo.env
    return make(slug, **SMALL[slug], most_steps=STEPS, render_mode="ansi")


def begun(slug, **further):
    return setting(slug, **{**SMALL[slug], **further}).start(1)


def test_every_game_is_offered_to_both():
    assert set(SMALL) == {game.slug for game in registry.GAMES}
    names = {f"miai_{slug.replace('-', '_')}" for slug in SMALL}
    assert {name for name in pyspiel.registered_names() if name.startswith("miai_")} == names


@pytest.mark.parametrize("slug", SEALED)
def test_games_in_secret_are_parallel_environments_of_pettingzoo(slug):
    parallel_api_test(environment(slug), num_cycles=STEPS + 1)
    parallel_seed_test(lambda: environment(slug), num_cycles=STEPS)


@pytest.mark.parametrize("slug", OPEN)
def test_games_in_turns_are_environments_of_pettingzoo(slug):
    api_test(environment(slug), num_cycles=STEPS)
    seed_test(lambda: environment(slug), num_cycles=STEPS)


def test_a_game_of_the_other_kind_is_refused_with_the_function_that_makes_it():
    with pytest.raises(ValueError, match=r"use env\(\)"):
        pettingzoo.parallel_env("territory")
    with pytest.raises(ValueError, match=r"use parallel_env\(\)"):
        pettingzoo.env("automatafl")
    with pytest.raises(IllegalAction, match="bad-options"):
        pettingzoo.env("territory", options={"size": 9})


@pytest.mark.parametrize("slug", SMALL)
def test_random_games_pass_the_tests_of_openspiel(slug):
    values = {**SMALL[slug].get("options", {}), "most_steps": 6 if slug == "automatafl" else STEPS}
    if "seats" in SMALL[slug]:
        values["seats"] = SMALL[slug]["seats"]
    name = f"miai_{slug.replace('-', '_')}"
    game = pyspiel.load_game(name, values)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_player_of_openspiel_sees_what_the_seat_sees():
    state = pyspiel.load_game("miai_automatafl(seats=2)").new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    seen = np.array(state.observation_tensor(1), dtype=np.float32)
    assert (seen == state.episode.array(1).ravel()).all()
    assert "You are seat 1." in state.observation_string(1)
    assert state.action_to_string(0, 0) == "move from [0, 0] to [1, 0]"


def test_options_of_openspiel_that_are_left_out_are_as_usual():
    game = pyspiel.load_game("miai_continuous_go(size=9,komi=2.5)")
    rules = registry.game("continuous-go")
    assert game.setting.options == rules.usual_options({"size": 9, "komi": 2.5})
    assert isinstance(game, openspiel.Game)


@pytest.mark.parametrize("slug", SMALL)
def test_the_worth_of_a_game_is_shared_out_at_its_end_whether_it_ended_or_was_cut_off(slug):
    episode, chance = begun(slug, most_steps=9), np.random.default_rng(1)
    for _ in range(9):
        assert episode.returns() == [0] * episode.setting.seats
        masks = {seat: episode.mask(seat) for seat in episode.choosing}
        episode = episode.play(
            {seat: int(chance.choice(mask.nonzero()[0])) for seat, mask in masks.items()}
        )
    assert episode.is_over
    assert episode.choosing == ()
    assert sum(episode.returns()) == pytest.approx(0)
    assert all(-1 <= worth <= 1 for worth in episode.returns())


@pytest.mark.parametrize("slug", SMALL)
def test_a_seat_that_does_not_choose_may_only_do_nothing(slug):
    episode = begun(slug)
    for seat in range(episode.setting.seats):
        numbers = episode.mask(seat).nonzero()[0].tolist()
        assert (numbers == [episode.nothing]) == (seat not in episode.choosing)
        assert (episode.nothing in numbers) == (seat not in episode.choosing)


def test_a_number_that_is_not_allowed_does_nothing():
    episode = begun("territory")
    skipped = episode.play({})
    for number in (-1, episode.nothing + 1, int(episode.mask(0).argmin())):
        assert episode.play({0: number}) == skipped
    assert episode.play({1: int(episode.mask(0).argmax())}) == skipped


def test_while_stones_are_counted_the_seats_act_in_turns():
    episode = begun("parallel-go")
    numbering = episode.setting.rules.numbering
    number = {
        kind: numbering.number(episode.state, 0, {"type": kind}) for kind in ("pass", "accept")
    }
    episode = episode.play({0: number["pass"], 1: number["pass"]})
    first = episode.choosing
    episode = episode.play({first[0]: number["accept"]})
    assert {*first, *episode.choosing} == {0, 1}
    episode = episode.play({episode.choosing[0]: number["accept"]})
    assert episode.is_finished
