"""Requests that no browser sends are answered without a server error."""

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


UNREADABLE = ["utf-7", "utf-16", "idna", "hex", "rot13", "undefined", "bogus", "\xff"]
KINDS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("charset", UNREADABLE)
def test_a_body_in_another_charset_is_refused(client, db, charset, kind):
    answer = client.generic("POST", PAGES[0], b"\xff+AAA-", f"{kind}; charset={charset}")
    assert answer.status_code == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_a_body_that_is_said_to_be_utf_8_is_read(client, db, charset):
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert client.generic("POST", PAGES[0], b"login=Ann", kind).status_code == 200


@pytest.mark.parametrize("charset", ["bogus", "hex", "idna", "utf-7", ""])
def test_a_part_that_is_named_in_another_charset_is_answered(client, db, charset):
    part = f"--x\r\nContent-Disposition: form-data; name*={charset}''%41%ff\r\n\r\na\r\n--x--\r\n"
    answer = client.generic("POST", PAGES[0], part, "multipart/form-data; boundary=x")
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize(
    "name", ["x" * 10_000, "\x00", "\ud7ff\uffff", "' OR 1=1 --", "\u202e", "💩"]
)
def test_a_strange_name_logs_nobody_in(client, member, name):
    answer = client.post("/account/login/", {"login": name, "password": name})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("address", ["/account/login/", "/account/join/x/", "/account/delete/"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
        (b"login=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"),
        (b"nonsense", "multipart/form-data; boundary=x"),
    ],
)
def test_a_refused_request_fills_no_log(client, member, capfd, address, body, kind):
    client.force_login(member)
    client.post(address, body, content_type=kind)
    client.get(address, headers={"host": "evil.example"})
    assert "Traceback" not in capfd.readouterr().err
