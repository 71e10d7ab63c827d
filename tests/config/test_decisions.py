"""The list of decisions names each of them by its title."""

import re

from django.conf import settings

FOLDER = settings.BASE_DIR / "docs" / "decisions"


def test_the_list_of_decisions_has_each_with_its_number_and_title():
    listed = re.findall(
        r"^- \[(\d{4})\]\((\S+)\): (.+)$", (FOLDER / "README.md").read_text(), re.MULTILINE
    )
    stored = []
    for path in sorted(FOLDER.glob("[0-9]*.md")):
        number, _, title = path.read_text().splitlines()[0].removeprefix("# ").partition(": ")
        stored.append((number, path.name, title))
    assert listed == stored
