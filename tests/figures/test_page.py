"""The page with the figures: who sees it, and what is on it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from figures.models import Waiting, WeekOfGames
from figures.plots import WIDTH, Datum, draw
from tests.games.statements import statements_sent

pytestmark = pytest.mark.django_db

PAGE = "/admin/figures/"
WEEK = timedelta(days=7)
PRESENT = date(2026, 11, 16)


@pytest.fixture
def counted(clock):
    """Figures of three weeks, the present one among them."""
    for ago, members in ((2, 12), (1, 9), (0, 6)):
        for group in (("", ""), ("territory", "live"), ("parallel-go", "daily")):
            WeekOfGames.objects.create(
                week=PRESENT - ago * WEEK,
                variant=group[0],
                pace=group[1],
                against_bots=False,
                begun=10,
                finished=6,
                given_up=1,
                cancelled=1,
                chosen=95,
                missed=5,
                members=members,
                came_back=6 if ago == 2 else None,
                counted_at=clock.now,
            )
        Waiting.objects.create(
            week=PRESENT - ago * WEEK, variant="territory", way="now", within=45, count=10
        )


@pytest.fixture
def page(mo, client_of):
    """Returns a function that gives the page's text as a moderator sees it."""
    client = client_of(mo)

    def get(**asked):
        answer = client.get(PAGE, asked)
        assert answer.status_code == 200
        return answer.content.decode()

    return get


def test_the_page_is_for_moderators(ada, mo, client_of):
    assert client_of(mo).get(PAGE).status_code == 200
    assert client_of(ada).get(PAGE).status_code == 302
    assert client_of().get(PAGE).status_code == 302


def test_the_first_page_of_the_admin_leads_to_it(mo, client_of):
    assert f'href="{PAGE}"' in client_of(mo).get("/admin/").content.decode()


def test_the_figures_are_in_tables(page, counted):
    text = page()
    assert "5 (5\N{NO-BREAK SPACE}%)" in text
    assert "45 seconds" in text
    assert "Territory (live)" in text
    assert "Parallel Go (correspondence)" in text


def test_one_game_can_be_shown_by_week(page, counted):
    assert "By week: Territory (live)" in page(of="territory:live")


@pytest.mark.parametrize("asked", [{"of": "chess:live"}, {"weeks": "100000"}, {"weeks": "x"}])
def test_what_does_not_exist_is_shown_as_usual(page, counted, asked):
    assert "By week: All games" in page(**asked)


def test_a_club_without_figures_is_told_so(page):
    assert "Nothing has been counted yet" in page()


def test_nothing_is_styled_inline(page, counted):
    text = page().split('id="content-main"')[1]
    assert "style=" not in text
    assert "<style" not in text
    assert "<script" not in text.split("</main>")[0]


def test_every_plot_has_a_name_and_every_bar_its_value(page, counted):
    text = page()
    assert text.count('<figure class="plot"') == text.count("<figcaption") == 6
    assert text.count('class="plot-label"') == text.count('class="plot-value"') == 3 * 4 + 2 * 2


def test_figures_of_few_members_are_withheld_in_plots_and_tables(page, clock):
    WeekOfGames.objects.create(
        week=PRESENT,
        variant="",
        pace="",
        against_bots=False,
        begun=31,
        members=4,
        counted_at=clock.now,
    )
    text = page()
    assert "31" not in text.split('id="by-week"')[1].split('id="meaning"')[0]
    assert "withheld" in text


def test_the_page_takes_as_many_statements_in_a_large_club(mo, client_of, counted):
    client = client_of(mo)
    client.get(PAGE)
    with statements_sent() as few:
        client.get(PAGE)
    for ago in range(3, 12):
        for variant in ("territory", "parallel-go", "automatafl"):
            Waiting.objects.create(
                week=PRESENT - ago * WEEK, variant=variant, way="now", within=45, count=10
            )
    with statements_sent() as many:
        client.get(PAGE)
    assert len(few) == len(many) <= 12


def test_bars_fit_into_their_plot_and_follow_each_other():
    data = [Datum("1 Nov", [("finished", 30), ("going-on", 10)], "40"), Datum("8 Nov", (), "–")]
    first, second = draw("Games", data).bars
    one, other = first.parts
    assert one.width == pytest.approx(3 * other.width)
    assert other.x == pytest.approx(one.x + one.width)
    assert other.x + other.width < first.value_x < WIDTH
    assert not second.parts
    assert second.y > first.y


def test_a_plot_without_any_games_can_be_drawn():
    assert draw("Games", [Datum("1 Nov", (), "0")]).bars[0].parts == []
