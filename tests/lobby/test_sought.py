"""Pages of the lobby show that somebody looks for a live game, but not who."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.models import Mute, User
from games.play.settings import LetsIn
from lobby import live
from lobby.models import Wish
from lobby.schedule import TELLING
from lobby.services import wishing
from lobby.services.wishing import TOLD_AFTER, withdraw_wish
from lobby.wishes_shown import WishesShown
from tests.games.playing import begin
from tests.games.statements import statements_sent
from tests.lobby.tables import suspend
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
MINUTE = 60
SHOWN_AFTER = TOLD_AFTER[0].total_seconds()


@pytest.fixture
def ada_waits(ada, clock):
    """Ada has waited for a minute for a game of Territory or Automatafl."""
    made = wish(ada, games=["territory", "automatafl"], least=2, most=3)
    clock.go(MINUTE)
    return made


def sought_by(user: User) -> list[str] | None:
    """The games that the member could play with somebody who looks for a game; None if nobody is
    shown."""
    choice = WishesShown.of(user, timezone.now()).sought
    return None if choice is None else sorted(choice.games)


def form_of(page: str) -> dict[str, list[str]]:
    """The fields of the form with which the member joins."""
    form = page.partition('id="sought"')[2].partition("</form>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="([a-z]+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    return fields


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_one_tap_joins_and_the_game_begins_when_the_other_says_yes(
    address, ada_waits, ada, bo, client_of
):
    browser = client_of(bo)
    page = browser.get(address).text
    assert "Somebody is looking for a live game now." in page
    fields = form_of(page)
    assert set(fields["games"]) == {"territory", "automatafl"}
    browser.post("/wishes/new/", {**fields, "games": ["automatafl"]})
    look()
    assert asked(bo).variant == "automatafl"
    assert answer(ada) is not None


def test_a_wish_for_one_game_is_shown_with_its_name(ada, bo, clock, client_of):
    wish(ada)
    clock.go(MINUTE)
    page = client_of(bo).get("/").text
    assert "Somebody is looking for a live game of Territory now." in page
    assert form_of(page)["games"] == ["territory"]


def test_it_does_not_say_who_looks(ada_waits, ada, bo, client_of):
    User.objects.filter(pk=ada.pk).update(username="Rumpelstilz")
    assert "Rumpelstilz" not in client_of(bo).get("/").text


@pytest.mark.parametrize(("seconds", "shown"), [(-1, False), (0, True)])
def test_a_wish_made_by_mistake_can_be_taken_back_before_it_is_shown(
    seconds, shown, ada, bo, clock
):
    wish(ada)
    clock.go(SHOWN_AFTER + seconds)
    assert (sought_by(bo) is not None) == shown


def test_it_goes_when_the_wish_does(ada_waits, ada, bo):
    assert sought_by(bo) is not None
    withdraw_wish(user=ada, pace="now", now=timezone.now())
    assert sought_by(bo) is None


def test_who_is_asked_about_a_game_is_not_shown(ada_waits, ada, bo, mo):
    wish(bo)
    look()
    assert asked(ada) is not None
    assert sought_by(mo) is None


@pytest.mark.parametrize("pace", ["evening", "daily"])
def test_other_paces_are_not_shown(pace, ada, bo, clock):
    wish(ada, pace)
    clock.go(MINUTE)
    assert sought_by(bo) is None


def test_members_who_look_for_a_live_game_or_play_one_see_nobody(ada_waits, bo, mo, member):
    wish(bo, games=["parallel-go"])
    begin(mo, member("Cy"), turn_seconds=60)
    assert (sought_by(bo), sought_by(mo)) == (None, None)


def test_members_whom_matching_would_not_ask_see_nobody(ada, bo, mo, member, clock):
    wish(ada, lets_in=LetsIn.NOT_LATE)
    clock.go(MINUTE)
    assert sought_by(bo) is not None
    Mute.objects.create(member=ada, muted=bo)
    suspend(mo)
    assert (sought_by(bo), sought_by(mo)) == (None, None)


def test_of_several_the_one_who_has_waited_longest_and_fits_is_shown(ada, bo, mo, clock):
    for user, game in ((ada, "territory"), (mo, "automatafl")):
        wish(user, games=[game])
        clock.go(MINUTE)
    assert sought_by(bo) == ["territory"]
    Mute.objects.create(member=ada, muted=bo)
    assert sought_by(bo) == ["automatafl"]


def test_muting_does_not_tell_who_looks(ada_waits, ada, bo):
    Mute.objects.create(member=bo, muted=ada)
    assert sought_by(bo) is not None


def test_open_pages_hear_that_somebody_looks_and_that_they_no_longer_do(ada, clock, monkeypatch):
    hinted: list[object] = []
    monkeypatch.setattr(wishing, "hint_lobby_on_commit", lambda: hinted.append(timezone.now()))
    wish(ada)
    clock.go(SHOWN_AFTER)
    before = len(hinted)
    TELLING.handle(timezone.now(), set())
    assert len(hinted) == before + 1
    withdraw_wish(user=ada, pace="now", now=timezone.now())
    assert len(hinted) == before + 2


def test_a_hint_to_the_lobby_has_no_content(monkeypatch):
    sent: list[tuple[str, object]] = []
    monkeypatch.setattr(live, "send_on_commit", lambda *messages: sent.extend(messages))
    live.hint_lobby_on_commit()
    assert sent == [(live.LOBBY, live.TablesChanged(now=sent[0][1].now))]


def test_it_costs_no_more_statements_however_many_look(ada, bo, member, clock):
    def statements() -> int:
        with statements_sent() as sent:
            WishesShown.of(bo, timezone.now())
        return len(sent)

    wish(ada)
    clock.go(MINUTE)
    one = statements()
    for number in range(3):
        Mute.objects.create(member=wish(member(f"Di {number}")).member, muted=bo)
    clock.go(MINUTE)
    assert statements() == one
    Wish.objects.all().delete()
    assert statements() < one
