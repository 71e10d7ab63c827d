"""The measurement of pages, in miniature: a club is filled, and a row says what a visit cost."""

import http.client

import pytest

from bench.pages import __main__ as pages_bench
from bench.pages.__main__ import COUNTING, fill, prepare_empty, read
from bench.pages.visits import Aim, Cost, Visit, Visits, visits_of
from bench.site.checkouts import present
from bench.site.running_site import Subject, running
from tests.bench.ready import ready_servers

CLUB = {"running": 100, "finished": 120, "members": 60}


@pytest.fixture(scope="module")
def visited(django_db_setup):
    """A site with a small club, what there is to visit, and what each visit cost."""
    with ready_servers(COUNTING) as started:
        prepare_empty(started)
        with running(Subject("site", present()), started, "base_site") as site:
            filled = fill(CLUB, site.environment("prepare"))
            site.start_web()
            visits = Visits(site, requests=1, warm_up=0)
            yield site, {visit.name: visits.cost_of(visit) for visit in visits_of(filled)}


def test_every_page_of_the_club_can_be_visited(visited):
    _, costs = visited
    assert {"home, member", "tables, member", "archive, won, last page, visitor"} <= set(costs)


def test_a_visit_has_statements_a_size_and_takes_time(visited):
    _, costs = visited
    cost = costs["home, member"]
    assert cost.statements >= 1
    assert cost.kilobytes > 1
    assert cost.web_ms > 0
    assert cost.postgresql_ms > 0


def test_members_see_the_games_that_were_filled_in(visited):
    site, _ = visited
    connection = http.client.HTTPConnection("127.0.0.1", site.ports[0], timeout=60)
    connection.request("GET", "/games/")
    page = connection.getresponse().read().decode()
    connection.close()
    assert "Game 119" in page
    assert "won" in page


def test_a_row_says_which_aims_are_missed():
    visit = Visit("home", "member", "/", "", Aim(web_ms=20, statements=12, kilobytes=60))
    assert "| holds |" in Cost(19, 12, 59, 400).line(visit)
    assert "missed: ≤ 12 statements" in Cost(19, 13, 59, 400).line(visit)


def test_a_page_that_becomes_dearer_with_the_club_is_told(capsys):
    small, large = Cost(10, 5, 10, 2), Cost(11, 5, 10, 9)
    pages_bench.print_ratios([1, 10], {"home, member": small}, {"home, member": large})
    assert "| home, member | 1.10 × | 1.67 × | ≤ 1.3 ×: missed |" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--times", "0"], ["--requests", "0"]])
def test_a_number_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(SystemExit):
        read(wrong)
