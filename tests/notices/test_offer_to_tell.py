"""Whoever looks for a live game is asked once whether they want to be told of others who do."""

from __future__ import annotations

import pytest
from django.urls import reverse

from notices.channels import all_channels
from notices.models import Channel, Kind
from notices.preferences import preferences_of, wanted_by
from notices.services.preferences import members_who_asked_for, set_preferences
from tests.lobby.wishes import wish

pytestmark = pytest.mark.django_db
OFFER = 'id="tell-me"'


@pytest.fixture
def page_of(client_of):
    return lambda user, address="/": client_of(user).get(address).text


@pytest.mark.parametrize("page", ["home", "tables"])
def test_a_yes_turns_it_on_for_the_site_and_for_devices(page, ada, client_of):
    wish(ada)
    browser = client_of(ada)
    assert OFFER in browser.get(reverse(page)).text
    answer = browser.post(reverse("tell-me"), {"page": page, "tells": "yes"})
    assert answer["Location"] == reverse(page)
    assert list(members_who_asked_for(Kind.LOOKING)) == [ada.pk]
    wanted = ada.notice_preferences.filter(kind=Kind.LOOKING, wanted=True)
    assert set(wanted.values_list("channel", flat=True)) == {"site", "push", "hook"}
    assert OFFER not in browser.get(reverse(page)).text


def test_whoever_says_no_is_not_asked_again(ada, client_of, page_of):
    wish(ada)
    client_of(ada).post(reverse("tell-me"), {"tells": "no"})
    assert list(members_who_asked_for(Kind.LOOKING)) == []
    assert OFFER not in page_of(ada)


def test_a_no_leaves_all_other_notices_as_they_are(ada, client_of):
    wish(ada)
    before = {out.channel: wanted_by(out, preferences_of(ada)) for out in all_channels()}
    assert all(before.values())
    client_of(ada).post(reverse("tell-me"), {"tells": "no"})
    assert {out.channel: wanted_by(out, preferences_of(ada)) for out in all_channels()} == before


def test_whoever_has_saved_their_preferences_has_answered(ada, page_of):
    set_preferences(member=ada, by={Channel.SITE: [Kind.TURN]})
    wish(ada)
    assert OFFER not in page_of(ada)


@pytest.mark.parametrize("pace", ["evening", "daily"])
def test_only_those_who_look_for_a_game_now_are_asked(pace, ada, page_of):
    assert OFFER not in page_of(ada)
    wish(ada, pace)
    assert OFFER not in page_of(ada)


def test_visitors_and_links_change_nothing(ada, client_of):
    assert "/login/" in client_of().post(reverse("tell-me"), {"tells": "yes"})["Location"]
    assert client_of(ada).get(reverse("tell-me")).status_code == 405
    assert not members_who_asked_for(Kind.LOOKING).exists()
