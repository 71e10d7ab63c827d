"""Pages in a real Chromium, on the whole site as it is run."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

# Playwright's event loop runs in the thread of the tests, which alone uses the database here.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# A busy machine is slow, not wrong.
expect.set_options(timeout=40_000)


@pytest.fixture
def site(site: str, browser: Browser) -> Iterator[str]:
    """The address of the whole site. The windows that a test opens close with it: clocks would
    go on in them, and sockets."""
    yield site
    for context in browser.contexts:
        context.close()
