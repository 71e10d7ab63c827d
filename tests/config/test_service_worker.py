"""/service-worker.js: served at the root for every page, and never an outdated one."""

import re

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def test_it_serves_the_whole_site_and_browsers_ask_for_it_each_time(client):
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies


def test_the_pictures_that_it_shows_are_there(client, settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    script = client.get("/service-worker.js").text
    pictures = re.findall(r'^const (?:ICON|BADGE) = "/static/(.+)";$', script, re.MULTILINE)
    assert len(pictures) == 2
    assert all(finders.find(picture) for picture in pictures)


def test_it_is_read_and_nothing_else(client):
    assert client.post("/service-worker.js").status_code == 405
