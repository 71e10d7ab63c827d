"""The sample records, and the comparison of a replay with what they expect.

A sample is ``{"about", "record" or "raw", "expect", "each"}``. ``expect`` holds what the last line
must contain (further keys are fine), ``each`` the same for every line from the starting position
on. ``{"error": CODE, "step": N}`` means that the record must be refused.
"""

import json
import math
from pathlib import Path

RECORDS = Path(__file__).parent / "records"
EXTRAS = {"multiplayer-go": ["heat"], "continuous-go": ["areas"]}
TOLERANCE = {"continuous-go": 1.5e-4}
OWN_CHECKS = {"draw_checks", "no_touch"}


def of(slug):
    """The paths of a game's samples."""
    return sorted((RECORDS / slug).glob("*.json"))


def contents(path):
    return json.loads(path.read_text(encoding="utf-8"))


def text_of(sample):
    """The record as the text of a file."""
    return sample["raw"] if "raw" in sample else json.dumps(sample["record"])


def difference(wanted, found, tolerance, where="line"):
    """The place where ``found`` differs from what is wanted, in words; None if it does not."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        missing = [f"{where}.{key} is missing" for key in wanted if key not in found]
        pairs = [(key, value, found.get(key)) for key, value in wanted.items()]
        return _first(missing, pairs, tolerance, where)
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return _first(
            [], [(n, *both) for n, both in enumerate(zip(wanted, found))], tolerance, where
        )
    if _number(wanted) and _number(found):
        return (
            None
            if math.isclose(wanted, found, rel_tol=0, abs_tol=tolerance)
            else _say(where, wanted, found)
        )
    return None if type(wanted) is type(found) and wanted == found else _say(where, wanted, found)


def _first(missing, pairs, tolerance, where):
    if missing:
        return missing[0]
    found = (difference(a, b, tolerance, f"{where}.{key}") for key, a, b in pairs)
    return next(filter(None, found), None)


def _number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def _say(where, wanted, found):
    return f"{where}: wanted {wanted!r}, found {found!r}"[:200]
