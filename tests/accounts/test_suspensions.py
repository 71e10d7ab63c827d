"""Suspending a member, and what that member sees."""

from datetime import timedelta

import pytest

from accounts.models import Suspension
from accounts.services.measures import lift, suspend
from tests.accounts.conftest import NOBODY, NOW, somebody
from transport.refusals import Refused

LATER = NOW + timedelta(days=2)


@pytest.fixture
def suspension(member, moderator):
    return suspend(user=member, reason="Rude in chat.", until=LATER, by=moderator, now=NOW)


def test_it_holds_until_its_end(member, suspension):
    assert Suspension.of(member, LATER - timedelta(seconds=1)) == suspension
    assert Suspension.of(member, LATER) is None


def test_it_ends_when_it_is_lifted(member, suspension):
    lift(restriction=suspension, now=NOW)
    assert Suspension.of(member, NOW) is None


def test_lifting_twice_keeps_the_first_time(suspension):
    lift(restriction=suspension, now=NOW)
    lift(restriction=suspension, now=LATER)
    assert suspension.lifted_at == NOW


def test_of_several_the_one_that_ends_last_counts(member, moderator, suspension):
    longer = suspend(
        user=member, reason="Again.", until=LATER + timedelta(days=1), by=moderator, now=NOW
    )
    assert Suspension.of(member, NOW) == longer


@pytest.mark.parametrize("nobody", [None, NOBODY])
def test_a_visitor_is_never_suspended(nobody):
    assert Suspension.of(nobody, NOW) is None


def test_others_are_not_touched(moderator, suspension):
    assert Suspension.of(moderator, NOW) is None


def test_the_member_is_told_why_and_until_when_on_every_page(client, member, suspension):
    client.force_login(member)
    for address in ("/", "/tables/", "/account/", "/account/preferences/"):
        page = client.get(address).content.decode()
        assert "Rude in chat." in page
        assert 'datetime="2026-11-23T12:00:00Z"' in page


def test_the_home_page_does_not_call_a_suspended_member_done_with_everything(
    client, member, suspension
):
    client.force_login(member)
    page = client.get("/").text
    assert "You are suspended until" in page
    assert "You can watch games until your suspension ends." in page
    assert "all caught up" not in page


def test_the_banner_goes_with_the_suspension(client, member, suspension):
    lift(restriction=suspension, now=NOW)
    client.force_login(member)
    assert "You are suspended" not in client.get("/account/").content.decode()


@pytest.mark.parametrize(("role", "code"), [("moderator", "moderator"), ("bot", "bot")])
def test_moderators_and_bots_are_not_suspended(db, superuser, role, code):
    with pytest.raises(Refused, match=code):
        suspend(user=somebody(role), reason="?", until=LATER, by=superuser, now=NOW)


def test_nobody_suspends_oneself(moderator):
    with pytest.raises(Refused, match="self"):
        suspend(user=moderator, reason="?", until=LATER, by=moderator, now=NOW)


def test_an_end_in_the_past_is_refused(member, moderator):
    with pytest.raises(Refused, match="past"):
        suspend(user=member, reason="?", until=NOW, by=moderator, now=NOW)
