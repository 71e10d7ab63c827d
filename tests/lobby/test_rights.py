"""Who may do what in the lobby: every page, form and admin page, by role."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.roles import make_moderator, set_host
from lobby.models import Table, TableInvitation
from tests.lobby.conftest import START
from tests.lobby.tables import open_one, sit, suspend
from tests.lobby.test_open_form import filled_in
from tests.lobby.wishes import asked, look, wish
from tests.servers.session import undone

OK, GO, NO, GONE, LOGIN = 200, 302, 403, 404, "login"
REFUSED = 400
ROLES = ("visitor", "member", "seated", "suspended", "host", "moderator", "superuser")


PEOPLE = {
    "member": "Ada",
    "seated": "Seated",
    "suspended": "Suspended",
    "host": "Hostess",
    "moderator": "Mo",
    "superuser": "Root",
}


@pytest.fixture(scope="module")
def _table(made_once):
    """A table for three with a seated member, one who asks to join, and one suspended."""
    return made_once(meet_at_a_table, START)


def meet_at_a_table():
    """Makes a user for every role, and their table."""
    users = {
        name: User.objects.create(username=name, password="!")
        for name in (*PEOPLE.values(), "Asker")
    }
    User.objects.filter(username="Root").update(is_superuser=True, is_staff=True)
    make_moderator(user=users["Mo"])
    set_host(user=users["Hostess"], hosts=True)
    table = open_one(users["Hostess"], seats=3, joining="approval")
    place = sit(table, users["Seated"])
    table.places.filter(pk=place.pk).update(number=0)
    sit(table, users["Asker"])
    suspend(users["Suspended"])
    return table.pk


@pytest.fixture
def table(_table, db):
    return Table.objects.get(pk=_table)


@pytest.fixture
def browser_of(table, client_of):
    """Returns a function that opens a browser of somebody in a role."""

    def open_browser(role):
        name = PEOPLE.get(role)
        return client_of(name and User.objects.get(username=name))

    return open_browser


def outcome(answer):
    """The status, or LOGIN if the answer leads to the login page."""
    to_login = answer.status_code == 302 and "/login/" in answer["Location"]
    return LOGIN if to_login else answer.status_code


PAGES = {
    #                     visitor member seated suspended host moderator superuser
    "/":                  (OK,    OK,    OK,    OK,       OK,  OK,       OK),
    "/rules/choose/":     (OK,    OK,    OK,    OK,       OK,  OK,       OK),
    "/rules/territory/":  (OK,    OK,    OK,    OK,       OK,  OK,       OK),
    "/practice/territory/": (LOGIN, GO,  GO,    GO,       GO,  GO,       GO),
    "/games/?whose=mine": (OK,    OK,    OK,    OK,       OK,  OK,       OK),
    "/tables/":           (LOGIN, OK,    OK,    OK,       OK,  OK,       OK),
    "/tables/new/":       (LOGIN, OK,    OK,    NO,       OK,  OK,       OK),
    "/tables/TABLE/":     (OK,    OK,    OK,    OK,       OK,  OK,       OK),
    "/admin/lobby/table/":              (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, OK, OK),
    "/admin/lobby/table/PK/change/":    (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, OK, OK),
    "/admin/lobby/table/PK/history/":   (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, OK, OK),
    "/admin/lobby/table/PK/delete/":    (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, NO, NO),
    "/admin/lobby/table/add/":          (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, NO, NO),
    "/admin/lobby/place/":              (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, GONE, GONE),
    "/admin/lobby/wish/":               (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, GONE, GONE),
    "/admin/lobby/match/":              (LOGIN, LOGIN, LOGIN, LOGIN, LOGIN, GONE, GONE),
    "/wishes/new/":       (LOGIN, GO,    GO,    GO,       GO,  GO,       GO),
    "/wishes/withdraw/":  (LOGIN, GO,    GO,    GO,       GO,  GO,       GO),
    "/wishes/answer/":    (LOGIN, GO,    GO,    GO,       GO,  GO,       GO),
}  # fmt: skip

COMMANDS = {
    #          visitor member   seated   suspended host     moderator superuser
    "join":    (LOGIN, GO,      REFUSED, NO,       GO,      GO,       GO),
    "agree":   (LOGIN, NO,      NO,      NO,       GO,      NO,       NO),
    "decline": (LOGIN, NO,      NO,      NO,       GO,      NO,       NO),
    "colours": (LOGIN, REFUSED, GO,      NO,       REFUSED, REFUSED,  REFUSED),
    "seat":    (LOGIN, REFUSED, REFUSED, NO,       REFUSED, REFUSED,  REFUSED),
    "swap":    (LOGIN, REFUSED, REFUSED, NO,       REFUSED, REFUSED,  REFUSED),
    "ready":   (LOGIN, REFUSED, GO,      NO,       REFUSED, REFUSED,  REFUSED),
    "leave":   (LOGIN, REFUSED, GO,      REFUSED,  REFUSED, REFUSED,  REFUSED),
    "remove":  (LOGIN, NO,      NO,      NO,       GO,      NO,       NO),
    "bot":     (LOGIN, NO,      GO,      NO,       GO,      NO,       NO),
    "dress":   (LOGIN, REFUSED, REFUSED, REFUSED,  REFUSED, REFUSED,  REFUSED),
    "invite":  (LOGIN, NO,      GO,      NO,       GO,      NO,       NO),
    "withdraw": (LOGIN, NO,     NO,      NO,       GO,      NO,       NO),
    "stay-away": (LOGIN, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED),
    "start":   (LOGIN, NO,      NO,      NO,       REFUSED, NO,       NO),
    "close":   (LOGIN, NO,      NO,      NO,       GO,      GO,       GO),
}  # fmt: skip


def column(table, role):
    """What a table says of a role, by address or command."""
    return {name: row[ROLES.index(role)] for name, row in table.items()}


@pytest.mark.parametrize("role", ROLES)
def test_each_page_opens_for_those_who_may_see_it(role, table, browser_of):
    browser, found = browser_of(role), {}
    for page in PAGES:
        address = page.replace("TABLE", table.public_id).replace("PK", str(table.pk))
        with undone(browser) as client:
            found[page] = outcome(client.get(address))
    assert found == column(PAGES, role)


@pytest.mark.parametrize("role", ROLES)
def test_each_command_is_for_those_who_may_give_it(role, table, browser_of, member):
    browser, found = browser_of(role), {}
    for command in COMMANDS:
        with undone(browser) as client:
            fields = fields_of(command, table, member)
            answer = client.post(f"/tables/{table.public_id}/{command}/", fields)
            found[command] = outcome(answer)
    assert found == column(COMMANDS, role)


def fields_of(command, table, member):
    """What is sent with a command, after making what it names."""
    place = table.places.get(number__isnull=command in ("agree", "decline"))
    fields = {
        "stone": "night", "mark": "shell", "number": "1", "ready": "yes", "place": str(place.pk)
    }  # fmt: skip
    if command == "join":
        del fields["number"]
    invited = TableInvitation.objects.create(
        table=table, member=member("Invited"), by=table.host, invited_at=timezone.now()
    )
    fields["invitation"] = str(invited.pk)
    if command == "invite":
        fields["name"] = member("Newcomer").username
    return fields


@pytest.mark.parametrize(
    ("role", "expected"), list(zip(ROLES, (LOGIN, GO, GO, NO, GO, GO, GO), strict=True))
)
def test_a_table_is_opened_by_every_member(role, expected, browser_of):
    answer = browser_of(role).post("/tables/new/", filled_in("multiplayer-go"))
    assert outcome(answer) == expected


@pytest.mark.parametrize(
    ("role", "chooses"), list(zip(ROLES[1:3] + ROLES[4:], (False,) * 2 + (True,) * 3, strict=True))
)
def test_only_hosts_and_moderators_choose_everything_about_a_table(role, chooses, browser_of):
    browser_of(role).post("/tables/new/", filled_in("multiplayer-go", title="Friday", rated=False))
    table = Table.objects.latest("pk")
    assert (table.title == "Friday", not table.settings.rated) == (chooses, chooses)


@pytest.mark.parametrize(
    ("role", "expected"), list(zip(ROLES, (LOGIN, GO, GO, NO, GO, GO, GO), strict=True))
)
def test_a_game_against_bots_is_for_every_member(role, expected, browser_of):
    assert outcome(browser_of(role).post("/practice/territory/")) == expected


WISHES = {
    #           visitor member   seated   suspended host     moderator superuser
    "new":      (LOGIN, GO,      GO,      NO,       GO,      GO,       GO),
    "withdraw": (LOGIN, GO,      GO,      GO,       GO,      GO,       GO),
    "answer":   (LOGIN, REFUSED, REFUSED, REFUSED,  REFUSED, REFUSED,  REFUSED),
}  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_members_wish_for_themselves_and_answer_for_nobody_else(role, browser_of, member):
    for name in ("Yan", "Zoe"):
        wish(member(name), "daily")
    look()
    match = asked(User.objects.get(username="Yan"))
    fields = {"pace": "now", "match": str(match.pk), "plays": "yes"}
    fields |= {"games": "territory", "least": "2", "most": "2", "strength": "any"}
    browser, found = browser_of(role), {}
    for command in WISHES:
        with undone(browser) as client:
            found[command] = outcome(client.post(f"/wishes/{command}/", fields))
    assert found == column(WISHES, role)


@pytest.mark.parametrize("role", ROLES[1:])
def test_only_the_host_sees_who_asks_and_the_link(role, table, browser_of):
    page = browser_of(role).get(table.get_absolute_url()).text
    assert ("Requests to join" in page, "Link to this table" in page) == (role == "host",) * 2
