"""Small pictures of positions are complete, small and free of scripts."""

import gzip
import re
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import registry
from engines.drawing.board import Look, SeatColours, Shade, Style
from engines.drawing.ink import sign_colour
from engines.drawing.signs import sign
from engines.drawing.stones import draw_stones
from engines.multiplayer_go import picture as multiplayer_go
from engines.parallel_go import picture as parallel_go
from tests.engines import random_games

SHADE = Shade("#e3bd7c", "#b98b47", "#6f4f23", "#4a3413", "#4a3413")
COLOURS = [f"#{number:02x}{255 - number:02x}7f" for number in range(0, 240, 20)]
STYLE = Style(Look(SHADE, SHADE, grain=True), [SeatColours(c, "#efd34a") for c in COLOURS])
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    *("svg", "title", "style", "rect", "path", "circle", "text", "g", "use", "defs", "pattern"),
    *("radialGradient", "stop", "mask", "clipPath"),
}
some = settings(max_examples=20, suppress_health_check=list(HealthCheck), deadline=None)
every_game = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)


def root_of(svg):
    return ElementTree.fromstring(svg)  # noqa: S314 our own


def drawn(svg):
    """The picture's elements, in order."""
    return list(root_of(svg).iter())


def moves(svg, name):
    """The points where the parts of the path with this id begin."""
    (path,) = (each.get("d") for each in drawn(svg) if each.get("id") == name)
    return {(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", path)}


def spots(board, seat):
    """The middles of the points of ``board[y][x]`` that belong to a seat."""
    return {
        (40 * x, 40 * y)
        for y, row in enumerate(board)
        for x, each in enumerate(row)
        if each == seat
    }


@every_game
@some
@given(data=st.data())
def test_a_picture_is_plain_svg_always_the_same_and_small(game, data):
    _, steps = data.draw(random_games.records(game))
    for each in steps[-1:]:
        svg = game.picture(each.after, STYLE, "A position")
        assert svg == game.picture(game.load(game.dump(each.after)), STYLE, "A position")
        found = drawn(svg)
        assert {element.tag.removeprefix(SVG) for element in found} <= ALLOWED
        for name, value in ((k, v) for element in found for k, v in element.attrib.items()):
            assert not name.startswith("on")
            assert not re.search(r"url\((?!#)|//|javascript:|^data:", value)
            assert name != "href" or value.startswith("#")
        assert len(gzip.compress(svg.encode())) < 20_000


@every_game
def test_what_is_named_in_a_picture_is_there_and_named_once(game):
    state = game.new_state(game.usual_options(), max(game.seats_allowed()), 1)
    svg = game.picture(state, STYLE, "The start")
    names = [each.get("id") for each in drawn(svg) if each.get("id")]
    used = re.findall(r'(?:url\(|href=")#([\w-]+)', svg)
    assert set(used) <= set(names)
    assert len(names) == len(set(names))


@every_game
def test_a_picture_is_square_and_its_title_is_words_whatever_they_are(game):
    state = game.new_state(game.usual_options(), min(game.seats_allowed()), 1)
    root = root_of(game.picture(state, STYLE, '<script>"&'))
    _, _, width, height = root.get("viewBox").split()
    assert (width, root.get("width")) == (height, root.get("height"))
    assert root.find(f"{SVG}title").text == '<script>"&'
    assert root.get("role") == "img"


@every_game
def test_a_board_lies_on_its_own_ground_in_light_and_in_dark(game):
    state = game.new_state(game.usual_options(), min(game.seats_allowed()), 1)
    night = Shade("#101010", "#b98b47", "#6f4f23", "#4a3413", "#4a3413")
    svg = game.picture(state, Style(Look(SHADE, night), STYLE.seats), "")
    assert ".b{fill:#e3bd7c}" in svg
    assert "@media(prefers-color-scheme:dark){.b{fill:#101010}" in svg
    ground = next(each for each in drawn(svg) if each.tag == f"{SVG}rect")
    box = [ground.get(name) for name in ("x", "y", "width", "height")]
    assert " ".join(box) == root_of(svg).get("viewBox")


@pytest.mark.parametrize("slug", ["multiplayer-go", "parallel-go"])
@some
@given(data=st.data())
def test_every_stone_is_where_it_stands_in_its_colour(slug, data):
    game = registry.game(slug)
    _, steps = data.draw(random_games.records(game))
    for each in steps[-1:]:
        board = game.view(each.after, None)["board"]
        svg = game.picture(each.after, STYLE, "")
        alone = {stone for row in board for stone in row if isinstance(stone, int)}
        for seat in alone:
            assert moves(svg, f"s{seat}") == spots(board, seat)
            assert f'stroke="{COLOURS[seat]}"' in svg
        shared = [stone for row in board for stone in row if isinstance(stone, list)]
        assert len(re.findall('<use href="#c', svg)) == len(shared)


@some
@given(data=st.data())
def test_every_tile_is_where_it_lies_in_its_colour(data):
    game = registry.game("territory")
    _, steps = data.draw(random_games.records(game))
    for each in steps[-1:]:
        board = game.view(each.after, None)["board"]
        svg = game.picture(each.after, STYLE, "")
        for holder in {tile for row in board for tile in row if tile is not None}:
            middles = {(x + 14.2, y + 14.2) for x, y in moves(svg, f"t{holder}")}
            assert middles == spots(board, holder)
        assert ('id="tgray"' in svg) == any("gray" in row for row in board)


@some
@given(data=st.data())
def test_every_piece_and_every_blocked_cell_of_automatafl_is_there(data):
    game = registry.game("automatafl")
    _, steps = data.draw(random_games.records(game))
    for each in steps[-1:]:
        position = game.view(each.after, None)
        svg = game.picture(each.after, STYLE, "")
        rows = [list(row) for row in position["board"]]
        assert moves(svg, "w") == spots(rows, "W")
        assert len(moves(svg, "k")) == sum(row.count("B") for row in rows)
        x, y = position["agent"]
        assert f'transform="translate({40 * x} {40 * y})"' in svg
        assert svg.count("m-14-14l28 28") == len(position["marked"])


@some
@given(data=st.data())
def test_every_line_of_continuous_go_begins_and_ends_where_it_was_drawn(data):
    game = registry.game("continuous-go")
    _, steps = data.draw(random_games.records(game))
    for each in steps[-1:]:
        view = game.view(each.after, None)
        svg = game.picture(each.after, STYLE, "")
        unit = 720 / (view["size"] - 1)
        for seat in {line["seat"] for line in view["lines"]}:
            begun = moves(svg, f"l{seat}")
            for line in (line for line in view["lines"] if line["seat"] == seat):
                x, y = (each * unit for each in line["path"][0])
                nearest = min(abs(x - a) + abs(y - b) for a, b in begun)
                assert nearest < 2 + unit / 16


def test_a_full_board_of_19_lines_is_small():
    board = [[(3 * x + 5 * y + x * y) % 4 for x in range(19)] for y in range(19)]
    last = [{"seat": board[0][seat], "at": [seat, 0]} for seat in range(4)]
    position = {"size": 19, "board": board, "last": last, "closed": []}
    svg = multiplayer_go.draw(position, STYLE, "Full")
    assert len(svg) < 10_000
    assert len(gzip.compress(svg.encode())) < 3_000


def test_while_stones_are_counted_dead_ones_are_struck_out_and_points_have_their_owners():
    position = {
        "size": 5,
        "board": [[0, 0, None, 1, 1]] * 5,
        "last": [[0, 0], None],
        "prohibited": [[[2, 2]], []],
        "dead": [[4, 4], [4, 3]],
        "area": [[0, 0, None, 1, 1]] * 5,
    }
    svg = parallel_go.draw(position, STYLE, "")
    assert moves(svg, "d") == {(160, 160), (160, 120)}
    assert moves(svg, "a1") == {(40 * x, 40 * y) for x in (3, 4) for y in range(5)}
    assert "M80 80m-8-8l16 16" in svg


@pytest.mark.parametrize(
    ("stones", "signed"),
    [
        (["#1f1d1a", "#f7f3e9"], False),
        (["#0072b2", "#d55e00"], True),
        (["#1f1d1a", "#f7f3e9", "#0072b2"], True),
    ],
    ids=["black and white", "two of one lightness", "three players"],
)
def test_stones_have_signs_where_two_are_not_light_and_dark(stones, signed):
    style = Style(STYLE.look, [SeatColours(stone, "#efd34a") for stone in stones])
    board = {(seat,): [(40 * seat, 0)] for seat in range(len(stones))}
    svg = draw_stones(board, style)
    shown = [sign(seat, 6, sign_colour(stone)) in svg for seat, stone in enumerate(stones)]
    assert shown == [signed] * len(stones)
