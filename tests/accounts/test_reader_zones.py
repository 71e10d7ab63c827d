"""Times in mails and notices are in the reader's zone."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Preferences
from accounts.services.invitations import invite_as_member
from accounts.services.measures import ban_from_chat, suspend
from games.pages.access import refuse_suspended
from notices import words
from notices.models import Notice, PushDevice
from notices.push.messages import pushes_of
from tests.accounts.conftest import PASSWORD
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

END = datetime(2027, 1, 5, 20, 30, tzinfo=UTC)


@pytest.fixture
def anna(member):
    """A member in Berlin, an hour ahead in winter."""
    Preferences.objects.create(user=member, browser_zone="Europe/Berlin")
    return member


@pytest.fixture(params=[suspend, ban_from_chat])
def notice(request, anna, moderator):
    """The notice of a suspension or a chat ban until some evening."""
    now = timezone.now()
    request.param(user=anna, reason="Be kind.", until=END, by=moderator, now=now)
    return Notice.objects.select_related("member", "who").get(member=anna)


def test_a_notice_is_written_in_the_zone_that_is_active(notice):
    with timezone.override("Europe/Berlin"):
        assert "until 5 January 2027, 21:30 (Europe/Berlin)" in words.sentence(notice)


def test_a_page_shows_it_as_a_time_that_the_browser_puts_into_its_zone(notice, anna, client):
    client.force_login(anna)
    for address in ("/notices/", f"/notices/{notice.pk}/"):
        page = client.get(address).text
        assert '<time datetime="2027-01-05T20:30:00Z" data-moment="both">' in page
        assert "&lt;time" not in page


def test_a_push_has_it_in_the_zone_of_its_member(notice, anna):
    device = PushDevice(
        member=anna, endpoint="https://push.example.org/1", p256dh="", auth="", language="en"
    )
    (push,) = pushes_of([notice], device, now=timezone.now())
    assert b"5 January 2027, 21:30 (Europe/Berlin)" in push.text


def test_a_mail_about_the_account_has_it_in_the_zone_of_its_member(anna, client, mailoutbox):
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    client.force_login(anna)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    new = "granite-lantern-8"
    client.post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    here = timezone.now() + timedelta(hours=1)  # Berlin in winter
    (mail,) = mailoutbox
    assert f"This happened on {here:%-d %B %Y, %H:%M} (Europe/Berlin)." in mail.body


def test_what_is_refused_says_until_when_by_the_clocks_of_whoever_asks(anna, moderator, settings):
    settings.INVITATIONS_PER_MEMBER = 1
    now = timezone.now()
    suspend(user=anna, reason="Be kind.", until=END, by=moderator, now=now)
    for ask in (
        lambda: refuse_suspended(anna, now),
        lambda: invite_as_member(member=anna, note="", now=now),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert "until 5 January 2027, 21:30 (Europe/Berlin)" in refused.value.message


def test_a_member_whose_zone_nobody_knows_is_told_in_utc(member, moderator):
    now = timezone.now()
    suspend(user=member, reason="Be kind.", until=END, by=moderator, now=now)
    with pytest.raises(Refused) as refused:
        refuse_suspended(member, now)
    assert "until 5 January 2027, 20:30 (UTC)" in refused.value.message


def test_the_admin_is_in_the_zone_of_the_moderator_s_browser(client, moderator, member):
    Preferences.objects.create(user=moderator, browser_zone="Asia/Tokyo")
    suspend(user=member, reason="Be kind.", until=END, by=moderator, now=timezone.now())
    client.force_login(moderator)
    page = client.get("/admin/accounts/suspension/").text
    assert "Times are in Asia/Tokyo" in page
    assert "05:30" in page
