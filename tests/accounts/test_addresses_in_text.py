"""Names and titles that contain something like an address."""

import pytest

from accounts.names import address_in

ADDRESSES = [
    "https://evil.example/login",
    "HTTP://EVIL.EXAMPLE",
    "ftp://evil.example",
    "evil.example",
    "log-in.miai.club",
    "Miai.app",
    "t.co",
    "x.com",
    "www.evil",
    "WWW2.evil",
    "ada@example.org",
    "ada@localhost",
    "mailto:ada",
    "192.0.2.7",
    "bücher.example",
    "пример.рф",
    "evil.xn--p1ai",
    "evil\uff0eexample",
    "evil\u3002example",
    "evil\u2024example",
]
PLAIN = [
    "Tuesday evening",
    "Ada: Territory",
    "Round 2.5, 19.30",
    "First game. Then tea.",
    "J.Smith and A.B.Miller",
    "Well... let us see",
    "19x19, komi 6.5!",
    "Ends at 3.Then dinner"[:9],
    "@Ada, come",
    "Go / Territory",
    "1.000 stones",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("around", ["{}", "Miai security: log in at {} now", "({}).", "see:{}"])
def test_an_address_is_found(address, around):
    assert address_in(around.format(address))


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_none_is_let_be(text):
    assert address_in(text) == ""
