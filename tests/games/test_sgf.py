"""Games of stones as SGF: who gets them, and that nothing sealed is in them."""

import pytest
from sgfmill import sgf

from tests.games.acting import remove_seat, resign
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.test_votes import ask, say

pytestmark = pytest.mark.django_db


def read(answer):
    """The game as sgfmill reads it."""
    return sgf.Sgf_game.from_bytes(answer.content)


def test_a_game_of_stones_is_downloaded_as_sgf(ada, bo, client_of):
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, PASS)
    answer = client_of().get(f"{game.get_absolute_url()}record.sgf")
    assert answer["Content-Type"] == "application/x-go-sgf; charset=utf-8"
    assert answer["Content-Disposition"].endswith('.sgf"')
    file = read(answer)
    assert (file.get_player_name("b"), file.get_player_name("w")) == ("Ada", "Bo")
    assert file.get_root().get("DT") == "2026-11-21"
    assert [node.get_move() for node in file.get_main_sequence()[1:]] == [
        ("b", (3, 1)),
        ("w", None),
    ]


def test_sealed_choices_are_not_in_the_sgf(ada, bo, client_of):
    game = begin(ada, bo, variant="parallel-go")
    address = f"{game.get_absolute_url()}record.sgf"
    before = client_of(bo).get(address).content
    seal(game, ada, place(2, 2))
    assert fresh(game).step == 0
    assert client_of(bo).get(address).content == before
    assert client_of(ada).get(address).content == before


def test_it_says_who_won_after_a_resignation(ada, bo, client_of):
    game = begin(ada, bo, variant="parallel-go")
    resign(game_id=game.pk, user=ada)
    file = read(client_of().get(f"{game.get_absolute_url()}record.sgf"))
    assert file.get_root().get("RE") == "W+R"


def test_it_says_that_the_other_ran_out_of_time_or_was_removed(ada, bo, mo, client_of, run_out):
    def result_of(game):
        answer = client_of().get(f"{game.get_absolute_url()}record.sgf")
        return read(answer).get_root().get("RE")

    late = begin(ada, bo, variant="parallel-go", absences_allowed=1)
    seal(late, bo, place(2, 2))
    run_out()
    assert result_of(late) == "W+T"
    other = begin(ada, bo, variant="parallel-go")
    remove_seat(game_id=other.pk, number=1, by=mo, why="?")
    assert result_of(other) == "B+F"


@pytest.mark.parametrize("variant", ["parallel-go", "multiplayer-go"])
def test_it_says_who_won_after_an_agreement(variant, ada, bo, client_of):
    game = begin(ada, bo, variant=variant, turn_ends="complete")
    seal(game, ada, place(2, 2))
    seal(game, bo, PASS)
    ask(game, ada, "end")
    say(game, bo)
    over = fresh(game)
    file = read(client_of().get(f"{game.get_absolute_url()}record.sgf"))
    first, second = over.outcome["scores"]
    assert over.outcome["reason"] == "agreement"
    assert file.get_root().get("RE") == f"B+{first - second:g}"
    assert "Ada won." in file.get_root().get("C")


def test_other_games_have_no_sgf(ada, bo, client_of):
    game = begin(ada, bo, variant="territory")
    assert client_of(ada).get(f"{game.get_absolute_url()}record.sgf").status_code == 404


def test_whoever_asks_for_too_many_is_told_when_to_come_back(ada, bo, client_of, settings):
    """Each is the whole game played again."""
    settings.LIMITS = {"sgf-files.address": "2/minute"}
    game, browser = begin(ada, bo, variant="parallel-go"), client_of()
    answers = [browser.get(f"{game.get_absolute_url()}record.sgf") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
