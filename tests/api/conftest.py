"""Programs with tokens, beside the people and the stopped clock of games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import make_token
from tests.games.conftest import *  # noqa: F403


class Program:
    """A program that sends a member's token with each request; without a member, none."""

    def __init__(self, member: User | None, *scopes: str) -> None:
        self.member = member
        self.client = Client()
        self.headers: dict[str, str] = {}
        if member is not None:
            _, token = make_token(
                member=member, name="Tests", scopes=scopes, days=7, now=timezone.now()
            )
            self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, address: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1{address}", query, headers=self.headers)

    def post(self, address: str, **body: Any) -> Any:
        return self.client.post(
            f"/api/v1{address}",
            json.dumps(body),
            content_type="application/json",
            headers=self.headers,
        )

    def delete(self, address: str) -> Any:
        return self.client.delete(f"/api/v1{address}", headers=self.headers)


@pytest.fixture
def program(db: None) -> Callable[..., Program]:
    """Returns a function that makes a program of a member with these scopes."""
    return Program
