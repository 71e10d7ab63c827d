"""Template tags of every page: a moment, an icon, a stone."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.utils.translation import override

from pages.templatetags import page
from pages.templatetags.page import day, icon, moment, swatch

MOMENT = datetime(2026, 3, 1, 9, 5, tzinfo=UTC)


def test_a_moment_says_its_time_in_utc_for_the_page_to_turn_into_the_viewers():
    shown = moment(MOMENT)
    assert 'datetime="2026-03-01T09:05:00Z" data-moment="both"' in shown
    assert ">1 March 2026, 09:05 UTC</time>" in shown


def test_a_moment_of_another_zone_is_the_same_moment():
    assert moment(MOMENT.astimezone(timezone(timedelta(hours=9)))) == moment(MOMENT)


def test_a_day_is_written_as_the_language_does_and_in_no_time_zone():
    assert day(date(2026, 3, 1)) == '<time datetime="2026-03-01">1 March 2026</time>'
    with override("de"):
        assert day(date(2026, 3, 1)) == '<time datetime="2026-03-01">1. März 2026</time>'


def test_no_moment_says_nothing():
    assert moment(None) == ""


def test_an_icon_with_words_is_an_image_and_one_without_is_hidden():
    assert 'aria-label="a &lt;bot&gt;"' in icon("bot", "a <bot>")
    assert 'aria-hidden="true"' in icon("bot")


def test_a_swatch_has_colour_mark_and_letter_and_survives_an_old_key():
    assert 'class="swatch colour-moss mark-shell"' in swatch("moss", "shell", "B")
    assert ">&lt;<" in swatch("moss", "shell", "<")
    assert "colour-sea" in swatch('"><script>', "")


@pytest.mark.parametrize(
    "written",
    [
        'import { a } from "./b.js";\nimport "../c.js";\nexport * from "./d/e.js";\n',
        'import {\n  a,\n} from "./b.js";\nimport c from "../c.js";\nexport { e } from "./d/e.js";',
        'import{a as b}from"./b.js";import"../c.js";const d="./x.js";export{e as f}from"./d/e.js";',
    ],
)
def test_a_page_preloads_what_its_module_imports_however_that_is_written(
    written, tmp_path, monkeypatch
):
    for name in ("a.js", "b.js", "d/e.js", "../c.js", "x.js"):
        (tmp_path / "js" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "js" / name).write_text(written if name == "a.js" else "export const a = 1;")
    monkeypatch.setattr(page.finders, "find", lambda path: str(tmp_path / path))
    assert page.imported.__wrapped__("js/a.js") == ("js/a.js", "js/b.js", "c.js", "js/d/e.js")
