"""The Content-Security-Policy of every response: our own files only, and nothing inline."""

import pytest

pytestmark = pytest.mark.django_db


def directives(response) -> set[str]:
    return set(response.headers["Content-Security-Policy"].split("; "))


def test_a_page_may_load_our_own_files_and_open_sockets_to_its_own_host(client):
    assert directives(client.get("/account/login/", headers={"host": "localhost:8123"})) == {
        "default-src 'self'",
        "connect-src 'self' ws://localhost:8123 wss://localhost:8123",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    }


def test_one_host_is_not_named_to_the_next(client):
    client.get("/account/login/", headers={"host": "localhost:8123"})
    second = directives(client.get("/account/login/", headers={"host": "localhost:8124"}))
    assert "connect-src 'self' ws://localhost:8124 wss://localhost:8124" in second


def test_a_host_that_is_not_ours_is_not_named(client):
    response = client.get("/account/login/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "connect-src 'self'" in directives(response)


def test_a_page_that_is_not_there_has_the_policy_too(client):
    assert "default-src 'self'" in directives(client.get("/nowhere/"))


def test_djangos_own_pages_for_debugging_have_none(client, settings):
    settings.DEBUG = True
    assert "Content-Security-Policy" not in client.get("/nowhere/").headers
