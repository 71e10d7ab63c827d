"""Requests that no browser makes get an answer, never an error of ours."""

import pytest

PAGES = ["/account/login/", "/account/join/", "/account/password/reset/", "/account/preferences/"]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize(
    "target", ["http://[::1", "//evil.example", "javascript:alert(1)", "\\\\x"]
)
def test_a_strange_way_back_is_passed_over(client, member, address, target):
    answer = client.get(address, {"next": target})
    assert answer.status_code in (200, 302)
    assert f'action="{target}"' not in answer.content.decode()


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{", "application/json"),
        (b"\xff\xfe=\xff&login=%ff%00", "application/x-www-form-urlencoded"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
        (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
        (b"login=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"),
        (b"login=Anna&login=Bo&password=\x00&code=%00&email=%00", "text/plain"),
    ],
)
def test_a_strange_body_is_answered(client, member, address, body, kind):
    client.force_login(member)
    if "preferences" not in address:
        client.logout()
    assert client.post(address, body, content_type=kind).status_code in (200, 302, 400, 413)


@pytest.mark.parametrize(
    "name", ["x" * 10_000, "\x00", "\ud7ff\uffff", "' OR 1=1 --", "\u202e", "💩"]
)
def test_a_strange_name_logs_nobody_in(client, member, name):
    answer = client.post("/account/login/", {"login": name, "password": name})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session
