"""The language in which the site addresses somebody."""

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.test import Client
from django.utils import translation

from accounts.language import language_for
from accounts.models import Preferences
from tests.accounts.conftest import NOBODY, PASSWORD

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}
OF_MEMBERS = [
    ("/account/", "Dein Konto"),
    ("/account/preferences/", "Wie du Bretter und Seiten magst, und was andere von dir sehen."),
    ("/account/days-off/", "Freie Tage eintragen"),
    ("/account/sessions/", "Wo du angemeldet bist"),
    ("/account/delete/", "Dein Konto löschen?"),
    ("/account/email/", "Du hast keine Adresse angegeben."),
    ("/account/password/change/", "Jetziges Passwort"),
    ("/account/second-factor/", "Zwei-Faktor-Anmeldung"),
]
OF_VISITORS = [
    ("/account/login/", "Mit Passkey anmelden"),
    ("/account/join/", "So funktioniert der Club"),
    ("/account/password/reset/", "Passwort vergessen?"),
    ("/nowhere/", "Hier ist nichts"),
]


def prefers(member, language):
    Preferences.objects.update_or_create(user=member, defaults={"language": language})


@pytest.fixture
def here(client, member):
    client.force_login(member)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.mark.parametrize(("address", "words"), OF_VISITORS)
def test_a_visitor_is_spoken_to_in_the_language_of_the_browser(db, address, words):
    answer = Client(**GERMAN).get(address)
    page = answer.content.decode()
    assert words in page
    assert '<html lang="de"' in page
    assert answer.headers["Content-Language"] == "de"
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(("address", "words"), OF_MEMBERS)
def test_a_member_is_spoken_to_in_the_language_that_they_prefer(here, member, address, words):
    assert words not in here.get(address).content.decode()
    prefers(member, "de")
    answer = here.get(address)
    assert words in answer.content.decode()
    assert answer.headers["Content-Language"] == "de"


def test_what_a_member_prefers_counts_more_than_what_the_browser_asks_for(here, member):
    prefers(member, "en-gb")
    page = here.get("/account/", **GERMAN).content.decode()
    assert "Your account" in page
    assert '<html lang="en-GB"' in page


@pytest.mark.parametrize("asked", ["", "fr", "xx,*;q=0.1", "en-US"])
def test_who_asks_for_no_language_of_the_clubs_gets_the_first(db, asked):
    page = Client(HTTP_ACCEPT_LANGUAGE=asked).get("/account/login/").content.decode()
    assert '<html lang="en-GB"' in page
    assert "languages/" not in page


def test_a_club_in_german_speaks_german_to_everybody_else(db, settings):
    settings.LANGUAGES, settings.LANGUAGE_CODE = [("de", "Deutsch")], "de"
    page = Client(HTTP_ACCEPT_LANGUAGE="en").get("/account/login/").content.decode()
    assert '<html lang="de"' in page


def test_a_cookie_remembers_what_a_visitor_has_chosen(client, db, settings):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Mit Passkey anmelden" in client.get("/account/login/").content.decode()


def test_a_language_is_chosen_among_the_preferences(here, member):
    page = here.get("/account/preferences/").content.decode()
    assert re.search(r'<select[^>]*name="language".*?<option value="de">Deutsch', page, re.DOTALL)


def test_a_language_that_the_club_no_longer_has_is_passed_over(here, member, settings):
    prefers(member, "de")
    settings.LANGUAGES = [("en-gb", "English")]
    assert '<html lang="en-GB"' in here.get("/account/").content.decode()


def test_modules_get_their_texts_before_they_run(db):
    page = Client(**GERMAN).get("/account/login/").content.decode()
    texts, module = page.index("languages/de.js"), page.index("js/pages/every-page.js")
    assert texts < module
    assert re.search(r'<script defer src="[^"]*languages/de.js"></script>', page)


def test_a_language_ends_with_its_request(db):
    Client(**GERMAN).get("/account/login/")
    assert translation.get_language() == "en-gb"


def test_errors_and_dates_are_in_the_language_of_the_page(client, db):
    page = client.post("/account/join/", {"code": "wrong"}, **GERMAN).content.decode()
    assert "Dieser Code gilt nicht." in page


def test_a_number_decides_the_form_of_a_text(here, member):
    prefers(member, "de")
    assert "Nur in diesem Browser" in here.get("/account/").content.decode()
    Client().force_login(member)
    assert "In 2 Browsern" in here.get("/account/").content.decode()


def test_a_member_without_a_session_costs_no_question(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        Client(**GERMAN).get("/account/password/reset/")


class TestMail:
    @pytest.fixture(autouse=True)
    def _address(self, member):
        address = "anna@example.org"
        EmailAddress.objects.create(user=member, email=address, primary=True, verified=True)

    def change(self, client, **headers):
        new = "granite-lantern-8"
        data = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        return client.post("/account/password/change/", data, **headers)

    def test_it_is_in_the_language_that_its_member_prefers(self, here, member, mailoutbox):
        prefers(member, "de")
        self.change(here)
        (mail,) = mailoutbox
        assert mail.subject == "Miai: dein Passwort wurde geändert"
        assert "Hallo Anna," in mail.body
        assert "Das war am 21. November 2026, 12:00 (UTC)." in mail.body
        assert '<html lang="de">' in mail.alternatives[0].content

    def test_without_a_preference_it_is_in_that_of_their_browser(self, here, mailoutbox):
        self.change(here, **GERMAN)
        assert mailoutbox[0].subject == "Miai: dein Passwort wurde geändert"

    def test_a_visitor_who_asks_for_one_is_taken_for_its_reader(self, client, mailoutbox):
        client.post("/account/password/reset/", {"email": "anna@example.org"}, **GERMAN)
        assert mailoutbox[0].subject == "Miai: ein neues Passwort"

    def test_what_somebody_else_does_is_told_in_the_members_own_language(
        self, member, superuser, rf
    ):
        request = rf.get("/")
        request.user = superuser
        with translation.override("de"):
            assert language_for(member, request) == "en-gb"
            prefers(member, "de")
            member.refresh_from_db()
            assert language_for(member, request) == "de"
            request.user = NOBODY
            prefers(member, "")
            member.refresh_from_db()
            assert language_for(member, request) == "de"
        assert language_for(member, None) == "en-gb"


@pytest.fixture
def visitor(db):
    return Client(enforce_csrf_checks=True)


def switch(client, page, language, **more):
    """Presses the footer's button for a language."""
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    back = re.search(r'class="languages".*?name="next" value="([^"]+)"', page, re.DOTALL)[1]
    said = {"csrfmiddlewaretoken": token, "next": unescape(back), "language": language, **more}
    return client.post("/account/language/", said)


def test_a_visitor_changes_the_language_in_the_footer_and_is_back_on_the_same_page(visitor):
    address = "/games/?game=territory&player=Ada"
    page = visitor.get(address).content.decode()
    assert re.search(r'aria-current="true" lang="en-GB">English</span>', page)
    answer = switch(visitor, page, "de")
    assert (answer.status_code, answer.headers["Location"]) == (302, address)
    assert answer.cookies[django_settings.LANGUAGE_COOKIE_NAME]["httponly"]
    german = visitor.get(address).content.decode()
    assert '<html lang="de"' in german
    assert switch(visitor, german, "en-gb").status_code == 302
    assert '<html lang="en-GB"' in visitor.get(address).content.decode()


def test_the_switch_changes_what_a_member_prefers(client, member):
    client.force_login(member)
    prefers(member, "en-gb")
    switch(client, client.get("/rules/").content.decode(), "de")
    assert Preferences.objects.get().language == "de"
    assert '<html lang="de"' in client.get("/rules/").content.decode()


def test_a_member_without_preferences_gets_them_by_the_switch(client, member):
    client.force_login(member)
    switch(client, client.get("/rules/").content.decode(), "de")
    assert Preferences.objects.get(user=member).language == "de"


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:1"])
def test_the_switch_leads_to_no_other_site(visitor, elsewhere):
    page = visitor.get("/rules/").content.decode()
    assert switch(visitor, page, "de", next=elsewhere).headers["Location"] == "/"


@pytest.mark.parametrize("language", ["fr", "", "x" * 5000, "de\x00"])
def test_a_language_that_is_not_the_clubs_changes_nothing(client, member, language):
    client.force_login(member)
    answer = switch(client, client.get("/rules/").content.decode(), language)
    assert answer.status_code == 302
    assert not Preferences.objects.exists()
    assert django_settings.LANGUAGE_COOKIE_NAME not in client.cookies


def test_the_language_is_not_switched_by_another_site_nor_by_a_link(visitor):
    assert visitor.post("/account/language/", {"language": "de"}).status_code == 403
    assert visitor.get("/account/language/").status_code == 405


def test_a_club_with_one_language_has_no_switch(client, db, settings):
    settings.LANGUAGES = [("en-gb", "English")]
    assert "/account/language/" not in client.get("/rules/").content.decode()
