"""The OpenAPI description, and the page made from it."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from api.api import api
from api.description import LINES, STREAMED
from engines.registry import GAMES
from tests.api.test_rights import NEEDS

SCHEMAS = "#/components/schemas/"
DOCUTILS = re.compile(r":\w+:`|``|\bNone\b")
"""What docstrings have and JSON has not."""


def references(value: Any) -> set[str]:
    """All types that a part of the description refers to."""
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def descriptions(value: Any) -> list[str]:
    """All texts of a part of the description."""
    if isinstance(value, dict):
        own = [value["description"]] if isinstance(value.get("description"), str) else []
        return own + descriptions(list(value.values()))
    parts = value if isinstance(value, list) else []
    return [text for each in parts for text in descriptions(each)]


def links_in(page: str) -> set[str]:
    """The addresses on this site that the main part of a page links to."""
    main = page.partition("<main")[2].partition("</main>")[0]
    return {unescape(each) for each in re.findall(r'href="([/#][^"]*)"', main)}


def anchors_in(page: str) -> set[str]:
    """The places of a page that a link can name."""
    return set(re.findall(r' id="([^"]+)"', page))


def test_every_type_that_is_referred_to_is_described():
    description = api.get_openapi_schema()
    known = {f"{SCHEMAS}{name}" for name in description["components"]["schemas"]}
    assert description["openapi"].startswith("3.1")
    assert references(description) <= known


def test_every_operation_says_what_it_is_and_what_it_answers():
    for methods in api.get_openapi_schema()["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
            assert any(str(status).startswith("2") for status in operation["responses"])
            assert "4XX" in operation["responses"]


def test_every_operation_says_which_scope_it_needs(client, db):
    page = client.get("/api/").content.decode()
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            scope = NEEDS[method, path.removeprefix("/api/v1")]
            if scope:
                assert operation["security"] == [{"ByToken": [scope]}], path
                assert operation["description"].endswith(f"Needs the scope `{scope}`."), path
            else:
                assert operation["security"] == [{}, {"ByToken": []}], path
                assert operation["description"].endswith("Needs no token."), path
    for scope in set(NEEDS.values()) - {""}:
        needing = sum(needed == scope for needed in NEEDS.values())
        assert page.count(f"<p>Needs the scope <code>{scope}</code>.</p>") == needing
    assert page.count("<p>Needs no token.</p>") == sum(not scope for scope in NEEDS.values())


def test_the_description_is_sent_once_to_whoever_keeps_it(client, db):
    first = client.get("/api/v1/openapi.json")
    assert first.json() == json.loads(json.dumps(api.get_openapi_schema()))
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "no-cache" in first["Cache-Control"]


def test_the_description_is_made_once_and_counted_like_pages(client, db, settings, monkeypatch):
    client.get("/api/v1/openapi.json")
    monkeypatch.setattr("api.api.Description", None)
    settings.LIMITS = {"pages.address": "2/minute"}
    answers = [client.get("/api/v1/openapi.json") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[-1].json()["limit"] == "pages"


def test_names_and_texts_are_for_readers_of_json():
    description = api.get_openapi_schema()
    names = description["components"]["schemas"]
    assert [name for name in names if not re.fullmatch(r"[A-Za-z]+", name)] == []
    assert [text for text in descriptions(description) if DOCUTILS.search(text)] == []


def test_each_line_of_the_stream_is_described():
    description = api.get_openapi_schema()
    answer = description["paths"]["/api/v1/events"]["get"]["responses"][200]
    lines = references(answer["content"][LINES]["schema"])
    assert lines == {f"{SCHEMAS}{name}" for name in ("GameLine", "AliveLine", "ClosedLine")}
    events = description["components"]["schemas"]["GameLine"]["properties"]["event"]["anyOf"]
    assert references(events) == {f"{SCHEMAS}{kind.__name__}" for kind in STREAMED}


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_the_rules_say_what_a_position_and_a_choice_hold(client, db, engine):
    rules = client.get(f"/api/v1/rules/{engine.slug}").json()
    position = rules["position"]
    declared = position["$defs"][position["$ref"].rpartition("/")[2]]["properties"]
    seats = next(iter(engine.seats_allowed()))
    shown = engine.shown(engine.new_state(engine.usual_options(), seats, 1))
    assert set(shown) <= set(declared)
    kinds = {
        kind
        for each in rules["choice"]["$defs"].values()
        for kind in each["properties"].get("type", {}).get("enum", ())
    }
    assert {example["type"] for example in rules["examples"]} == kinds
    assert [text for text in descriptions(rules) if DOCUTILS.search(text)] == []


def test_the_page_says_what_the_games_and_the_stream_hold(client, db):
    page = client.get("/api/").content.decode()
    for engine in GAMES:
        assert f'id="positions-{engine.slug}"' in page
    for kind in STREAMED:
        assert f"<code>{kind.__struct_config__.tag}</code></a>" in page


def test_the_page_says_where_an_extra_is_that_no_step_has(client, db):
    page = client.get("/api/").content.decode()
    for extra in (each for engine in GAMES for each in engine.extras):
        address = f"<code>GET /api/v1/games/GAME/steps/STEP/{extra.name}</code>"
        assert (address in page) == (not extra.pushed)


def test_the_page_shows_the_values_of_enumerations(client, db):
    page = client.get("/api/").content.decode()
    assert "<code>anyone</code> | <code>not-late</code> | <code>reliable</code>" in page
    assert "<code>won</code> | <code>draw</code> | <code>leave</code>" in page


def test_each_link_within_the_page_leads_somewhere(client, db):
    page = client.get("/api/").content.decode()
    named = {link[1:] for link in links_in(page) if link.startswith("#")}
    assert "type-Problem" in named
    assert named <= anchors_in(page)


def test_only_what_reads_a_body_is_shown_with_one(client, db):
    page = client.get("/api/").content.decode()
    operations = [
        each for ways in api.get_openapi_schema()["paths"].values() for each in ways.values()
    ]
    assert page.count("<p>Body: ") == sum("requestBody" in each for each in operations)


def test_an_address_that_does_not_exist_names_the_page_of_the_api(client, db):
    assert "/api/ says" in client.get("/api/v1/").json()["detail"]


def test_the_page_shows_every_operation(client, db):
    page = client.get("/api/").content.decode()
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page


@pytest.mark.parametrize("address", ["/api/v1/rules", "/api/v1/games/nothing"])
def test_head_has_the_headers_of_get_and_no_body(client, db, address):
    whole, head = client.get(address), client.generic("HEAD", address)
    assert head.status_code == whole.status_code
    assert head["Content-Length"] == str(len(whole.content))
    assert {name: head.get(name) for name in whole.headers} == {
        **whole.headers,
        "Content-Length": head["Content-Length"],
    }
    assert head.content == b""


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("get", "/api/v1/nothing", 404, "not-found"),
        ("get", "/api/v1/", 404, "not-found"),
        ("post", "/api/v1/rules", 405, "bad-method"),
        ("get", "/api/v1/games/running?game=%00", 400, "bad-request"),
        ("get", "/api/v1/rules/%00", 400, "bad-request"),
    ],
)
def test_what_never_reaches_an_operation_is_a_problem_too(
    client, db, method, address, status, code
):
    answer = getattr(client, method)(address)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["status"], answer.json()["code"]) == (status, code)
    assert ("Allow" in answer) == (status == 405)
