"""A socket uses the language of whoever opened it."""

import pytest

from accounts.models import Preferences
from tests.games.sockets import opened

pytestmark = pytest.mark.django_db(transaction=True)


async def test_what_is_refused_is_in_the_language_of_the_browser():
    async with opened("/ws/games/none/", headers=[(b"accept-language", b"de")]) as page:
        said = await page.hear("error")
    assert (said["code"], said["message"]) == (
        "not-found",
        "Unter dieser Adresse gibt es keine Partie.",
    )


async def test_what_is_refused_is_in_the_language_that_a_member_prefers(ada):
    await Preferences.objects.acreate(user=ada, language="de")
    async with opened("/ws/games/none/", ada) as page:
        said = await page.hear("error")
    assert said["message"] == "Unter dieser Adresse gibt es keine Partie."


async def test_it_is_english_where_nobody_asks_for_another():
    async with opened("/ws/games/none/") as page:
        said = await page.hear("error")
    assert said["message"] == "There is no game at this address."
