"""No cache stores a page that shows its reader's name."""

import pytest

from accounts.models import User
from tests.config.test_every_address import PAGES, listed_addresses, people, places
from tests.games.conftest import *  # noqa: F403

__all__ = ["people", "places"]

NAME = "Zebedee"


@pytest.fixture
def addresses_with_names(places):
    """All addresses of the tables, with real games, tables and so on."""
    there = {page.format(**places) for page in PAGES}
    return sorted({*listed_addresses(), *there} - {"/admin/logout/", "/account/logout/"})


def is_kept_by_nobody(answer) -> bool:
    said = {part.strip() for part in answer.headers.get("Cache-Control", "").split(",")}
    return {"private", "no-store"} <= said


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["member", "superuser"])
def test_every_page_with_the_members_name_is_private(client, addresses_with_names, who):
    reader = User.objects.create_user(NAME, is_superuser=who != "member", is_staff=who != "member")
    client.force_login(reader)
    shown, kept = [], []
    for address in addresses_with_names:
        answer = client.get(address)
        if answer.streaming:
            answer.getvalue()  # a file stays open until it is read
        elif NAME in answer.content.decode(errors="replace"):
            shown.append(address)
            if not is_kept_by_nobody(answer):
                kept.append(address)
    assert {"/games/", "/ratings/", "/rules/", "/games/upload/", "/", "/tables/"} <= set(shown)
    assert kept == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere/", "/games/nothing/", "/admin/nowhere/"])
def test_the_page_of_an_error_is_private_too(client, address):
    client.force_login(User.objects.create_user(NAME))
    answer = client.get(address)
    assert answer.status_code in (302, 404)
    assert answer.status_code == 302 or is_kept_by_nobody(answer)
