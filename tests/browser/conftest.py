"""Fixtures for tests of pages in a real Chromium, with the whole site running."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

# Playwright's event loop runs in the tests' thread, but only that thread uses the database here.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# A slow answer on a busy machine is no error.
expect.set_options(timeout=40_000)


@pytest.fixture
def site(site: str, browser: Browser) -> Iterator[str]:
    """The address of the whole site. Closes a test's windows at its end; otherwise their timers and
    sockets would keep running."""
    yield site
    for context in browser.contexts:
        context.close()
