"""Pages in a real Chromium, on the whole site as it is run."""

import os

# Playwright's event loop runs in the thread of the tests, which alone uses the database here.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
