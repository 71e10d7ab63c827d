"""Notices of finished games say how the game ended for their reader."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from games.models import Game, Seat
from games.pages.results import PLACES, PLAYERS, result_for
from notices import words
from notices.lists import with_words
from notices.models import Notice, What
from notices.push.messages import _message
from tests.games.acting import resign
from tests.games.playing import PASS, begin, place, seal
from tests.notices.told import DAY, shown

ADA, NAMES = 0, ("Ada", "Bo", "Cy", "Di")


def result(ranks, scores=None, reason="score", *, left=(), member=ADA):
    """The result for the member of a seat, in a game with this outcome."""
    why = dict.fromkeys(left, "resigned")
    seats = [
        SimpleNamespace(number=n, user_id=n, name=NAMES[n], left_why=why.get(n, ""))
        for n in range(len(ranks))
    ]
    outcome = {"ranks": list(ranks), "scores": scores, "reason": reason}
    game = SimpleNamespace(outcome=outcome, seats=SimpleNamespace(all=lambda: seats))
    game.everyone_left = Game.everyone_left.fget(game)
    return result_for(game, member)


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        (((1, 2), [40, 28]), "You won by 12."),
        (((1, 2), [40.5, 28]), "You won by 12.5."),
        (((2, 1), [28, 40]), "Bo won by 12."),
        (((1, 2), None, "goal"), "You won."),
        (((2, 1), None, "leave"), "Bo won."),
        (((1, 2), [0, 0], "score"), "You won."),
        (((1, 1), [7, 7]), "It was a draw."),
        (((3, 1, 2, 4), [5, 30, 9, 1]), "You came third of four. Bo won by 21."),
        (((2, 1, 2), [5, 9, 5]), "You tied for second of three. Bo won by 4."),
        (((3, 1, 1), [5, 9, 9]), "You came third of three. Bo and Cy shared first place."),
        (((1, 1, 3), [9, 9, 5]), "You shared first place with Bo."),
        (((1, 1, 1), [9, 9, 9]), "It was a draw."),
        (((1, 2, 3), [9, 5, 1]), "You won by 4."),
    ],
)
def test_it_says_who_won_by_how_much_and_which_place_one_has(outcome, says):
    assert result(*outcome) == says


def test_where_everybody_left_nobody_has_won():
    assert result((1, 1), None, "leave", left=(0, 1)) == "Everybody left, so nobody won."


def test_a_player_of_before_is_told_no_result():
    assert result((1, 2), [40, 28], member=7) == ""


@pytest.mark.parametrize("players", range(2, 13))
def test_every_place_at_a_table_has_a_word(players):
    assert {players, *range(1, players + 1)} <= PLACES.keys() | PLAYERS.keys()
    assert players in PLAYERS


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        (((1, 2), [40.5, 28]), "Du hast mit 12,5 Vorsprung gewonnen."),
        (
            ((3, 1, 2, 4), [5, 30, 9, 1]),
            "Du hast den dritten Platz von vier erreicht. Bo hat mit 21 Vorsprung gewonnen.",
        ),
        (((1, 1), [7, 7]), "Die Partie endete unentschieden."),
    ],
)
def test_in_german(outcome, says):
    with translation.override("de"):
        assert result(*outcome) == says


@pytest.mark.django_db
class TestNotices:
    @pytest.fixture
    def game(self, ada, bo):
        """Ada has one stone more than Bo."""
        game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete")
        for ada_plays, bo_plays in ((place(1, 1), PASS), (PASS, PASS)):
            seal(game, ada, ada_plays)
            seal(game, bo, bo_plays)
        return Game.objects.get(pk=game.pk)

    @pytest.fixture
    def notice(self, ada, game):
        return with_words(Notice.objects.filter(member=ada, what=What.ENDED)).get()

    def test_list_push_and_mail_say_how_it_ended(self, game, notice):
        said = words.sentence(notice)
        assert said.startswith("You won by ")
        assert str(words.sentence_on_page(notice)) == said
        assert _message(notice)["says"] == said

    def test_a_name_in_it_is_text_on_the_page(self, bo, game):
        Seat.objects.filter(game=game, number=0).update(bot_name="<b>Ada")
        notice = with_words(Notice.objects.filter(member=bo, what=What.ENDED)).get()
        assert "&lt;b&gt;Ada won by" in str(words.sentence_on_page(notice))

    def test_the_list_leads_to_replay_and_rematch(self, ada, game, client_of, notice):
        page = client_of(ada).get("/notices/").text
        assert f'href="{game.get_absolute_url()}?step=0"' in page
        assert f'href="{game.get_absolute_url()}#rematch"' in page

    def test_after_a_week_there_is_no_rematch_to_offer(self, ada, game, client_of, clock):
        clock.go(8 * DAY)
        page = client_of(ada).get("/notices/").text
        assert f'href="{game.get_absolute_url()}?step=0"' in page
        assert "#rematch" not in page

    def test_a_link_of_a_mail_leads_there_too(self, ada, game, client_of, notice):
        client, address = client_of(ada), game.get_absolute_url()
        for to, end in (("replay", "?step=0"), ("rematch", "#rematch"), ("moon", ""), ("", "")):
            answer = client.get(f"/notices/{notice.pk}/?to={to}")
            assert answer["Location"] == f"{address}{end}"

    def test_a_game_that_goes_on_has_none_of_these(self, ada, bo, client_of):
        begin(ada, bo, turn_seconds=DAY)
        page = client_of(ada).get("/notices/").text
        assert "?step=0" not in page
        assert "#rematch" not in page

    def test_however_many_there_are_the_list_asks_as_much(
        self, ada, bo, client_of, django_assert_num_queries
    ):
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        client = client_of(ada)

        def questions():
            game = begin(ada, bo, turn_seconds=60)
            resign(game_id=game.pk, user=bo)
            with CaptureQueriesContext(connection) as asked:
                assert "You won." in client.get("/notices/").text
            return len(asked)

        first = questions()
        for _ in range(3):
            again = questions()
        assert again == first
        assert shown(ada)[0] == "ended"
