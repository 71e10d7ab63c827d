"""The OpenAPI description, and the page made from it."""

from __future__ import annotations

from typing import Any

from api.api import api


def references(value: Any) -> set[str]:
    """All types that a part of the description refers to."""
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_every_type_that_is_referred_to_is_described():
    description = api.get_openapi_schema()
    known = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert description["openapi"].startswith("3.1")
    assert references(description) <= known


def test_every_operation_says_what_it_is_and_what_it_answers():
    for methods in api.get_openapi_schema()["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
            assert any(str(status).startswith("2") for status in operation["responses"])
            assert "4XX" in operation["responses"]


def test_the_page_shows_every_operation(client, db):
    page = client.get("/api/").content.decode()
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page


def test_an_unknown_address_leads_nowhere(client, db):
    assert client.get("/api/v1/nothing").status_code == 404
    assert client.get("/api/v1/").status_code == 404
