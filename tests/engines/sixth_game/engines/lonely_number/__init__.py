"""Lonely Number: everybody names a number, and the lowest that nobody else named wins the turn.

The rules, written here so that the test of ``docs/adding-a-game.md`` has a game to add: in each
turn every seat seals a number from 1 to ``highest``. The lowest number that one seat alone named
gives that seat a point. After ``turns`` turns the most points win; equal points share a rank.
"""

from .game import LonelyNumber

GAME = LonelyNumber()
