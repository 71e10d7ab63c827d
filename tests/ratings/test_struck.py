"""A game that a moderator struck says so, and its players are told."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.services.members import delete_account
from games.models import GameEvent, ModeratorAct
from games.play.messages import TakeSeat
from games.play.rating import Unrated
from notices.models import Notice
from ratings.models import RatedGame
from ratings.services.striking import count_again, strike_game
from tests.games.acting import act, resign
from tests.games.playing import PASS, begin, fresh, play_turns, seal
from tests.ratings.rated import rate, standings, won

pytestmark = pytest.mark.django_db

WHY = "Both were one person"


@pytest.fixture
def struck(ada, bo, mo):
    """A game that Ada won and a moderator struck."""
    game = won(ada, bo)
    rate()
    assert strike_game(game=RatedGame.objects.get(), by=mo, why=WHY, now=timezone.now())
    return fresh(game)


def told(user) -> list[str]:
    """What the member was told by moderators."""
    return list(
        Notice.objects.filter(member=user, kind="moderation").values_list("what", flat=True)
    )


def test_its_page_says_so_to_everybody(struck, client_of):
    page = client_of(None).get(struck.get_absolute_url()).text
    assert '<a id="rated" href="/ratings/">Unrated: struck by a moderator</a>' in page
    assert struck.why_unrated == Unrated.STRUCK


def test_lists_of_games_say_so(struck, ada, client_of):
    for address in ("/games/", "/tables/"):
        assert "Unrated: struck by a moderator" in client_of(ada).get(address).text


def test_the_log_says_who_did_it_and_why(struck, mo, client_of):
    log = client_of(None).get(f"{struck.get_absolute_url()}log.json").json()["entries"]
    (entry,) = [each for each in log if each.get("what") == "struck"]
    assert (entry["by"], entry["why"], entry["step"]) == ("Mo", WHY, struck.step)
    assert GameEvent.objects.filter(game=struck, kind="log.added").count() == 1


def test_all_who_played_are_told_whether_they_stayed_or_not(struck, ada, bo, cy, mo, client_of):
    assert (told(ada), told(bo), told(cy), told(mo)) == (["struck"], ["struck"], [], [])
    page = client_of(bo).get("/notices/").text
    assert "A moderator struck your game from the ratings. The log says why." in page
    assert struck.get_absolute_url() in page


def test_who_left_a_seat_to_somebody_else_is_told_too(ada, bo, cy, member, mo):
    di = member("Di")
    game = begin(ada, bo, cy, turn_ends="complete", turn_seconds=86_400, seats_taken_over=True)
    play_turns(game, ada, bo, cy)
    resign(game_id=game.pk, user=ada)
    act(game.pk, di, TakeSeat(seat=0))
    for user in (di, bo, cy):
        seal(game, user, PASS)
    rate()
    strike_game(game=RatedGame.objects.get(), by=mo, why=WHY, now=timezone.now())
    assert [told(user) for user in (ada, bo, cy, di)] == [["struck"]] * 4


def test_who_is_no_member_any_more_is_told_nothing(ada, bo, mo):
    won(ada, bo)
    rate()
    delete_account(user=bo)
    strike_game(game=RatedGame.objects.get(), by=mo, why=WHY, now=timezone.now())
    assert (told(ada), Notice.objects.filter(what="struck").count()) == (["struck"], 1)


def test_when_it_counts_again_everything_says_so(struck, ada, bo, mo, client_of):
    assert count_again(game=RatedGame.objects.get(), by=mo)
    assert fresh(struck).why_unrated is None
    page = client_of(None).get(struck.get_absolute_url()).text
    assert '<a id="rated" href="/ratings/">Rated</a>' in page
    acts = ModeratorAct.objects.filter(game=struck).order_by("pk")
    assert list(acts.values_list("what", "by__username")) == [("struck", "Mo"), ("counts", "Mo")]
    assert (told(ada), told(bo)) == (["counts"], ["counts"])
    rate()
    assert len(standings()) == 2


def test_striking_it_twice_says_so_once(struck, ada, mo):
    again = strike_game(game=RatedGame.objects.get(), by=mo, why="More", now=timezone.now())
    assert not again
    assert ModeratorAct.objects.filter(game=struck).count() == 1


def test_the_result_stays_and_so_does_the_log_of_the_game(struck):
    assert struck.outcome is not None
    assert struck.outcome["ranks"] == [1, 2]
    assert struck.status == "finished"


def test_the_form_says_that_everybody_sees_the_reason(ada, bo, mo, client_of):
    game = won(ada, bo)
    page = client_of(mo).get(f"/admin/ratings/ratedgame/{game.pk}/change/").text
    assert "Everybody sees the reason in the game’s log, and its players are notified." in page
