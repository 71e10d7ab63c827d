"""docs/api.md and the code say the same."""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path

from django.conf import settings

from api.events import MOST_ASKED
from api.games import choices
from api.resolving import LARGEST_RECORD, REPLAY_SECONDS
from tests.api.test_resolving import ADDRESS, RECORD
from tests.games.playing import place
from tests.games.test_protocol import PARTS as PROTOCOL
from transport.limits import TRIALS

DOCUMENT = Path(settings.BASE_DIR, "docs/api.md").read_text()
PARTS = dict(re.findall(r"(?ms)^###? ([^\n]+)\n(.*?)(?=^###? |\Z)", DOCUMENT))
TEXT = " ".join(DOCUMENT.split())
RAISED = re.compile(r'Refused\(\s*"([a-z-]+)"')
OF_PAGES = Path(settings.BASE_DIR, "lobby/views")


def codes_in(folder: str) -> set[str]:
    """The codes that the modules of a folder raise, except in views of pages."""
    found = Path(settings.BASE_DIR, folder).rglob("*.py")
    modules = [path for path in found if OF_PAGES not in path.parents]
    return {code for path in modules for code in RAISED.findall(path.read_text())}


def test_every_code_of_the_api_and_of_tables_is_in_the_document_and_no_other():
    rows = re.findall(r"(?m)^\| (`.*?) \| ", PARTS["Codes of errors"])
    listed = [code for row in rows for code in re.findall(r"`([a-z-]+)`", row)]
    of_the_protocol = set(re.findall(r"`([a-z-]+)`", PROTOCOL["Events"]))
    used = codes_in("api") | codes_in("lobby")
    assert len(listed) == len(set(listed))
    assert used - set(listed) - of_the_protocol == set()
    assert set(listed) - used == set()
    assert set(listed) & of_the_protocol == set()


def test_the_record_of_the_document_is_resolved(program):
    (example,) = re.findall(r"(?ms)^```json\n(.*?)^```", PARTS["A record of your own"])
    body = json.loads(example)
    assert body == {"record": RECORD, "choices": {"0": place(0, 0)}}
    assert f"`POST /api/v1{ADDRESS}` with this body" in TEXT
    assert program(None).post(ADDRESS, **body).status_code == 200


def test_the_document_has_the_numbers_of_the_code():
    by_member, by_address = (TRIALS.rates(kind)[0] for kind in ("member", "address"))
    assert (by_member.get_expiry(), by_address.get_expiry()) == (60, 60)
    assert f"may send {by_member.amount} a minute, a visitor's address {by_address.amount}." in TEXT
    assert f"at most {LARGEST_RECORD // 1024} KiB, the replay may take half a second" in TEXT
    assert REPLAY_SECONDS == 0.5
    assert f"`after` names at most {MOST_ASKED} games" in TEXT
    most = signature(choices).parameters["most"].default
    assert f"as many as `most` says, {most:,} if left out" in TEXT
    assert f"all of them, or {most:,} picked at random" in TEXT
