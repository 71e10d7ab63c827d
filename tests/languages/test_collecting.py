"""Where texts for translation are found."""

from languages.collecting import as_python, extracted, flat, of_rules


def texts(found):
    return [text for _, text, _, _ in found]


def test_a_template_says_which_texts_it_has():
    template = """{% load i18n %}
    {% block title %}{% translate "Preferences" %}{% endblock %}
      <p>{% blocktranslate count n=games trimmed %}One game of {{ name }}.
        {% plural %}{{ n }} games of {{ name }}.{% endblocktranslate %}</p>"""
    found = texts(extracted("python", as_python(template).encode()))
    assert found == [
        "Preferences",
        ("One game of %(name)s.", "%(n)s games of %(name)s."),
    ]


def test_a_browser_module_says_which_texts_it_has():
    module = b"""say(gettext("%(name)s passed", { name: nameOf(seat) }));
      const words = ngettext("%(count)s stone", "%(count)s stones", stones.length, { who });
      pgettext("a button", "Open") + `${gettext("Your turn")}`;"""
    found = [(text, context) for _, text, _, context in extracted("javascript", module)]
    assert found == [
        ("%(name)s passed", None),
        (("%(count)s stone", "%(count)s stones"), None),
        ("Open", "a button"),
        ("Your turn", None),
    ]


def test_a_refusal_is_a_text():
    python = b"""raise Refused("full", "All seats " "are taken.", at=at)"""
    assert texts(extracted("python", python)) == ["All seats are taken."]


def test_sentences_of_rules_pages_are_texts():
    data = {"walk": {"record": {"steps": []}, "says": ["One.", "Two."]}, "likes": "Anybody."}
    assert texts(of_rules(data)) == ["One.", "Two.", "Anybody."]
    assert flat("One.") == ["One."]
