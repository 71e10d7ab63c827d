"""Members are notified of a game that was found for their wish, until they have answered."""

from __future__ import annotations

import pytest

from notices import lists
from notices.models import Channel, Kind, Notice, What
from notices.services.preferences import set_preferences
from notices.words import sentence, title_of
from tests.lobby.wishes import answer, look, wish
from tests.notices.told import shown, told

pytestmark = pytest.mark.django_db

MATCHED = {(Kind.TABLE, What.MATCHED)}


@pytest.fixture
def both_asked(ada, bo):
    """Ada and Bo are asked whether they play."""
    for user in (ada, bo):
        wish(user, "evening")
    look()


def test_everybody_who_is_asked_is_notified(both_asked, ada, bo):
    assert (told(ada), told(bo)) == (MATCHED, MATCHED)
    notice = Notice.objects.get(member=ada)
    assert (title_of(notice), sentence(notice)) == (
        "A game for you",
        "Others want to play the same as you. Are you in?",
    )


def test_the_notice_goes_with_the_answer(both_asked, ada, bo):
    answer(ada)
    assert (told(ada), told(bo)) == (set(), MATCHED)


def test_the_notices_go_when_too_few_want_to_play(both_asked, ada, bo):
    answer(bo, plays=False)
    assert (told(ada), told(bo)) == (set(), set())


def test_after_the_time_to_answer_the_notice_is_shown_no_more(both_asked, ada, clock):
    assert shown(ada) == [What.MATCHED]
    clock.go(300)
    assert shown(ada) == []
    assert lists.unread_count(ada) == 0


def test_the_notice_leads_to_the_question(both_asked, ada, client_of):
    number = Notice.objects.get(member=ada).pk
    browser = client_of(ada)
    answered = browser.get(f"/notices/{number}/")
    assert answered["Location"] == "/#asked-games"
    assert 'id="asked-games"' in browser.get("/").text


def test_a_member_who_does_not_want_such_notices_gets_none_in_the_site(both_asked, ada):
    set_preferences(member=ada, by={Channel.SITE: []})
    assert shown(ada) == []
