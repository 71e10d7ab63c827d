"""Times in mails and notices are in the zone of whoever reads them."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Preferences
from accounts.services.measures import ban_from_chat, suspend
from notices import words
from notices.models import Notice, PushDevice
from notices.push.messages import pushes_of
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

END = datetime(2027, 1, 5, 20, 30, tzinfo=UTC)


@pytest.fixture
def anna(member):
    """A member in Berlin, an hour ahead in winter."""
    Preferences.objects.create(user=member, browser_zone="Europe/Berlin")
    return member


@pytest.fixture(params=[suspend, ban_from_chat])
def notice(request, anna, moderator):
    """What she is told who may not play, or not chat, until some evening."""
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
