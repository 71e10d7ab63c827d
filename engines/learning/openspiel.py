"""The games as games of OpenSpiel, which has to be installed.

Importing this module registers ``miai_multiplayer_go``, ``miai_parallel_go``,
``miai_continuous_go``, ``miai_territory`` and ``miai_automatafl``. Their parameters are ``seats``,
``seed`` (for what is drawn by lot), ``most_steps`` and the game's options; -1 means what is usual,
or no limit. Steps in which all choose at once are simultaneous nodes.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from .. import registry
from ..numbering import Mask
from ..options import Choice, Integer, Number
from ..rules import Json, Rules
from .episode import MOST_STEPS, Episode, Setting, setting

USUAL = -1


class Game(pyspiel.Game):
    """A game with its parameters; each game of the registry has a class of its own."""

    rules: ClassVar[Rules[Any]]

    def __init__(self, params: Json | None = None) -> None:
        given = {**_parameters(self.rules), **(params or {})}
        self.seed: int = given["seed"]
        self.setting = _setting(self.rules, given)
        start = self.setting.start(self.seed)
        info = pyspiel.GameInfo(
            num_distinct_actions=start.nothing + 1,
            max_chance_outcomes=0,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setting.most_steps,
        )
        super().__init__(_game_type(self.rules), info, given)

    def new_initial_state(self) -> State:
        return State(self, self.setting.start(self.seed))

    def make_py_observer(self, iig_obs_type: Any = None, params: Json | None = None) -> Observer:
        return Observer(self.setting.start(self.seed), params)


class State(pyspiel.State):
    """A position. ``episode`` has the state of the rules."""

    def __init__(self, game: Game, episode: Episode) -> None:
        super().__init__(game)
        self.episode = episode

    def current_player(self) -> int:
        episode = self.episode
        if episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if episode.setting.rules.sealed(episode.state):
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return episode.choosing[0]

    def _legal_actions(self, player: int) -> list[int]:
        mask: Mask = self.episode.mask(player)
        return [int(number) for number in np.flatnonzero(mask)]

    def _apply_action(self, action: int) -> None:
        self.episode = self.episode.play({self.episode.choosing[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.episode = self.episode.play(dict(enumerate(actions)))

    def _action_to_string(self, player: int, number: int) -> str:
        action = self.episode.action(player, number)
        if action is None:
            return "nothing"
        return " ".join(
            str(value) if name == "type" else f"{name} {value}" for name, value in action.items()
        )

    def is_terminal(self) -> bool:
        return self.episode.is_over

    def returns(self) -> list[float]:
        return self.episode.returns()

    def __str__(self) -> str:
        return self.episode.text(None)


class Observer:
    """What a player sees, as numbers and as text."""

    def __init__(self, start: Episode, params: Json | None) -> None:
        if params:
            raise ValueError("observations have no parameters")
        shown = start.array(0)
        self.tensor = np.zeros(shown.size, dtype=np.float32)
        self.dict = {"observation": self.tensor.reshape(shown.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Fills the tensor with what the player sees."""
        self.dict["observation"][:] = state.episode.array(player)

    def string_from(self, state: State, player: int) -> str:
        """What the player sees, as text."""
        return state.episode.text(player)


def _parameters(rules: Rules[Any]) -> Json:
    """The parameters of a game with their defaults. Options that are lists cannot be given."""
    values: Json = {"seats": min(rules.seats_allowed()), "seed": 0, "most_steps": MOST_STEPS}
    for option in rules.offered_options():
        if isinstance(option, Choice):
            values[option.name] = option.default
        elif isinstance(option, Integer):
            values[option.name] = USUAL if option.default is None else option.default
        elif isinstance(option, Number):
            values[option.name] = float(USUAL if option.usual_for else option.default)
    return values


def _setting(rules: Rules[Any], given: Json) -> Setting:
    names = {option.name for option in rules.options}
    options = {name: value for name, value in given.items() if name in names and value != USUAL}
    return setting(rules.slug, given["seats"], options, given["most_steps"])


def _game_type(rules: Rules[Any]) -> Any:
    kinds = pyspiel.GameType
    sealed = rules.begins_sealed()
    return kinds(
        short_name=f"miai_{rules.slug.replace('-', '_')}",
        long_name=rules.name,
        dynamics=kinds.Dynamics.SIMULTANEOUS if sealed else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        # While some choose again, the choices of the others stand and are still secret.
        information=kinds.Information.IMPERFECT_INFORMATION
        if sealed
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(rules.seats_allowed()),
        min_num_players=min(rules.seats_allowed()),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(rules),
    )


def _register(rules: Rules[Any]) -> None:
    # Not a partial function: OpenSpiel releases what is registered only after Python has shut down,
    # which classes survive and partial functions do not.
    class Registered(Game):
        pass

    Registered.rules = rules
    pyspiel.register_game(_game_type(rules), Registered)


for _rules in registry.GAMES:
    _register(_rules)
