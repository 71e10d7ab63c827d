"""Whatever address or session a client sends, the server answers without an error of its own."""

import pytest

from tests.games.sockets import opened

pytestmark = pytest.mark.django_db(transaction=True)

NO_SESSIONS = ["aaaaaaaaaaaa\\000", "aaaaaaaa'--", "ä" * 20, "a" * 5000, ""]


@pytest.mark.parametrize("address", ["/", "/ws/", "/ws/games/", "/ws/nothing/of/the/kind/"])
async def test_a_socket_at_an_address_that_is_none_is_told_so_and_closed(address):
    async with opened(address) as socket:
        assert (await socket.hear("error"))["code"] == "not-found"
        assert await socket.closed() == 4404


@pytest.mark.parametrize("key", NO_SESSIONS)
def test_a_session_that_cannot_be_one_is_a_visitors(client, key):
    client.cookies["sessionid"] = key
    assert client.get("/").status_code == 200
