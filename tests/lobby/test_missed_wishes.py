"""Members who did not answer in time when a game was found for them, and look again."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.utils import timezone

from lobby.models import Pace, Wish
from lobby.schedule import ENDS_OF_WISHES
from lobby.services.matching import settle_lapsed
from lobby.services.wishing import LEFT_FOR, MISSED_SHOWN, meet_wishes
from lobby.wished_games import ANSWER_WITHIN
from lobby.wishes_shown import WishesShown
from tests.games.playing import begin
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db


def miss(user, other, clock, **wished):
    """Both wish; ``other`` says yes, and ``user`` nothing until it is too late."""
    for member in (user, other):
        wish(member, **wished)
    look()
    answer(other)
    match = asked(other)
    assert match is not None
    clock.go(ANSWER_WITHIN[Pace(wished.get("pace", Pace.NOW))].total_seconds())
    assert settle_lapsed(match_id=match.pk, now=timezone.now())


def shown(user):
    return WishesShown.of(user, timezone.now())


def again(client, user):
    """Presses "Look again" on the page: sends the form that it is in as a browser would."""
    page = client.get("/tables/").content.decode()
    form = page[page.index('class="panel missed-game') :]
    fields = form[: form.index("</form>")].split("<input ")[1:]
    sent: dict[str, list[str]] = {}
    for field in fields:
        name, value = (field.split(f'{what}="')[1].split('"')[0] for what in ("name", "value"))
        sent.setdefault(name, []).append(value)
    return client.post("/wishes/new/", sent)


def test_who_does_not_answer_in_time_reads_so_and_is_asked_no_more(ada, bo, clock):
    miss(ada, bo, clock)
    assert [row.pace for row in shown(ada).missed] == [Pace.NOW.label]
    assert shown(ada).waiting == []
    assert [row.wish.member for row in shown(bo).waiting] == [bo]
    assert shown(bo).waiting[0].others == 0
    look()
    assert asked(ada) is None


@pytest.mark.parametrize("games", [["territory"], []])
def test_who_looks_again_has_the_same_wish_and_is_matched(ada, bo, clock, client_of, games):
    miss(ada, bo, clock, games=games, most=3)
    assert again(client_of(ada), ada).status_code == 302
    made = Wish.objects.get(member=ada)
    assert (made.games, made.least, made.most, made.missed_at) == (games, 2, 3, None)
    assert shown(ada).missed == []
    look()
    assert asked(bo) is not None


def test_a_missed_wish_is_dismissed_like_any_other(ada, bo, clock, client_of):
    miss(ada, bo, clock)
    client_of(ada).post("/wishes/withdraw/", {"pace": "now", "page": "tables"})
    assert not Wish.objects.filter(member=ada).exists()


def test_a_missed_wish_for_a_turn_a_day_is_shown_for_two_days(ada, bo, clock):
    miss(ada, bo, clock, pace=Pace.DAILY)
    clock.go(MISSED_SHOWN.total_seconds() - 1)
    ENDS_OF_WISHES.handle(timezone.now(), set())
    assert len(shown(ada).missed) == 1
    clock.go(1)
    ENDS_OF_WISHES.handle(timezone.now(), set())
    assert shown(ada).missed == []


def test_a_missed_wish_to_play_now_is_shown_until_its_time_is_over(ada, bo, clock):
    miss(ada, bo, clock, minutes=15)
    clock.go(LEFT_FOR.total_seconds() + 1)
    ENDS_OF_WISHES.handle(timezone.now(), set())
    assert len(shown(ada).missed) == 1
    clock.go(15 * 60)
    ENDS_OF_WISHES.handle(timezone.now(), set())
    assert shown(ada).missed == []


def test_a_live_game_that_begins_otherwise_ends_a_missed_wish(ada, bo, mo, clock):
    miss(ada, bo, clock)
    with transaction.atomic():
        assert meet_wishes(begin(ada, mo), {ada.pk}, now=timezone.now()) == set()
    assert not Wish.objects.filter(member=ada).exists()


def test_a_missed_wish_is_among_those_that_look_no_more(ada, bo, clock):
    miss(ada, bo, clock)
    assert Wish.objects.get(member=ada).missed_at == timezone.now()
    assert list(Wish.objects.looking()) == [Wish.objects.get(member=bo)]
