"""Small pictures of games: who may see them, how long they are cached, and what they show."""

import gzip
import re

import pytest
from redis import RedisError

from accounts.models import Preferences
from engines.registry import GAMES
from games.pages import pictures
from games.pages.pictures import LOOKS
from tests.games.acting import cancel_game
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.tangled import tangled
from transport.cache import cache

pytestmark = pytest.mark.django_db

LISTS = ("/", "/tables/", "/games/", "/games/?game=continuous-go")


def address(game, step=None, board=""):
    number = game.step if step is None else step
    return f"/games/{game.public_id}/steps/{number}.svg{board and f'?board={board}'}"


def shown(page):
    """The addresses of the pictures on a page."""
    return re.findall(r'<img class="board-picture[^"]*" src="([^"]*)"', page)


def test_anyone_who_may_see_the_game_sees_its_pictures(ada, bo, client_of):
    game = begin(ada, bo)
    for user in (None, ada):
        answer = client_of(user).get(address(game))
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")


def test_browsers_and_caches_keep_a_picture_for_ever(ada, bo, client_of):
    answer = client_of(ada).get(address(begin(ada, bo)))
    kept = {each.strip() for each in answer["Cache-Control"].split(",")}
    assert kept == {"public", "immutable", f"max-age={365 * 24 * 3600}"}
    assert answer["Vary"] == "Accept-Encoding"
    assert not answer.cookies


def test_only_the_browser_keeps_the_picture_of_a_game_that_is_not_public(ada, bo, client_of):
    kept = client_of().get(address(begin(ada, bo, listed=False)))["Cache-Control"]
    assert "private" in kept
    assert "public" not in kept


def test_a_picture_that_the_browser_has_is_not_sent_again(ada, bo, client_of):
    game, browser = begin(ada, bo), client_of()
    first = browser.get(address(game))
    again = browser.get(address(game), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_picture_is_sent_compressed_to_whoever_can_read_that(ada, bo, client_of):
    game, browser = begin(ada, bo), client_of()
    plain = browser.get(address(game))
    zipped = browser.get(address(game), headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert zipped["ETag"] != plain["ETag"]


def test_a_picture_may_do_nothing(ada, bo, client_of):
    policy = client_of().get(address(begin(ada, bo)))["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


def test_of_a_step_to_come_or_of_no_game_there_is_no_picture(ada, bo, client_of):
    game = begin(ada, bo)
    assert client_of(ada).get(address(game, 1)).status_code == 404
    assert client_of().get("/games/nobody/steps/0.svg").status_code == 404


def test_a_cancelled_game_has_its_pictures_as_it_has_its_page(ada, bo, mo, client_of):
    game = begin(ada, bo)
    cancel_game(game_id=game.pk, by=mo, why="a mistake")
    assert client_of().get(address(game)).status_code == 200


def test_a_game_that_is_gone_has_no_picture_though_one_was_kept(ada, bo, client_of):
    game = begin(ada, bo)
    assert client_of().get(address(game)).status_code == 200
    where = address(game)
    game.delete()
    assert client_of().get(where).status_code == 404


def test_what_is_sealed_changes_no_picture(ada, bo, client_of):
    game = begin(ada, bo)
    pictures.KEPT.set_many({f"{game.public_id}:0:wood": pictures.step_picture(game, 0, "wood")})
    before = client_of(bo).get(address(game)).content
    seal(game, ada, place(2, 2))
    cache.clear()
    assert client_of(bo).get(address(game)).content == before
    assert fresh(game).step == 0


def test_a_picture_names_nobody(ada, bo, client_of):
    text = client_of().get(address(begin(ada, bo, title="For us alone"))).text
    assert not re.search(r"\b(Ada|Bo|us alone)\b", text)


def test_each_step_has_its_own_picture_with_its_stones_alone(ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, PASS)
    first, second = (client_of().get(address(fresh(game), n)).text for n in (0, 1))
    assert "M40 40h.1" not in first
    assert 'd="M40 40h.1" id="s0"' in second


@pytest.mark.parametrize("look", LOOKS)
def test_a_board_looks_as_its_viewer_likes_it(look, ada, bo, client_of):
    game = begin(ada, bo)
    Preferences.objects.update_or_create(user=ada, defaults={"board_look": look})
    page = client_of(ada).get("/").text
    where = next(each for each in shown(page) if game.public_id in each)
    assert LOOKS[look].light.ground in client_of(ada).get(where).text


def test_a_look_that_there_is_not_is_refused_in_words(ada, bo, client_of):
    answer = client_of().get(address(begin(ada, bo), board="marble"))
    assert answer.status_code == 400
    assert answer.json()["message"] == "board must be one of wood, paper, slate."


def test_looks_have_the_colours_of_the_boards(settings):
    css = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    names = ("board", "board-edge", "board-line", "board-ink", "stone-edge")
    for look, rule in (
        ("wood", "    --board: "),
        *((n, f'[data-board="{n}"]') for n in ("paper", "slate")),
    ):
        text = css.split(rule, 1)[1] if look != "wood" else css
        for shade, place_in in ((LOOKS[look].light, 1), (LOOKS[look].dark, 2)):
            found = tuple(
                re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", text)[place_in]
                for name in names
            )
            drawn = (shade.ground, shade.grain, shade.line, shade.ink, shade.edge)
            assert drawn == found, look


def test_a_picture_is_drawn_once(ada, bo, client_of, monkeypatch):
    game, made = begin(ada, bo), []
    draw = type(game.engine).picture
    monkeypatch.setattr(type(game.engine), "picture", lambda *args: made.append(1) or draw(*args))
    for user in (ada, bo, None):
        client_of(user).get(address(game))
    assert len(made) == 1


def test_without_a_cache_there_are_pictures(ada, bo, client_of, monkeypatch):
    def gone(*_, **__):
        raise RedisError

    monkeypatch.setattr(cache, "get_many", gone)
    monkeypatch.setattr(cache, "set_many", gone)
    assert client_of().get(address(begin(ada, bo))).status_code == 200


@pytest.mark.parametrize("count", [8, 24, 64])
def test_a_tangled_board_has_a_small_picture(count, ada, bo, client_of):
    game = tangled(ada, bo, count=count)
    answer = client_of().get(address(game), headers={"Accept-Encoding": "gzip"})
    assert len(answer.content) < 20_000


def test_a_finished_board_shows_who_holds_what(ada, bo, client_of):
    text = client_of().get(address(tangled(ada, bo, count=4))).text
    assert "url(#rblack)" in text
    assert "url(#rwhite)" in text


@pytest.mark.parametrize("whose", ["member", "visitor"])
def test_lists_with_tangled_games_read_no_state_and_stay_small(
    whose, ada, bo, client_of, django_assert_max_num_queries
):
    for number in range(4):
        tangled(ada, bo, count=8, finished=number % 2 == 0)
    client = client_of(ada if whose == "member" else None)
    for where in LISTS:
        with django_assert_max_num_queries(24) as asked:
            page = client.get(where, follow=True).text
        assert not [each["sql"] for each in asked.captured_queries if '"state"' in each["sql"]]
        assert len(page) < 60_000
        assert "data-module" not in page


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_kind_of_game_has_a_picture_step_by_step(game, client):
    whole = client.get(f"/games/kinds/{game.slug}.svg")
    assert whole.status_code == 200
    assert client.get(f"/games/kinds/{game.slug}/0.svg").content != whole.content
    assert client.get(f"/games/kinds/{game.slug}/999.svg").status_code == 404


def test_a_kind_of_game_that_there_is_not_has_no_picture(client):
    assert client.get("/games/kinds/chess.svg").status_code == 404
    assert client.get("/rules/multiplayer-go/nothing.svg").status_code == 404
    assert client.get("/rules/chess/nothing.svg").status_code == 404


def test_a_page_names_exactly_the_picture_of_a_kind_so_that_it_is_kept_for_ever(client):
    page = client.get("/rules/choose/").text
    where = [each for each in shown(page) if "/kinds/" in each]
    assert len(where) == len(GAMES)
    assert all("immutable" in client.get(each)["Cache-Control"] for each in where)
    assert "immutable" not in client.get("/games/kinds/territory.svg")["Cache-Control"]


def test_rules_show_their_still_pictures_with_words(client):
    page = client.get("/rules/territory/").text
    assert 'alt="Cleo has left. Her two tiles stay as grey ones."' in page
    (where,) = shown(page)
    assert 'id="tgray"' in client.get(where).text
