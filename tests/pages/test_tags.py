"""Template tags of every page: a moment, an icon, a stone."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pages.templatetags.page import icon, moment, swatch

pytestmark = pytest.mark.any_database

MOMENT = datetime(2026, 3, 1, 9, 5, tzinfo=UTC)


def test_a_moment_says_its_time_in_utc_for_the_page_to_turn_into_the_viewers():
    shown = moment(MOMENT)
    assert 'datetime="2026-03-01T09:05:00Z" data-moment="both"' in shown
    assert ">1 March 2026, 09:05 UTC</time>" in shown


def test_a_moment_of_another_zone_is_the_same_moment():
    assert moment(MOMENT.astimezone(timezone(timedelta(hours=9)))) == moment(MOMENT)


def test_no_moment_says_nothing():
    assert moment(None) == ""


def test_an_icon_with_words_is_an_image_and_one_without_is_hidden():
    assert 'aria-label="a &lt;bot&gt;"' in icon("bot", "a <bot>")
    assert 'aria-hidden="true"' in icon("bot")


def test_a_swatch_has_colour_mark_and_letter_and_survives_an_old_key():
    assert 'class="swatch colour-moss mark-shell"' in swatch("moss", "shell", "B")
    assert ">&lt;<" in swatch("moss", "shell", "<")
    assert "colour-sea" in swatch('"><script>', "")
