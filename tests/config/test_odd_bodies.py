"""An unreadable body gets a 400 at every address, and does not fill the log."""

import logging

import pytest
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.middleware.csrf import get_token
from django.test import Client
from django.urls import get_resolver
from django.views.csrf import csrf_failure

from accounts.models import User
from accounts.sessions import SessionStore
from tests.config.test_every_address import listed_addresses

FORM = "application/x-www-form-urlencoded"
CHARSETS = ["utf8", "utf-16", "latin-1", "bogus"]
UNREADABLE = {
    "too many fields": (b"a=1&" * 2000, FORM),
    "too large": (b"login=" + b"x" * 2_600_000, FORM),
    "no parts": (b"nonsense", "multipart/form-data; boundary=x"),
    "no boundary": (b"nonsense", "multipart/form-data"),
}


@pytest.fixture
def browser(rf):
    """A browser that has visited before and has the CSRF cookie."""
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies[settings.CSRF_COOKIE_NAME] = get_token(rf.get("/"))
    return browser


@pytest.fixture
def lines(monkeypatch):
    """The messages that would be logged."""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())
    for name in ("", "django"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [handler])
    return said


@pytest.mark.django_db
@pytest.mark.parametrize("charset", CHARSETS)
def test_a_form_in_another_charset_is_refused_at_every_address(browser, lines, charset):
    kind = f"{FORM}; charset={charset}"
    found = {
        address: browser.generic("POST", address, b"login=Ann", kind).status_code
        for address in sorted(listed_addresses())
    }
    assert set(found.values()) == {400}, {page for page in found if found[page] != 400}
    assert lines == []


@pytest.mark.django_db
@pytest.mark.parametrize("what", UNREADABLE)
def test_a_form_that_cannot_be_read_is_no_fault_of_ours(browser, lines, what):
    body, kind = UNREADABLE[what]
    for address in ("/account/login/", "/tables/open/", "/nowhere/", "/admin/login/"):
        answer = browser.generic("POST", address, body, kind)
        assert answer.status_code in (400, 403, 404, 413), address
    assert lines == []


class Unread:
    """A request body that must not be read."""

    def read(self, *_size):
        raise AssertionError("the body was read")


@pytest.mark.django_db
@pytest.mark.parametrize("status", [400, 403, 404, 500, "host", "csrf"])
def test_the_page_of_an_error_does_not_read_the_body(rf, status):
    request = rf.post("/nowhere/", b"login=Ann", FORM)
    request.COOKIES[settings.CSRF_COOKIE_NAME] = get_token(request)
    request.user, request.session = User.objects.create_user("Ann"), SessionStore()
    request._stream = Unread()
    request._read_started = False
    resolver = get_resolver()
    if status == "csrf":
        answer = csrf_failure(request)
    elif status == "host":
        answer = resolver.resolve_error_handler(400)(request, exception=DisallowedHost())
    elif status == 500:
        answer = resolver.resolve_error_handler(500)(request)
    else:
        answer = resolver.resolve_error_handler(status)(request, exception=Exception())
    assert answer.status_code == {"csrf": 403, "host": 400}.get(status, status)
    assert "<h1>" in answer.content.decode()
