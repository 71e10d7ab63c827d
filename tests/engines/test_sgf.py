"""Games of stones as SGF: read by sgfmill, a file leads to the boards of the game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from sgfmill import sgf
from sgfmill.boards import Board

from engines.record import Record, from_json, new
from engines.registry import GAMES
from engines.registry import game as engine_for
from engines.replay import replay
from engines.sgf_record import Left, write
from tests.engines import samples
from tests.engines.random_games import played

OF_STONES = ("multiplayer-go", "parallel-go")
PASS = {"type": "pass"}


def place(x, y):
    return {"type": "place", "at": [x, y]}


def record_of(slug, *steps, seats=2, names=(), **options):
    """A record of these steps; each step is its actions by seat, or the seats that leave."""
    whole = new(slug, seats, {"size": 5, **options})
    written = [
        {"leave": step}
        if isinstance(step, list)
        else {"actions": {str(seat): action for seat, action in step.items()}}
        for step in steps
    ]
    further = {"players": [{"name": name} for name in names]} if names else {}
    return replace(whole, steps=written, further=further)


def read(record, left=Left.UNKNOWN):
    """The game as sgfmill reads it."""
    return sgf.Sgf_game.from_bytes(write(record, left=left).encode())


def boards_in(file):
    """The stones after each node of the file, by point ``(x, y)``."""
    board = Board(file.get_size())
    for node in file.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        board.apply_setup(black, white, empty)
        colour, move = node.get_move()
        if move is not None:
            board.play(*move, colour)
        yield stones_on(board)


def stones_on(board):
    """The colours of the stones by point; sgfmill counts rows from the bottom."""
    return {
        (column, board.side - 1 - row): colour
        for colour, (row, column) in board.list_occupied_points()
    }


def shown(record, state):
    """The colours in which SGF can show the stones of a state."""
    board = record.game.view(state, None)["board"]
    found = {}
    for y, row in enumerate(board):
        for x, stone in enumerate(row):
            if stone is not None:
                first = stone if isinstance(stone, int) else stone[0]
                found[x, y] = "bw"[first % 2]
    return found


def comments(file):
    return [node.get("C") for node in file.get_main_sequence() if node.has_property("C")]


def random_record(slug, seed, steps=60):
    """A record of a random game, with collisions, captures, absences and seats that leave."""
    chance = Random(seed)
    game = engine_for(slug)
    seats = chance.choice(game.seats_allowed()[:6])
    empty = new(slug, seats, {"size": chance.choice((5, 7, 9))})
    numbers = [chance.randrange(2**32) for _ in range(steps)]
    found = [each.step for each in played(empty, numbers, leaving=0.005)]
    return Record(game, seats, empty.options, empty.seed, found)


def test_only_games_of_stones_have_sgf():
    assert {game.slug for game in GAMES if game.sgf} == set(OF_STONES)
    with pytest.raises(ValueError, match="no SGF"):
        write(new("territory", 2, {}))


@pytest.mark.parametrize("slug", OF_STONES)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_leads_to_the_same_boards(slug, seed):
    record = random_record(slug, seed)
    found = list(boards_in(read(record)))
    wanted = [shown(record, step.state) for step in replay(record)]
    assert found[-1] == wanted[-1]
    after = iter(found)  # every board of the game is there, in its order
    assert all(any(board == each for each in after) for board in without_repetitions(wanted))


def without_repetitions(boards):
    """The boards without repetitions of the one before."""
    return [board for n, board in enumerate(boards) if n == 0 or board != boards[n - 1]]


def of_accepted_records():
    """The paths of the samples that can be replayed."""
    paths = [path for slug in OF_STONES for path in samples.of(slug)]
    return [path for path in paths if "error" not in samples.contents(path)["expect"]]


@pytest.mark.parametrize(
    "path", of_accepted_records(), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_the_sample_records_lead_to_the_same_board(path):
    record = from_json(samples.contents(path)["record"])
    *_, last = boards_in(read(record))
    *_, step = replay(record)
    assert last == shown(record, step.state)


def test_the_file_says_what_it_is_and_who_plays():
    file = read(record_of("parallel-go", {0: place(1, 1), 1: place(3, 3)}, names=("Ada", "Bo")))
    root = file.get_root()
    assert (root.get("FF"), root.get("GM"), file.get_size()) == (4, 1, 5)
    assert file.get_charset() == "UTF-8"
    assert (file.get_player_name("b"), file.get_player_name("w")) == ("Ada", "Bo")
    assert root.get("RU") == "Parallel Go"
    assert not root.has_property("RE")


def test_a_turn_of_parallel_go_is_a_move_of_each():
    file = read(record_of("parallel-go", {0: place(1, 0), 1: PASS}))
    moves = [node.get_move() for node in file.get_main_sequence()[1:]]
    assert moves == [("b", (4, 1)), ("w", None)]


def test_a_conflict_is_told_and_not_played():
    file = read(record_of("parallel-go", {0: place(1, 1), 1: place(1, 1)}, names=("Ada", "Bo")))
    (node,) = file.get_main_sequence()[1:]
    assert node.get("C") == "Both chose B4. Nothing is played, and both choose again."
    assert node.get_move() == (None, None)


def test_a_collision_is_told_with_its_heats_and_its_winner():
    steps = ({0: place(0, 0), 1: place(4, 4)}, {0: place(1, 1), 1: place(1, 1)})
    file = read(record_of("multiplayer-go", *steps, names=("Ada", "Bo")))
    said = comments(file)[-1]
    assert said.startswith("Ada and Bo chose B4 (heat ")
    assert said.endswith("). Bo gets the point.")


def test_a_shared_stone_has_the_letters_of_its_seats():
    step = {0: place(2, 2), 1: place(2, 2), 2: place(0, 0)}
    file = read(record_of("multiplayer-go", step, seats=3, collision="merge"))
    node = file.get_main_sequence()[1]
    assert dict(node.get("LB")) == {(2, 2): "AB", (4, 0): "C"}
    assert "They share the stone." in node.get("C")


def test_with_more_seats_than_colours_letters_tell_whose_stones_they_are():
    names = ("Ada", "Bo", "Cy")
    step = {seat: place(seat, seat) for seat in range(3)}
    file = read(record_of("multiplayer-go", step, seats=3, names=names))
    root, node = file.get_main_sequence()
    assert {"A: Ada", "B: Bo", "C: Cy"} <= set(root.get("C").split("\n"))
    assert dict(node.get("LB")) == {(4, 0): "A", (3, 1): "B", (2, 2): "C"}
    assert not root.has_property("PB")


@pytest.mark.parametrize(
    ("leaves", "left", "result"),
    [
        ([0], Left.RESIGNED, "W+R"),
        ([1], Left.TIME, "B+T"),
        ([1], Left.FORFEIT, "B+F"),
        ([0], Left.UNKNOWN, "W+"),
    ],
)
def test_whoever_stays_wins_in_the_way_in_which_the_other_left(leaves, left, result):
    record = record_of("parallel-go", leaves, names=("Ada", "Bo"))
    assert read(record, left).get_root().get("RE") == result


@pytest.mark.parametrize("slug", OF_STONES)
def test_if_everybody_leaves_nobody_wins(slug):
    file = read(record_of(slug, [0, 1], names=("Ada", "Bo")))
    assert file.get_root().get("RE") == "Void"
    assert "Everybody left, so nobody won." in file.get_root().get("C")
    assert "drew" not in file.get_root().get("C")


def test_a_count_has_a_result_in_points_and_shows_what_is_counted():
    steps = ({0: place(2, 2), 1: PASS}, {}, {0: PASS, 1: PASS})
    answers = ({0: {"type": "accept"}}, {1: {"type": "accept"}})
    file = read(record_of("parallel-go", *steps[:1], *steps[2:], *answers))
    assert file.get_root().get("RE") == "B+25"
    assert len(file.get_last_node().get("TB")) == 25


def test_names_cannot_break_out_of_the_file():
    names = (r"]\;B[aa", "Bo](;W[bb])\n\\")
    file = read(record_of("parallel-go", {0: place(1, 1), 1: PASS}, names=names))
    assert file.get_player_name("b") == names[0]
    assert file.get_player_name("w") == "Bo](;W[bb]) \\"
    assert len(file.get_main_sequence()) == 3


@pytest.mark.parametrize("players", [None, 1, [], [1, {}], [{"name": 3}, {"name": ""}]])
def test_without_names_the_seats_have_numbers(players):
    record = replace(record_of("parallel-go"), further={"players": players, "started": 5})
    assert read(record).get_player_name("w") == "Seat 2"
