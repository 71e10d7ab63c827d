"""Inviting members to a table by name: who may invite, whom, and what follows."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.services.mutes import mute
from lobby.models import INVITED_FOR, TableInvitation
from lobby.services import inviting
from lobby.services.closing import close_table
from lobby.services.inviting import (
    MOST_INVITED,
    decline_invitation,
    invite,
    suggested_names,
    withdraw_invitation,
)
from lobby.services.starting import start_table
from tests.games.playing import begin
from tests.lobby.tables import counting_down, fresh, open_one, refused, sit, suspend


def ask(table, by, name):
    """Invites a member."""
    return invite(table_id=table.pk, by=by, name=name, now=timezone.now())


@pytest.mark.parametrize(("joining", "listed"), [("link", False), ("approval", True)])
def test_whoever_is_invited_sits_down_without_link_or_admission(
    joining, listed, host, ada, bo, client_of
):
    table = open_one(host, joining=joining, listed=listed, seats=3)
    ask(table, host, " aDa ")
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "Hostess invites you" in page
    assert sit(table, ada).number == 0
    assert not table.invitations.exists()
    assert client_of(bo).get(table.get_absolute_url()).status_code == (200 if listed else 404)


def test_players_invite_where_the_table_allows_it(host, ada, bo):
    table = open_one(host, seats=3)
    with refused("not-allowed"):
        ask(table, ada, "Bo")
    sit(table, ada)
    ask(table, ada, "Bo")
    closed = open_one(host, seats=3, players_invite=False)
    sit(closed, ada)
    with refused("not-allowed"):
        ask(closed, ada, "Bo")


def test_nobody_is_invited_who_cannot_come(host, ada, bo, member):
    table = open_one(host, seats=2)
    sit(table, ada)
    member("Pebble", is_bot=True)
    member("Gone", is_active=False)
    for name in ("Nobody", "Pebble", "Gone", "", "x" * 400):
        with refused("no-such-member"):
            ask(table, host, name)
    for name in ("Ada", "Hostess"):
        with refused("already-here"):
            ask(table, host, name)
    ask(table, host, "Bo")
    with refused("already-invited"):
        ask(table, host, "BO")
    sit(table, bo)
    with refused("full"):
        ask(table, host, "Nobody")
    with refused("table-closed"):
        close_table(table_id=table.pk, by=host, now=timezone.now())
        ask(table, host, "Ada")


def test_a_table_has_not_too_many_invitations(host, member, monkeypatch):
    monkeypatch.setattr(inviting, "MOST_INVITED", 2)
    table = open_one(host)
    for name in ("One", "Two", "Three"):
        member(name)
    ask(table, host, "One")
    ask(table, host, "Two")
    with refused("too-many"):
        ask(table, host, "Three")
    assert MOST_INVITED == 20


def test_whoever_has_declined_is_not_asked_again(host, ada, client_of):
    table = open_one(host, joining="link", listed=False)
    ask(table, host, "Ada")
    client_of(ada).post(f"/tables/{table.public_id}/stay-away/")
    with refused("declined"):
        ask(table, host, "Ada")
    page = client_of(ada).get(table.get_absolute_url())
    assert (page.status_code, "You have declined" in page.text) == (404, True)
    with refused("link-needed"):
        sit(table, ada)
    with refused("not-invited"):
        decline_invitation(table_id=table.pk, user=ada, now=timezone.now())


def test_an_invitation_that_was_withdrawn_or_has_lapsed_says_so(host, ada, bo, clock, client_of):
    table = open_one(host, joining="link", listed=False)
    first = ask(table, host, "Ada")
    ask(table, host, "Bo")
    withdraw_invitation(table_id=table.pk, by=host, invitation_id=first.pk, now=timezone.now())
    page = client_of(ada).get(table.get_absolute_url())
    assert (page.status_code, "was withdrawn" in page.text) == (404, True)
    answer = client_of(ada).post(f"/tables/{table.public_id}/join/", follow=True)
    assert "was withdrawn" in answer.text
    clock.go(INVITED_FOR.total_seconds())
    assert "has expired" in client_of(bo).get(table.get_absolute_url()).text
    with refused("link-needed"):
        sit(table, bo)
    ask(table, host, "Bo")
    sit(table, bo)


def test_whoever_invited_or_the_host_takes_it_back(host, ada, bo, member):
    table = open_one(host, seats=4)
    sit(table, ada)
    sit(table, bo)
    member("Cy")
    made = ask(table, ada, "Cy")
    with refused("not-allowed"):
        withdraw_invitation(table_id=table.pk, by=bo, invitation_id=made.pk, now=timezone.now())
    withdraw_invitation(table_id=table.pk, by=host, invitation_id=made.pk, now=timezone.now())
    assert TableInvitation.objects.get().answer == "withdrawn"


def test_full_and_begun_are_said_in_words(host, ada, bo, member, client_of, clock):
    cy = member("Cy")
    table = open_one(host, seats=2)
    ask(table, host, "Cy")
    sit(table, ada)
    sit(table, bo)
    page = client_of(cy).get(table.get_absolute_url()).text
    assert "All seats have been taken in the meantime." in page
    begun = counting_down(host, ada, bo, seats=2)
    clock.go(5)
    start_table(table_id=begun.pk, now=timezone.now())
    TableInvitation.objects.create(table=begun, member=cy, by=host, invited_at=timezone.now())
    assert "has started" in client_of(cy).get(fresh(begun).get_absolute_url()).text


def test_only_those_are_suggested_with_whom_one_has_played(host, ada, bo, member):
    """Invitations must not reveal who is in the club."""
    cy, dee = member("Cy"), member("Dee")
    member("Eve")
    begin(ada, bo, member("Pebble", is_bot=True), turn_seconds=86_400)
    begin(ada, cy, dee, turn_seconds=86_400)
    mute(member=ada, muted=dee, now=timezone.now())
    table = open_one(host, seats=4)
    sit(table, ada)
    assert sorted(suggested_names(table, ada)) == ["Bo", "Cy"]
    ask(table, ada, "Bo")
    assert suggested_names(table, ada) == ["Cy"]


def test_the_lobby_shows_a_table_to_whom_it_was_invited(host, ada, client_of):
    table = open_one(host, joining="link", listed=False, title="By name")
    assert "By name" not in client_of(ada).get("/tables/").text
    ask(table, host, "Ada")
    for user, says in ((ada, 1), (host, 0)):
        page = client_of(user).get("/tables/").text
        assert "By name" in page
        assert page.count("You are invited") == says


def test_a_suspended_member_neither_invites_nor_comes(host, ada, bo):
    table = open_one(host)
    ask(table, host, "Ada")
    suspend(ada)
    with refused("suspended"):
        sit(table, ada)
    suspend(host)
    with refused("suspended"):
        ask(table, host, "Bo")
