"""Notices by mail, sent through a real mail server."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences
from accounts.services.measures import suspend, warn
from notices.mail import BY_MAIL, SIGNER, token_of
from notices.models import Channel, Notice, Preference, Timing
from notices.services import sending
from notices.services.reading import read_all
from tests.games.playing import begin, place, seal
from tests.notices.mailbox import Mailbox, text_of
from tests.notices.postman import sweep
from tests.notices.told import DAY

pytestmark = pytest.mark.django_db

SETTLED, HOUR = 300, 3600


@pytest.fixture
def mailbox(settings):
    mailbox = Mailbox()
    mailbox.opens()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mailbox.port
    settings.EMAIL_USE_TLS = False
    settings.SITE_URL = "https://club.example.org"
    yield mailbox
    mailbox.closes()


def confirms(user, *, verified=True):
    address = f"{user.username.lower()}@example.org"
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)


@pytest.fixture(autouse=True)
def _ada_has_an_address(ada):
    confirms(ada)


@pytest.fixture
def comes(mailbox, clock):
    """Returns a function that gets the mails that arrive after some more seconds."""

    def after(seconds=0):
        clock.go(seconds)
        sweep(BY_MAIL, clock)
        return mailbox.take()

    return after


@pytest.fixture
def game(ada, bo, mailbox):
    return begin(ada, bo, turn_seconds=DAY, turn_ends="complete", listed=False)


def link_in(mail, start="https://club.example.org/notices/"):
    """The path of the first address in a mail that starts like this."""
    found = next(word for word in text_of(mail).split() if word.startswith(start))
    return urlsplit(found).path


def test_a_mail_says_in_which_game_what_happened_and_by_when_to_choose(game, comes):
    (mail,) = comes(SETTLED)
    assert (mail["To"], mail["Subject"]) == ("ada@example.org", "Tuesday: Your game has started.")
    for kind in ("plain", "html"):
        words = text_of(mail, kind)
        assert "Tuesday" in words
        assert "Parallel Multiplayer Go" in words
        assert "Choose by Sunday, 22 November 2026, 20:00 (UTC)." in words
    assert mail["Message-ID"].endswith("@club.example.org>")
    assert mail["Auto-Submitted"] == "auto-generated"


def test_no_mail_says_an_address_that_somebody_made_a_title_of_before(ada, bo, comes):
    begin(ada, bo, title="Log in at evil.example", turn_seconds=DAY)
    (mail,) = comes(SETTLED)
    assert mail["Subject"] == "Parallel Multiplayer Go: Your game has started."
    assert "evil.example" not in text_of(mail) + text_of(mail, "html")


def test_it_comes_once_and_at_most_once_an_hour_with_all_that_waits(ada, bo, comes, mailbox):
    for title in ("One", "Two"):
        begin(ada, bo, title=title, turn_seconds=DAY)
    (mail,) = comes(SETTLED)
    assert mail["Subject"] == "Miai: news from 2 games"
    assert "One" in text_of(mail)
    assert "Two" in text_of(mail)
    begin(ada, bo, title="Three", turn_seconds=DAY)
    assert comes(HOUR - 1) == []
    (mail,) = comes(1)
    assert mail["Subject"] == "Three: Your game has started."
    assert comes(HOUR) == []


def test_what_is_read_within_five_minutes_is_not_mailed(ada, game, comes, clock):
    clock.go(SETTLED - 1)
    read_all(member=ada, now=clock.now)
    assert comes(1) == []


def test_a_server_that_is_down_gets_the_mail_when_it_is_up(game, comes, mailbox):
    mailbox.closes()
    assert comes(SETTLED) == []
    mailbox.opens()
    assert comes(59) == []
    assert len(comes(1)) == 1
    assert comes(HOUR) == []


def test_mails_to_several_members_are_under_way_at_the_same_time(
    ada, bo, cy, comes, mailbox, settings
):
    """A slow server does not delay the mails to others."""
    settings.EMAIL_TIMEOUT = 5
    confirms(bo)
    confirms(cy)
    begin(ada, bo, cy, turn_seconds=DAY)
    mailbox.waits_for(3)
    names = sorted(mail["To"] for mail in comes(SETTLED))
    assert names == ["ada@example.org", "bo@example.org", "cy@example.org"]
    assert comes(HOUR) == []


def test_a_server_that_is_busy_is_asked_again_and_one_that_says_never_is_not(game, comes, mailbox):
    mailbox.answer = "451 Come back later"
    assert comes(SETTLED) == []
    mailbox.answer = "550 Nobody of that name"
    assert comes(60) == []
    mailbox.answer = ""
    assert comes(HOUR) == []


def test_a_mail_that_is_sent_again_after_a_worker_was_killed_has_the_same_id(
    game, comes, mailbox, clock, monkeypatch
):
    class Killed(BaseException):
        pass

    def die(_out, notices, _values):
        if notices:  # the mails have been sent
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(sending, "_note", die)
        clock.go(SETTLED)
        with pytest.raises(Killed):
            sweep(BY_MAIL, clock)
    (first,) = mailbox.take()
    assert comes(60) == []
    (again,) = comes(SETTLED)
    assert again["Message-ID"] == first["Message-ID"]
    assert text_of(again) == text_of(first)
    assert comes(HOUR) == []


def test_an_address_that_is_not_confirmed_gets_no_mail(bo, game, comes):
    confirms(bo, verified=False)
    assert [mail["To"] for mail in comes(SETTLED)] == ["ada@example.org"]


def test_a_link_leads_on_for_its_member_only_and_no_address_of_a_game_is_in_a_mail(
    ada, bo, game, comes, client_of
):
    (mail,) = comes(SETTLED)
    assert game.public_id not in mail.as_string()
    link = link_in(mail)
    assert client_of(ada).get(link)["Location"] == game.get_absolute_url()
    assert client_of(bo).get(link)["Location"] == "/notices/"
    assert client_of().get(link)["Location"] == f"/account/login/?next={link}"
    Notice.objects.all().delete()
    assert client_of(ada).get(link)["Location"] == "/notices/"


def test_what_a_moderator_did_is_mailed_though_it_is_of_no_game(ada, mo, comes, client_of):
    suspend(
        user=ada,
        reason="Be\nkind.",
        until=timezone.now() + timedelta(days=30),
        by=mo,
        now=timezone.now(),
    )
    (mail,) = comes(SETTLED)
    assert mail["Subject"].strip().startswith("Your account: You are suspended until ")
    assert "kind.”" in text_of(mail)
    assert "()" not in text_of(mail)
    assert "kind.”" in client_of(ada).get(link_in(mail)).text


def test_news_of_the_account_come_in_one_mail_with_those_of_games(ada, mo, game, comes):
    warn(user=ada, reason="Be kind.", by=mo, now=timezone.now())
    (mail,) = comes(SETTLED)
    assert mail["Subject"] == "Miai: news of your account and your games"
    assert "Be kind." in text_of(mail, "html")


def test_nothing_that_is_sealed_is_in_a_mail(ada, bo, comes, mailbox, clock):
    mails = []
    for at in ((1, 1), (3, 2)):
        clock.traveller.move_to(datetime(2026, 11, 21, 20, tzinfo=UTC), tick=False)
        game = begin(ada, bo, turn_seconds=DAY)
        seal(game, bo, place(*at))
        (mail,) = comes(SETTLED)
        mails.append(text_of(mail).replace(link_in(mail), "LINK"))
        game.delete()
        sending.Sending.objects.all().delete()
    assert mails[0] == mails[1]


class TestOneClick:
    @pytest.fixture
    def stop(self, game, comes):
        (mail,) = comes(SETTLED)
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].strip(" <>") in text_of(mail)
        return urlsplit(mail["List-Unsubscribe"].strip(" <>")).path

    def test_a_post_without_login_or_token_ends_the_mails(self, ada, bo, stop, comes):
        client = Client(enforce_csrf_checks=True)
        answer = client.post(stop, {"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, client.cookies.keys() & {"sessionid"}) == (200, set())
        begin(ada, bo, turn_seconds=DAY)
        assert comes(DAY) == []

    def test_following_the_link_asks_first(self, ada, stop, client_of):
        page = client_of().get(stop)
        assert "Send no more of these emails" in page.text
        assert ada.username not in page.text
        assert not Preference.objects.exists()

    def test_many_members_of_one_mail_provider_can_do_so_at_once(self, stop, cy, settings):
        """The provider follows the links from a single address."""
        settings.LIMITS = {"commands.address": "1/minute", "stops.member": "2/minute"}
        others = f"/notices/stop/{token_of(cy, Channel.MAIL)}/"
        answers = [Client().post(link).status_code for link in (stop, others, stop, others, stop)]
        assert answers == [200, 200, 200, 200, 429]
        none = [Client().post("/notices/stop/1:2/").status_code for _ in range(2)]
        assert none == [404, 429]

    def test_another_token_does_nothing_and_says_so(self, ada, stop):
        other = SIGNER.sign_object([ada.pk, "carrier pigeon"])
        for link in (stop.replace(":", ":a", 1), f"/notices/stop/{other}/", "/notices/stop/1:2/"):
            answer = Client().post(link)
            assert (answer.status_code, "Copy the whole link" in answer.text) == (404, True)
        assert not Preference.objects.exists()


def test_quiet_hours_end_an_hour_later_in_the_night_in_which_clocks_are_put_back(
    ada, bo, mailbox, comes, clock
):
    Preferences.objects.create(user=ada, browser_zone="Europe/Berlin")
    Timing.objects.create(member=ada, quiet_from=time(22), quiet_until=time(7))
    clock.traveller.move_to(datetime(2026, 10, 24, 21, tzinfo=UTC), tick=False)  # 23:00
    begin(ada, bo, turn_seconds=2 * DAY)
    assert comes(SETTLED) == []
    morning = datetime(2026, 10, 25, 6, tzinfo=UTC)
    assert comes((morning - timedelta(seconds=1) - clock.now).total_seconds()) == []
    (mail,) = comes(1)
    assert "Choose by Monday, 26 October 2026, 22:00 (Europe/Berlin)." in text_of(mail)


def test_a_mail_is_in_the_members_language(ada, game, comes):
    Preferences.objects.create(user=ada, language="de", time_zone="Europe/Vienna")
    (mail,) = comes(SETTLED)
    assert mail["Subject"] == "Tuesday: Deine Partie hat begonnen."
    assert "Sonntag, 22. November 2026, 21:00 (Europe/Vienna)" in text_of(mail)
    assert '<html lang="de"' in text_of(mail, "html")


def test_without_a_mail_server_no_mail_is_noted(ada, bo):
    begin(ada, bo, turn_seconds=DAY)
    assert not Notice.objects.exclude(mail_due_at=None).exists()
