"""Pictures as PNG: who may see them, how they are cached, and that they show what the SVG shows."""

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from engines.registry import GAMES
from games.pages import pixels
from games.pages.choosing import drawn_of
from games.pages.pictures import LOOKS, record_picture
from games.pages.pixels import SIDE, png_of
from pages.palette import KEYS
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.tangled import tangled

pytestmark = pytest.mark.django_db


def address(game, step=None, query=""):
    return f"/games/{game.public_id}/steps/{game.step if step is None else step}.png{query}"


def pixels_in(answer):
    """The colours of a picture."""
    image = Image.open(BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (SIDE, SIDE))
    return image.convert("RGB")


def is_near(colour, other):
    """Whether two colours are alike; a palette rounds them."""
    return all(abs(a - b) <= 12 for a, b in zip(colour, other))


def on(image, x, y, size=5):
    """The colour a little below the middle of a point of a board of stones."""
    point = SIDE / (size - 1 + 2 * 0.62)
    return image.getpixel((round((x + 0.62) * point), round((y + 0.74) * point)))


def test_anyone_who_may_see_the_game_sees_it_as_png(ada, bo, client_of):
    game = begin(ada, bo)
    for user in (None, ada):
        answer = client_of(user).get(address(game))
        assert answer["Content-Type"] == "image/png"
        assert pixels_in(answer)


def test_everybody_caches_a_png_for_ever_if_the_game_is_public(ada, bo, client_of):
    for listed, by in ((True, "public"), (False, "private")):
        answer = client_of(ada).get(address(begin(ada, bo, listed=listed)))
        kept = {each.strip() for each in answer["Cache-Control"].split(",")}
        assert kept == {by, "immutable", f"max-age={365 * 24 * 3600}"}
        assert not answer.cookies
        assert "Vary" not in answer


def test_a_png_that_the_browser_has_is_not_sent_again(ada, bo, client_of):
    game, browser = begin(ada, bo), client_of()
    first = browser.get(address(game))
    again = browser.get(address(game), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_there_is_no_png_of_a_step_to_come_or_of_no_game(ada, bo, client_of):
    assert client_of(ada).get(address(begin(ada, bo), 1)).status_code == 404
    assert client_of().get("/games/nobody/steps/0.png").status_code == 404


def test_stones_are_where_they_were_put_in_the_colours_of_their_seats(ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, PASS)
    seal(game, ada, PASS)
    seal(game, bo, PASS)
    before, after = (pixels_in(client_of().get(address(fresh(game), n))) for n in (0, 2))
    ground = ImageColor.getrgb(LOOKS["wood"].light.ground)
    stone = ImageColor.getrgb(KEYS[game.seats.get(number=0).stone_colour].hex)
    assert not is_near(on(before, 1, 1), stone)
    assert is_near(after.getpixel((2, 2)), ground)
    middle = on(after, 1, 1)
    assert sum(map(abs, map(int.__sub__, middle, stone))) < sum(
        map(abs, map(int.__sub__, middle, ground))
    )


@pytest.mark.parametrize("look", LOOKS)
def test_a_png_has_the_look_that_the_address_names(look, ada, bo, client_of):
    image = pixels_in(client_of().get(address(begin(ada, bo), query=f"?board={look}")))
    assert is_near(image.getpixel((2, 2)), ImageColor.getrgb(LOOKS[look].light.ground))


def test_an_unknown_look_is_refused(ada, bo, client_of):
    assert client_of().get(address(begin(ada, bo), query="?board=marble")).status_code == 400


def test_a_png_is_made_once(ada, bo, client_of, monkeypatch):
    game, made = begin(ada, bo), []
    monkeypatch.setattr(pixels, "png_of", lambda picture: made.append(1) or png_of(picture))
    for user in (ada, bo, None):
        client_of(user).get(address(game))
    assert len(made) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_png_of_each_kind_of_game_shows_more_than_an_empty_board(game):
    picture = record_picture(drawn_of(game.slug), None, "wood")
    image = Image.open(BytesIO(png_of(picture)))
    assert len(image.convert("RGB").getcolors(SIDE * SIDE)) > 20


@pytest.mark.parametrize("count", [8, 64])
def test_a_png_of_a_tangled_board_is_small_enough_to_keep(count, ada, bo, client_of):
    assert len(client_of().get(address(tangled(ada, bo, count=count))).content) < 160_000


def test_whoever_asks_for_too_many_is_told_when_to_come_back(ada, bo, client_of, settings):
    settings.LIMITS = {"png-pictures.address": "2/minute"}
    game, browser = begin(ada, bo), client_of()
    answers = [browser.get(address(game)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
