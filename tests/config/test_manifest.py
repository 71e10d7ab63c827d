"""/manifest.webmanifest: the site can be installed on a phone from every page."""

import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from config.root_files import ICONS, PANEL, PAPER

pytestmark = pytest.mark.django_db
LINK = '<link rel="manifest" href="/manifest.webmanifest">'
OPAQUE = 2
"""The PNG colour type with colours but no transparency."""


def picture(file: str) -> tuple[int, int, int]:
    """The width, height and colour type of a PNG, from its header."""
    found = finders.find(file)
    assert isinstance(found, str)
    data = Path(found).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    return width, height, kind


def test_visitors_are_told_how_to_install_the_site(client):
    answer = client.get("/manifest.webmanifest")
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (told["name"], told["start_url"], told["display"]) == ("Miai", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


@pytest.mark.parametrize(("file", "side", "purpose"), ICONS)
def test_icons_are_as_large_as_is_said_and_those_that_are_cut_have_no_holes(file, side, purpose):
    width, height, kind = picture(file)
    assert (width, height) == (side, side)
    assert purpose != "maskable" or kind == OPAQUE


def test_the_icon_for_ios_has_no_holes_which_would_be_black():
    assert picture("icons/apple-touch-icon.png") == (180, 180, OPAQUE)


def test_its_colours_are_those_of_the_light_theme():
    tokens = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    light = dict(re.findall(r"--(panel|paper): light-dark\((#\w+),", tokens))
    assert light == {"panel": PANEL, "paper": PAPER}


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", "testserver", 200),
        ("/account/login/", "testserver", 200),
        ("/admin/login/", "testserver", 200),
        ("/nowhere/", "testserver", 404),
        ("/", "evil.example", 400),
    ],
)
def test_every_page_links_it(client, path, host, status):
    answer = client.get(path, headers={"host": host}, follow=True)
    assert answer.status_code == status
    assert LINK in answer.content.decode()
