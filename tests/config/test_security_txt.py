"""/.well-known/security.txt: whom to tell about a security problem."""

from datetime import UTC, datetime

import pytest
import time_machine

ADDRESS = "/.well-known/security.txt"


def test_without_a_contact_there_is_none(client, db):
    assert client.get(ADDRESS).status_code == 404


@pytest.mark.parametrize(
    ("contact", "said"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("https://example.org/report", "https://example.org/report"),
    ],
)
def test_it_names_the_contact_and_until_when(client, db, settings, contact, said):
    settings.SECURITY_CONTACT = contact
    settings.SITE_URL = "https://miai.example.org"
    with time_machine.travel(datetime(2026, 11, 22, 9, 30, tzinfo=UTC), tick=False):
        answer = client.get(ADDRESS)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        f"Contact: {said}",
        "Expires: 2027-02-20T00:00:00Z",
        "Preferred-Languages: en",
        "Canonical: https://miai.example.org/.well-known/security.txt",
    ]
