"""Cookies in production: for this host only, over HTTPS only, and not readable by scripts."""

import json
import os
import subprocess
import sys

import pytest
from django.test import Client

ASK = """
import json
import django
from django.conf import settings
from django.test import Client
django.setup()
client = Client(headers={"host": "miai.example.org"}, enforce_csrf_checks=True)
answer = client.get("/account/login/", secure=True)
from django.contrib.messages.storage import default_storage
from django.http import HttpRequest, HttpResponse
from accounts.password_attempts import remember_browser
class Member: pk = 1
remember_browser(HttpRequest(), answer, Member())
request = HttpRequest()
request.session = {}
storage = default_storage(request)
storage.add(20, "Hello")
storage.update(answer)
from django.core.files.uploadedfile import SimpleUploadedFile
from games.archive.uploads import queue, views
queue.admit = lambda *_: views.Upload(public_id="an-upload")  # without Redis
views.count = lambda *_: None
record = {"record": SimpleUploadedFile("a.json", b"{}")}
sent = Client(headers={"host": "miai.example.org"}).post("/games/upload/", record, secure=True)
answer.cookies.update(sent.cookies)
shown = {name: [each["secure"], each["path"], each["domain"], each["samesite"], each["httponly"]]
         for name, each in answer.cookies.items()}
print(json.dumps({"shown": shown, "names": [settings.SESSION_COOKIE_NAME],
    "session": [settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_PATH,
        settings.SESSION_COOKIE_DOMAIN or "", settings.SESSION_COOKIE_SAMESITE,
        settings.SESSION_COOKIE_HTTPONLY],
    "needed": settings.MODERATORS_NEED_SECOND_FACTOR}))
"""


@pytest.fixture(scope="module")
def production(tmp_path_factory):
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PRODUCTION": "1",
        "ALLOWED_HOSTS": "miai.example.org",
        "SITE_URL": "https://miai.example.org",
        "SECRET_KEY": "only-of-this-test-" * 4,
        "VAR_DIR": str(tmp_path_factory.mktemp("production")),
        "HASHED_STATIC_FILES": "0",
        "REDIS_URL": os.environ.get("REDIS_URL", ""),
    }
    said = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(said.stdout)


def test_every_cookie_is_of_this_host_alone(production):
    assert set(production["shown"]) == {
        "__Host-csrftoken",
        "__Host-messages",
        "__Host-known_browser",
        "__Host-uploads",
    }
    assert production["names"] == ["__Host-sessionid"]
    for cookie in (*production["shown"].values(), production["session"]):
        assert cookie == [True, "/", "", "Lax", True]


def test_moderators_need_a_second_factor_in_production(production, settings):
    assert production["needed"] is True
    assert settings.MODERATORS_NEED_SECOND_FACTOR is False


@pytest.mark.django_db
def test_a_message_is_shown_once_and_its_cookie_goes():
    client = Client()
    client.post("/account/login/", {"login": "x", "password": "y"})
    client.get("/account/logout/")
    client.cookies["messages"] = "made up"
    assert client.get("/account/login/").status_code == 200
