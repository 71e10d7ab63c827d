"""What server and browsers read."""

import json
import os

from babel.messages.catalog import Catalog

from languages.compiling import browser_file, compile_one


def read(script):
    text = script.decode().removeprefix("globalThis.miaiTexts = ").removesuffix(";\n")
    return json.loads(text)


def test_browsers_get_the_forms_of_a_number_by_the_names_that_they_know():
    known = Catalog(locale="pl")
    known.add(("%(count)s stone", "%(count)s stones"), ("kamień", "kamienie", "kamieni"))
    assert read(browser_file(known)) == {
        "%(count)s stone": {
            "one": "kamień",
            "few": "kamienie",
            "many": "kamieni",
            "other": "kamieni",
        }
    }


def test_browsers_get_no_text_without_a_translation():
    known = Catalog(locale="de")
    known.add("Pass", "Passen")
    known.add("Open", "Öffnen", context="a button")
    known.add("Resign", "")
    known.add("Seat", "Sitz", flags=["fuzzy"])
    assert read(browser_file(known)) == {"Pass": "Passen", "a button\x04Open": "Öffnen"}


def test_only_a_catalogue_that_has_changed_is_compiled(tmp_path):
    source, target = tmp_path / "de.po", tmp_path / "de.js"
    source.write_text('msgid "Pass"\nmsgstr "Passen"\n')
    compile_one(source, target, "de", browser_file)
    assert read(target.read_bytes()) == {"Pass": "Passen"}
    source.write_text('msgid "Pass"\nmsgstr "Passe"\n')
    os.utime(source, ns=(0, 0))
    compile_one(source, target, "de", browser_file)
    assert read(target.read_bytes()) == {"Pass": "Passen"}
    os.utime(source, None)
    compile_one(source, target, "de", browser_file)
    assert read(target.read_bytes()) == {"Pass": "Passe"}
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["de.js", "de.po"]
