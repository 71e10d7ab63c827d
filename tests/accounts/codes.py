"""An app that shows codes (RFC 6238), implemented a second time, as on phones."""

import base64
import hmac
import time

STEP = 30
"""How many seconds a code is shown."""


def code_of(secret: str, *, later: int = 0) -> str:
    """The six digits that the app shows, ``later`` steps from now."""
    counter = int(time.time() // STEP + later).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**6:06}"
