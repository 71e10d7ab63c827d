"""What all pages share: frame, colours, errors."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, permission_denied, server_error

from accounts.forms.joining import JoinForm
from pages.palette import contrast

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))


class TestColours:
    """The colour tokens: every text colour is readable on its background, in light and
    dark mode."""

    pairs = {
        name: (light, dark)
        for name, light, dark in re.findall(
            r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)",
            (ROOT / "static/css/tokens.css").read_text().partition(':root[data-theme="light"]')[0],
        )
    }

    @pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
    @pytest.mark.parametrize(
        ("text", "ground", "least"),
        [
            *[
                (text, ground, 4.5)
                for text in ("ink", "muted", "accent", "accent-strong", "bad")
                for ground in ("paper", "panel", "raised")
            ],
            ("ink", "sunken", 4.5),
            ("muted", "sunken", 4.5),
            ("on-accent", "accent", 4.5),
            ("on-accent", "accent-strong", 4.5),
            ("on-bad", "bad", 4.5),
            ("accent-strong", "accent-soft", 4.5),
            ("ink", "accent-soft", 4.5),
            ("good", "good-soft", 4.5),
            ("warn", "warn-soft", 4.5),
            ("bad", "bad-soft", 4.5),
            ("ink", "warn-soft", 4.5),
            ("paper", "ink", 4.5),
            ("board-ink", "board", 4.5),
            ("board-line", "board", 3),
            ("line-strong", "panel", 3),
            ("line-strong", "paper", 3),
            ("accent", "paper", 3),
        ],
    )
    def test_it_can_be_read(self, text, ground, least, scheme):
        assert contrast(self.pairs[text][scheme], self.pairs[ground][scheme]) >= least


class TestBoards:
    """The looks of the boards, in light and dark mode: what lies on them, and the keyboard focus,
    stand out."""

    looks = ("wood", "paper", "slate")

    @staticmethod
    def colours(look):
        text = (ROOT / "static/css/tokens.css").read_text()
        _, *blocks = re.split(r":root(?:\[data-board=\"(\w+)\"\])? \{", text)
        by_look = dict(reversed(list(zip(blocks[::2], blocks[1::2]))))  # the first of two counts
        pattern = r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
        found = {}
        for name in (None, look):
            block = by_look.get(name, "").partition("\n  }")[0]
            found |= {key: (light, dark) for key, light, dark in re.findall(pattern, block)}
        return found

    @pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
    @pytest.mark.parametrize("look", looks)
    @pytest.mark.parametrize("drawn", ["stone-edge", "board-focus", "board-ink"])
    def test_it_stands_out_from_the_board(self, drawn, look, scheme):
        colours = self.colours(look)
        assert contrast(colours[drawn][scheme], colours["board"][scheme]) >= 3


class TestPages:
    def test_a_page_has_a_language_a_title_a_main_part_and_a_way_past_the_header(self, client, db):
        page = client.get("/account/login/").content.decode()
        assert '<html lang="en-GB"' in page
        assert "<title>Log in · Miai</title>" in page
        assert '<main id="main" tabindex="-1">' in page
        assert page.index('href="#main"') < page.index("<header")
        assert page.count("<h1") == 1

    def test_nothing_comes_from_elsewhere_and_nothing_runs_inline(self, client, db):
        policy = client.get("/account/login/").headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "ws://testserver" in policy

    def test_no_template_has_what_the_policy_forbids(self):
        forbidden = re.compile(
            r"\sstyle=|\son[a-z]+=|<style|javascript:"
            r"|<script(?![^>]*(\bsrc=|type=\"application/json\"))"
            r"|(src|href)=\"https?://"
        )
        # Mails have neither a policy nor a style sheet.
        mail = ROOT / "templates/notices/mail.html"
        assert [path for path in TEMPLATES if forbidden.search(path.read_text())] == [mail]

    def test_every_icon_of_a_template_is_there(self):
        sprite = (ROOT / "static/icons/icons.svg").read_text()
        named = {
            (name, path)
            for path in TEMPLATES
            for name in re.findall(r"{% icon ['\"]([a-z0-9-]+)['\"]", path.read_text())
        }
        assert named
        assert {each for each in named if f'<symbol id="{each[0]}"' not in sprite} == set()

    def test_the_font_is_small_and_has_its_licence_beside_it(self):
        fonts = ROOT / "static/fonts"
        assert (fonts / "ysabeau-office-latin.woff2").stat().st_size < 45_000
        assert "SIL Open Font License" in (fonts / "ysabeau-office-OFL.txt").read_text()


class TestForms:
    def test_a_field_names_its_help_and_its_error(self):
        page = JoinForm({"username": ""}).as_div()
        field = re.search(r"<input[^>]*name=\"username\"[^>]*>", page)
        assert field is not None
        assert 'aria-invalid="true"' in field[0]
        for part in re.search(r'aria-describedby="([^"]+)"', field[0])[1].split():
            assert f'id="{part}"' in page

    def test_what_is_not_needed_says_so(self):
        assert "Email address <span" in JoinForm().as_div()

    def test_what_was_typed_is_text_and_never_markup(self):
        assert "<b>" not in JoinForm({"username": "<b>"}).as_div()


def forbidden(request):
    raise PermissionDenied("secret words")


def broken(request):
    raise RuntimeError("secret words")


urlpatterns = [path("forbidden/", forbidden), path("broken/", broken)]


class TestErrors:
    @pytest.mark.parametrize(
        ("address", "status", "words"),
        [
            ("/nowhere/", 404, "Page not found"),
            ("/account/login/?next=%00", 400, "could not understand"),
            ("/forbidden/", 403, "You cannot see this page"),
            ("/broken/", 500, "Something went wrong on our side"),
        ],
    )
    def test_an_error_says_what_it_is_and_what_to_do(self, db, settings, address, status, words):
        if address in ("/forbidden/", "/broken/"):
            settings.ROOT_URLCONF = __name__
        answer = Client(raise_request_exception=False).get(address)
        page = answer.content.decode()
        assert answer.status_code == status
        assert words in page
        assert "Go to the club room" in page
        assert "secret words" not in page
        assert "Traceback" not in page

    def test_an_error_leads_visitors_to_the_rules_and_members_to_the_tables(self, member):
        client, tables = Client(), 'href="/tables/"'
        page = client.get("/nowhere/").text
        assert (tables in page, "Read the rules" in page) == (False, True)
        client.force_login(member)
        page = client.get("/nowhere/").text
        assert (tables in page, "Read the rules" in page) == (True, False)

    def test_a_form_from_another_site_is_answered_kindly(self, db):
        answer = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "Anna"})
        assert answer.status_code == 403
        assert "Please try again" in answer.content.decode()

    @pytest.mark.parametrize("view", [bad_request, permission_denied])
    def test_errors_can_be_shown_to_visitors(self, db, rf, view):
        request = rf.get("/")  # without middleware, as after one of them has failed
        assert isinstance(view(request, RuntimeError("x")), HttpResponse)
        assert server_error(request).status_code == 500
        assert csrf_failure(request).status_code == 403
