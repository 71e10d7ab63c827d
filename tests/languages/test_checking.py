"""What is found wrong in a catalogue."""

import pytest
from babel.messages.catalog import Catalog

from languages.checking import calls_in_module, faults, faults_between, put_together, unmarked


def faults_of(text, translation, flags=()):
    texts, known = Catalog(), Catalog(locale="de")
    texts.add(text)
    known.add(text, translation, flags=flags)
    return [fault.partition(":")[0] for fault in faults_between(texts, known)]


def test_every_text_of_the_site_has_its_translation():
    assert list(faults()) == []


def test_a_translation_that_is_right_is_no_fault():
    assert faults_of("Seat %(number)s", "Platz %(number)s") == []
    one_and_more = ("a stone", "%(count)s stones")
    assert faults_of(one_and_more, ("ein Stein", "%(count)s Steine")) == []


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Seat %(number)s", "Platz %(nummer)s"),
        ('<a href="%(url)s">Log in</a>', '<a href="%(url)s">Anmelden'),
        (("a stone", "%(count)s stones"), ("ein Stein", "Steine")),
        ("100%%", "hundert"),
    ],
)
def test_other_placeholders_or_tags_are_a_fault(text, translation):
    assert len(faults_of(text, translation)) == 1


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<h1>Your invitations</h1>", ["Your invitations"]),
        ('<input aria-label="Link" value="{{ link }}">', ["Link"]),
        ('{{ note|default:"An invitation" }}', ["An invitation"]),
        ("{% if a %}<b>{{ n }}</b> left{% endif %}", ["left"]),
        ('<h1 class="wide">{% translate "Game" %}</h1>{% block body_class %}is-wide', ["is-wide"]),
        ("{% blocktranslate %}A <b>text</b>{% endblocktranslate %} · {{ name }}&nbsp;Miai", []),
    ],
)
def test_a_text_of_a_template_that_is_not_marked_is_a_fault(template, found):
    assert list(unmarked(template)) == found


def test_an_empty_or_fuzzy_translation_is_a_fault():
    assert faults_of("Seat", "") == ["not translated"]
    assert faults_of(("a", "b"), ("x", "")) == ["not translated"]
    assert faults_of("Seat", "Platz", flags=["fuzzy"]) == ["marked as fuzzy, look at it again"]


def test_texts_that_were_not_collected_or_are_gone_are_faults():
    texts, known = Catalog(), Catalog(locale="de")
    texts.add("new")
    known.add("old", "alt")
    assert [fault.partition(",")[0] for fault in faults_between(texts, known)] == [
        "not collected",
        "nowhere in the code",
    ]


def test_a_text_that_is_put_together_is_found():
    python = """
raise Refused("full", f"All {count} seats are taken.")
gettext("All " + str(count))
gettext_lazy("%(count)s" % count)
Refused("full", "All seats " "are taken.")
gettext(game.name)
gettext("%(count)s turns") % {"count": count}
f"{gettext('Seat')} {number}"
"""
    assert list(put_together(python)) == [2, 3, 4, 8]


def test_calls_in_a_browser_module_are_counted_where_they_are_calls():
    module = """
import { gettext } from "./language.js";
// gettext("no call")
export function gettext(text) {}
gettext("%(why)s", { why: gettext(`a`) });
`${ngettext("a", "b", 2)} and ${gettext(name)}`;
"""
    assert calls_in_module(module) == 4
