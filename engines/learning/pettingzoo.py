"""The games as environments of PettingZoo, which has to be installed.

Games in which all choose in secret and at once are parallel environments (:func:`parallel_env`),
games in turns are environments in which one agent acts at a time (:func:`env`). An agent observes
``{"observation": numbers, "action_mask": allowed}``. A number that is not allowed does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from .episode import MOST_STEPS, Episode, Setting, setting

Observed = dict[str, npt.NDArray[Any]]


def parallel_env(
    slug: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    most_steps: int = MOST_STEPS,
    render_mode: str | None = None,
) -> SealedGame:
    """The environment of ``multiplayer-go``, ``parallel-go`` or ``automatafl``.

    ``seats``, ``options``, ``most_steps``: see :func:`.episode.setting`. Raises IllegalAction as
    that does, and ValueError for a game in turns.
    """
    chosen = setting(slug, seats, options, most_steps)
    if not chosen.rules.begins_sealed():
        raise ValueError(f"{slug} is played in turns: use env() for it")
    return SealedGame(chosen, render_mode)


def env(
    slug: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    most_steps: int = MOST_STEPS,
    render_mode: str | None = None,
) -> OpenGame:
    """The environment of ``territory`` or ``continuous-go``; arguments as of
    :func:`parallel_env`."""
    chosen = setting(slug, seats, options, most_steps)
    if chosen.rules.begins_sealed():
        raise ValueError(f"in {slug} all choose at once: use parallel_env() for it")
    return OpenGame(chosen, render_mode)


class _Agents:
    """What both kinds of environment share: agents, spaces, and the game's start."""

    def __init__(self, chosen: Setting, render_mode: str | None) -> None:
        self.setting = chosen
        self.render_mode = render_mode
        self.metadata = {
            "name": f"miai_{chosen.rules.slug.replace('-', '_')}_v1",
            "render_modes": ["ansi"],
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(chosen.seats)]
        self.agents = list(self.possible_agents)
        self._chance = np.random.default_rng()
        self.episode = chosen.start(0)
        shape = self.episode.array(0).shape
        numbers = self.episode.nothing + 1
        self._observed = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._numbers = {agent: spaces.Discrete(numbers) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._numbers[agent]

    def observe(self, agent: str) -> Observed:
        """What the agent sees, and what it may choose."""
        seat = self._seat(agent)
        return {
            "observation": self.episode.array(seat),
            "action_mask": self.episode.mask(seat).astype(np.int8),
        }

    def render(self) -> str | None:
        """The position as text, as a spectator sees it; None if no render mode was asked for."""
        return self.episode.text(None) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, as there is nothing to close."""

    def _begin(self, seed: int | None) -> Episode:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        return self.setting.start(int(self._chance.integers(2**63)))

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _ends(self) -> tuple[dict[str, bool], dict[str, bool]]:
        """By agent, whether the game ended, and whether it was cut off."""
        ended = self.episode.is_finished
        cut = self.episode.is_over and not ended
        return dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.episode.returns()))


class SealedGame(_Agents, ParallelEnv[str, Observed, int]):
    """A game in which all choose at once. An agent that does not choose in a step can only choose
    the number for doing nothing."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Starts a game. ``options`` is ignored: a game's options are those of its environment."""
        self.episode = self._begin(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays a step."""
        numbers = {self._seat(agent): int(number) for agent, number in actions.items()}
        self.episode = self.episode.play(numbers)
        ended, cut = self._ends()
        answer = (self._observations(), self._rewards(), ended, cut, self._infos())
        if self.episode.is_over:
            self.agents = []
        return answer

    def _observations(self) -> dict[str, Observed]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}


class OpenGame(_Agents, AECEnv[str, Observed, int]):
    """A game in turns. A turn may have several steps of one agent."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. ``options`` is ignored: a game's options are those of its environment."""
        self.episode = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = self._ends()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Plays a step of the selected agent; after the end, ``action`` is None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.episode = self.episode.play({self._seat(agent): int(action)})
        self.rewards = self._rewards()
        self.terminations, self.truncations = self._ends()
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        if not self.episode.is_over:
            self.agent_selection = self.possible_agents[self.episode.choosing[0]]
