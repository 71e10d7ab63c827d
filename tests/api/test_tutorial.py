"""The page that shows how to write a bot."""

from __future__ import annotations

import re
from inspect import signature
from pathlib import Path

from django.conf import settings

from api.games import choices
from api.markup import anchor_of, document_as_html
from api.tutorial import SOME_SITE, tutorial_source
from tests.api.test_description import anchors_in, links_in
from transport.limits import CHOICES, COMMANDS, PAGES, SEALING, SNAPSHOTS, STEPS, Limit


def test_the_page_is_the_first_part_of_the_document(client, db):
    page = client.get("/api/bots/").content.decode()
    headings = re.findall(r"^### (.+)$", tutorial_source(), re.MULTILINE)
    assert "4. Say what it takes" in headings
    assert {anchor_of(each) for each in headings} <= anchors_in(page)
    assert "The site’s bots" not in page


def test_each_link_of_the_page_leads_somewhere(client, db):
    page = client.get("/api/bots/").content.decode()
    pages = {"": page}
    for link in links_in(page):
        address, _, anchor = link.partition("#")
        if address not in pages:
            answer = client.get(address)
            assert answer.status_code == 200, link
            pages[address] = b"".join(answer).decode()
        assert not anchor or anchor in anchors_in(pages[address]), link


def test_the_anchors_into_the_api_are_also_headings_of_its_document():
    document = Path(settings.BASE_DIR, "docs/api.md").read_text()
    headings = re.findall(r"^#+ (.+)$", document, re.MULTILINE)
    wanted = set(re.findall(r"\(api\.md#([\w-]+)\)", tutorial_source()))
    assert wanted
    assert wanted <= {anchor_of(each) for each in headings}


def test_the_page_names_the_address_of_this_site(client, db):
    page = client.get("/api/bots/").content.decode()
    assert SOME_SITE in tutorial_source()
    assert SOME_SITE not in page
    assert "MIAI_SITE=http://testserver" in page


def test_the_page_says_that_it_is_in_english_to_those_who_read_another_language(client, db):
    german = client.get("/api/bots/", headers={"Accept-Language": "de"}).content.decode()
    assert "Der Rest dieser Seite ist auf Englisch." in german
    english = client.get("/api/bots/", headers={"Accept-Language": "en"}).content.decode()
    assert "in English" not in english


def test_the_example_is_the_one_of_the_documents(client, db):
    answer = client.get("/api/bots/bot.py")
    example = Path(settings.BASE_DIR, "docs/examples/bot.py").read_bytes()
    assert b"".join(answer) == example
    assert 'attachment; filename="bot.py"' in answer["Content-Disposition"]


def test_the_numbers_of_the_document_are_those_of_the_limits():
    text = " ".join(tutorial_source().split())

    def in_ten_seconds(limit: Limit) -> int:
        (rate,) = limit.rates("member")
        assert rate.get_expiry() == 10
        return rate.amount

    asked, chosen = in_ten_seconds(CHOICES), in_ten_seconds(SEALING)
    assert f"may ask {asked} times in ten seconds, over all its games, and choose {chosen}" in text
    assert f"without making them, up to {in_ten_seconds(COMMANDS)} times in ten seconds" in text
    assert (
        f"in ten seconds usually {chosen} choices, {in_ten_seconds(COMMANDS)} other commands, "
        f"{in_ten_seconds(SNAPSHOTS)} whole states of games, {in_ten_seconds(PAGES)} lists and "
        f"tables, and {in_ten_seconds(STEPS)} steps."
    ) in text
    assert f"more than {signature(choices).parameters['most'].default:,}, as on" in text


def test_links_to_files_that_the_site_does_not_have_become_text():
    text = document_as_html("[here](a.md#b), [there](c.md)", {"a.md": "/a/"})
    assert text == '<p><a href="/a/#b">here</a>, there</p>\n'


def test_code_and_tables_of_a_document_can_be_reached_by_keyboard():
    text = document_as_html("```sh\na < b\n```\n\n| a |\n| --- |\n| b |\n", {})
    assert text.count('tabindex="0"') == 2
    assert "a &lt; b" in text
