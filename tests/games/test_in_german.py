"""The archive, the page of a game, the rules and an uploaded game file, in German."""

import json

import pytest

from engines.registry import GAMES
from games.archive.uploads.process import parts_of
from games.archive.uploads.words import record_error_in_words
from tests.games.acting import resign
from tests.games.playing import begin
from tests.pages.in_german import german

pytestmark = pytest.mark.django_db
SLUGS = [engine.slug for engine in GAMES]


@pytest.mark.parametrize("address", ["/games/", "/games/?player=nobody", "/games/upload/"])
def test_the_archive_and_the_form_for_a_game_file(client_of, address):
    german(client_of(), address.replace("nobody", "Niemand"))


def test_the_archive_with_a_game(client_of, ada, bo):
    resign(game_id=begin(ada, bo, title="Dienstag").pk, user=ada)
    assert "1 Partie, die neueste zuerst" in german(client_of(), "/games/")
    resign(game_id=begin(ada, bo, title="Mittwoch").pk, user=ada)
    assert "2 Partien, die neuesten zuerst" in german(client_of(), "/games/")


@pytest.mark.parametrize("variant", SLUGS)
def test_the_page_of_a_game(client_of, ada, bo, variant):
    game = begin(ada, bo, variant=variant, title="Dienstag")
    for user in (ada, None):
        assert "2 Spieler" in german(client_of(user), game.get_absolute_url())


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules(client_of, ada, slug):
    for user in (ada, None):
        german(client_of(user), f"/rules/{slug}/")


@pytest.mark.parametrize("address", ["/rules/", "/rules/choose/", "/rules/choose/?players=6"])
def test_the_pages_that_lead_to_the_rules(client_of, address):
    german(client_of(), address)


def test_the_rules_say_for_how_many_they_are(client_of):
    said = german(client_of(), "/rules/")
    assert "2 bis 12 Spieler" in said
    assert "2 oder 4 Spieler" in said


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (b"{", ": kein JSON: In Zeile 1 ist bei Zeichen 2 ein Fehler."),
        (b"\xff", ": kein Text in UTF-8."),
        (b"[]", ": eine Spieldatei ist ein JSON-Objekt."),
        (b'{"format": "miai-record"}', ": version fehlt."),
        ({"seats": 99}, ": Parallel Multiplayer Go ist für 2 bis 12 Plätze."),
        ({"options": {"size": 1}}, ": size muss zwischen 5 und 25 liegen."),
        ({"steps": [{}]}, "Der Fehler ist in Schritt 1: ein Schritt hat entweder"),
        (
            {"steps": [{"actions": {"0": {"type": "place", "at": [2, 3]}}}] * 2},
            "Der Fehler ist in Schritt 2, bei Platz 0: auf [2, 3] liegt schon ein Stein.",
        ),
    ],
)
def test_why_a_game_file_cannot_be_replayed(record, reason):
    from django.utils import translation

    from engines.record import RecordError, read
    from engines.replay import replay

    whole = {"format": "miai-record", "version": 1, "variant": "multiplayer-go", "seats": 2}
    if isinstance(record, dict):
        record = json.dumps({**whole, "steps": [], **record}).encode()
    with pytest.raises(RecordError) as refused:
        list(replay(read(record)))
    why = json.loads(json.dumps(parts_of(refused.value)))
    with translation.override("de"):
        said = record_error_in_words(why)
    assert said.startswith("Diese Spieldatei kann nicht nachgespielt werden")
    assert reason in said
    with translation.override("en-gb"):
        english = record_error_in_words(why)
    assert english.startswith("This game file cannot be replayed")
    assert english.endswith(f": {refused.value.message}.")
    assert refused.value.code not in english
