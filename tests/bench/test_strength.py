"""How the bots' strength is measured."""

import pytest

from bench.strength import __main__ as strength
from bench.strength import gnugo
from bench.strength.players import BotOf, ByChance
from bench.strength.playing import Match, Played, interval, play, play_all
from engines import registry
from engines.bots import Level

SMALL = {"size": 5}


class First:
    """Leaves its game to the other by doing nothing but passing."""

    def choose(self, game, state, seat, seed):
        return {"type": "accept" if state.counted else "pass"}


def test_who_plays_a_bot_with_passes_alone_loses_from_every_seat():
    bot = BotOf(Level.MEDIUM)
    assert play_all(Match("parallel-go", SMALL, [bot, First()], 4), 1).won == 4
    assert play_all(Match("parallel-go", SMALL, [First(), bot], 4), 1).won == 0


def test_the_first_player_takes_every_seat_in_turn():
    seats = []

    class Noting(First):
        def choose(self, game, state, seat, seed):
            seats.append(seat)
            return super().choose(game, state, seat, seed)

    for number in range(4):
        play(Match("parallel-go", SMALL, [Noting(), BotOf(Level.MEDIUM)], 4), number)
    assert list(dict.fromkeys(seats)) == [0, 1]


def test_a_game_of_the_same_number_is_the_same_game():
    match = Match("parallel-go", SMALL, [BotOf(Level.MEDIUM), ByChance()], 2)
    one, again = play(match, 1), play(match, 1)
    assert (one.won, one.shared, one.moves) == (again.won, again.shared, again.moves)


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_somebody_who_acts_at_random_acts_legally_in_every_game(game):
    options = game.usual_options(dict(game.practice.options))
    state = game.new_state(options, min(game.seats_allowed()), 1)
    for step in range(6):
        awaited = game.awaiting(state)[: None if game.sealed(state) else 1]
        actions = {seat: ByChance().choose(game, state, seat, step) for seat in awaited}
        for seat, action in actions.items():
            assert action is not None
            game.check(state, seat, action)
        state, _ = game.resolve(state, actions)


def test_a_share_of_games_has_an_interval_that_narrows_with_their_number():
    few, many = interval(15, 20), interval(150, 200)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert interval(0, 0) == (0, 1)


def test_figures_of_games_are_added_up():
    total = Played()
    total.add(Played(1, won=1, moves=10, seconds=1, longest=0.2, megabytes=80))
    total.add(Played(1, shared=1, moves=10, seconds=3, longest=0.5, megabytes=70))
    cells = total.cells().split(" | ")
    assert cells[:3] == ["2", "1", "1"]
    assert cells[4:] == ["200 ms", "500 ms", "80 MB"]


def test_a_game_that_is_none_is_told(capsys):
    assert strength.main(["chess"]) == 1
    assert "there is no such game" in capsys.readouterr().err


def test_levels_that_a_game_does_not_have_are_left_out(capsys):
    assert strength.main(["territory", "--levels", "3", "--games", "1"]) == 0
    assert "level" not in capsys.readouterr().out


def test_points_are_written_as_gnu_go_reads_them():
    assert [gnugo.vertex(index, 9) for index in (0, 8, 72, 80)] == ["A9", "J9", "A1", "J1"]
    for index in range(81):
        y, x = divmod(index, 9)
        assert gnugo.action_of(gnugo.vertex(index, 9), 9) == {"type": "place", "at": [x, y]}
    assert gnugo.action_of("PASS", 9) == {"type": "pass"}


def test_it_is_told_that_gnu_go_is_not_installed(monkeypatch, capsys):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert strength.main(["gnugo", "--games", "1"]) == 1
    assert "apt-get install gnugo" in capsys.readouterr().err
