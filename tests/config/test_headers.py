"""What reaches the application of a client's claims."""

import pytest
from django.test import override_settings

from config.headers import PROXY_HEADERS, ProxyHeaders

REST = [(b"host", b"club.example"), (b"cookie", b"a=b"), (b"x-csrftoken", b"c")]


async def passed(kind):
    """The scope that reaches the application if a client sends all these headers."""
    seen = []

    async def application(scope, receive, send):
        seen.append(scope)

    lies = [(name, b"evil.example") for name in sorted(PROXY_HEADERS)]
    scope = {"type": kind, "root_path": "/evil", "path": "/", "headers": [*lies, *REST]}
    await ProxyHeaders(application)(scope, None, None)
    return seen[0]


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_nothing_of_a_proxys_is_taken_where_there_is_none(kind):
    scope = await passed(kind)
    assert scope["root_path"] == ""
    assert scope["headers"] == REST


@pytest.mark.parametrize("kind", ["http", "websocket"])
@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
async def test_in_production_the_scheme_alone_is_taken(kind):
    scope = await passed(kind)
    assert scope["root_path"] == ""
    assert scope["headers"] == [(b"x-forwarded-proto", b"evil.example"), *REST]
