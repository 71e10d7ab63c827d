"""The OpenAPI description, and the page made from it."""

from __future__ import annotations

from typing import Any

import pytest

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
