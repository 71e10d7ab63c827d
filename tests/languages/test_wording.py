"""What docs/wording.md asks of texts is held where it can be."""

from functools import cache

import pytest

from languages import DOMAINS
from languages.collecting import texts_of
from languages.wording import doubled, unwanted_in


@cache
def every_text():
    messages = [message.id for domain in DOMAINS for message in texts_of(domain) if message.id]
    return [text for each in messages for text in ([each] if isinstance(each, str) else each)]


def test_every_text_of_the_site_keeps_to_the_wording():
    found = {text: list(unwanted_in(text)) for text in every_text()}
    assert {text: better for text, better in found.items() if better} == {}


def test_no_text_stands_twice_with_other_signs():
    assert list(doubled(every_text())) == []


@pytest.mark.parametrize(
    "text",
    [
        "a gray tile",
        "Toward white",
        "Sending …",
        "The member's name.",
        "Everyone left",
        "All notices",
        "3 running games",
        "I am for it",
        "Second factor",
        "Your password is changed.",
        "The invitation is taken back. Nobody can join with it any more.",
        "Please type the code.",
        "unless the table says otherwise",
    ],
)
def test_what_is_not_said_is_found(text):
    assert list(unwanted_in(text)) != []


@pytest.mark.parametrize(
    "text", ["a grey tile", "Sending…", "Password changed.", "All seats are taken", "Notifications"]
)
def test_what_is_said_well_is_not(text):
    assert list(unwanted_in(text)) == []


def test_texts_that_differ_in_signs_alone_are_found_together():
    assert list(doubled(["Its name", "One…", "One …", "Two"])) == [["One …", "One…"]]
