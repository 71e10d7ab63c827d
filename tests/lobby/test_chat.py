"""Chat at a table, before the game, for members who may see the table. It is deleted with the
table."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.measures import ban_from_chat
from accounts.services.mutes import mute
from games.pages.snapshots import CHAT_LINES
from games.play.chat import LONGEST_TEXT
from lobby.models import TableMessage
from lobby.services.closing import close_table, close_untouched_tables
from lobby.services.starting import start_table
from lobby.services.talking import KEPT_FOR, prune_chat, say
from tests.games.sockets import opened
from tests.lobby.tables import counting_down, fresh, open_one, sit, suspend
from transport.refusals import Refused
from transport.threads import in_thread

DAY = KEPT_FOR.total_seconds()


def talk(table, user, text="Hello"):
    """The user says something at the table."""
    return say(table_id=table.pk, by=user, text=text, now=timezone.now())


def posted(client, table, text, **more):
    """The answer to a message sent with the page's form."""
    return client.post(f"/tables/{table.public_id}/say/", {"text": text, **more})


def read(client, table, key=""):
    """The chat as the table's page shows it."""
    page = client.get(table.get_absolute_url(), {"key": key} if key else {})
    return [(line.author, line.text) for line in page.context["page"].chat]


def test_who_sits_there_and_any_member_who_may_see_the_table_talk(client_of, host, ada, bo):
    table = open_one(host)
    sit(table, ada)
    assert posted(client_of(ada), table, " Hello! ").status_code == 302
    assert posted(client_of(bo), table, "Good evening").status_code == 302
    assert read(client_of(host), table) == [("Ada", "Hello!"), ("Bo", "Good evening")]


def test_a_visitor_neither_reads_nor_writes(client_of, host, ada):
    table = open_one(host)
    talk(table, ada)
    answer = posted(client_of(), table, "Hello")
    assert (answer.status_code, table.chat.count()) == (302, 1)
    assert answer["Location"].startswith("/account/login/")
    assert b"Hello" not in client_of().get(table.get_absolute_url(), follow=True).content


def test_a_table_that_one_may_not_see_is_not_found_for_its_chat_either(client_of, host, ada, bo):
    table = open_one(host, joining="link", listed=False)
    assert posted(client_of(bo), table, "Hello").status_code == 404
    assert posted(client_of(bo), table, "Hello", key=table.join_key).status_code == 302
    assert read(client_of(bo), table, table.join_key) == [("Bo", "Hello")]


def test_a_suspended_member_reads_and_does_not_write(client_of, host, ada):
    table = open_one(host)
    talk(table, host)
    suspend(ada)
    assert posted(client_of(ada), table, "Hello").status_code == 403
    page = client_of(ada).get(table.get_absolute_url())
    assert "You are suspended and can only read." in page.text
    assert [line.text for line in page.context["page"].chat] == ["Hello"]


@pytest.mark.parametrize("text", ["", "  ", "x" * (LONGEST_TEXT + 1)])
def test_nothing_and_too_much_are_refused_and_stay_typed(client_of, host, ada, text):
    table = open_one(host)
    answer = posted(client_of(ada), table, text)
    assert (answer.status_code, table.chat.count()) == (400, 0)
    assert answer.context["unsaid"] == text


def test_the_longest_text_fits(host, ada):
    table = open_one(host)
    assert talk(table, ada, "é" * LONGEST_TEXT).text == "é" * LONGEST_TEXT


def test_as_much_is_said_a_minute_as_in_games(client_of, host, ada):
    table = open_one(host)
    codes = [posted(client_of(ada), table, str(number)).status_code for number in range(21)]
    assert codes == [302] * 20 + [429]
    assert table.chat.count() == 20


def test_the_page_shows_the_last_hundred_lines(client_of, host, ada):
    table = open_one(host)
    for number in range(CHAT_LINES + 5):
        talk(table, ada, str(number))
    shown = [text for _, text in read(client_of(host), table)]
    assert shown == [str(number) for number in range(5, CHAT_LINES + 5)]


def test_what_is_said_is_text_and_never_markup(client_of, host, ada):
    table = open_one(host)
    talk(table, ada, "<script>alert(1)</script>")
    assert "<script>alert" not in client_of(host).get(table.get_absolute_url()).text


def test_what_a_former_member_said_stays(client_of, host, ada):
    table = open_one(host)
    talk(table, ada)
    ada.delete()
    assert read(client_of(host), table) == [("former member", "Hello")]


def test_a_table_at_which_people_talk_is_not_untouched(host, ada, clock):
    table = open_one(host)
    clock.go(100)
    talk(table, ada)
    assert fresh(table).touched_at == timezone.now()


def test_nothing_is_said_at_a_table_that_is_over(host, ada, bo, clock):
    closed, begun = open_one(host), counting_down(host, ada, bo)
    close_table(table_id=closed.pk, by=host, now=timezone.now())
    clock.go(5)
    assert start_table(table_id=begun.pk, now=timezone.now())
    for table, code in ((closed, "table-closed"), (begun, "table-started")):
        with pytest.raises(Refused) as refused:
            talk(table, ada)
        assert refused.value.code == code


def test_what_was_said_goes_a_day_after_the_table_is_over_and_not_before(host, ada, bo, clock):
    still_open, closed, begun = open_one(host), open_one(host), counting_down(host, ada, bo)
    for table in (still_open, closed, begun):
        talk(table, ada)
    clock.go(5)
    close_table(table_id=closed.pk, by=host, now=timezone.now())
    start_table(table_id=begun.pk, now=timezone.now())
    clock.go(DAY - 1)
    assert prune_chat(now=timezone.now()) == 0
    clock.go(1)
    assert prune_chat(now=timezone.now()) == 2
    assert [message.table for message in TableMessage.objects.all()] == [still_open]


def test_moderators_find_and_delete_it_in_the_admin(client_of, host, mo, ada):
    message = talk(open_one(host), ada, "Something rude")
    client = client_of(mo)
    assert "Something rude" in client.get("/admin/lobby/tablemessage/").text
    client.post(f"/admin/lobby/tablemessage/{message.pk}/delete/", {"post": "yes"})
    assert not TableMessage.objects.exists()
    assert client_of(ada).get("/admin/lobby/tablemessage/").status_code != 200


@pytest.mark.django_db(transaction=True)
async def test_a_message_that_is_deleted_in_the_admin_goes_from_open_pages(
    host, ada, bo, mo, client_of
):
    table = await in_thread(open_one, host)
    message = await in_thread(talk, table, ada, "Something rude")
    async with opened(f"/ws/tables/{table.public_id}/", bo) as page:
        await page.hear("table.changed")
        address = f"/admin/lobby/tablemessage/{message.pk}/delete/"
        await in_thread((await in_thread(client_of, mo)).post, address, {"post": "yes"})
        await page.hear("table.changed")
    assert await in_thread(read, await in_thread(client_of, bo), table) == []


@pytest.mark.django_db(transaction=True)
async def test_what_is_said_is_hinted_to_the_table_s_pages_without_its_words(host, ada, bo):
    table = await in_thread(open_one, host)
    async with (
        opened(f"/ws/tables/{table.public_id}/", bo) as page,
        opened("/ws/lobby/", bo) as lobby,
    ):
        await page.hear("table.changed")
        await lobby.hear("tables.changed")
        await in_thread(talk, table, ada, "Something private")
        hint = await page.hear("table.changed")
        assert "private" not in json.dumps(hint)
        await page.send(type="changes.ask")
        await lobby.send(type="changes.ask")
        await lobby.hear("tables.changed")
        assert not any("private" in frame for frame in (*page.frames, *lobby.frames))
        assert len(lobby.frames) <= 2


def test_talk_of_another_day_does_not_keep_a_table_open_for_ever(host, ada, clock):
    table = open_one(host)
    talk(table, ada)
    clock.go(timedelta(days=2).total_seconds())
    assert close_untouched_tables(now=timezone.now()) == 1


def test_whoever_is_banned_from_chats_reads_why_where_one_writes(client_of, host, ada):
    table = open_one(host)
    until = timezone.now() + timedelta(days=1)
    ban_from_chat(user=ada, reason="Rudeness", until=until, by=None, now=timezone.now())
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "You cannot chat until" in page
    assert "Rudeness" in page
    assert 'id="say"' not in page
    assert posted(client_of(ada), table, "Hello").status_code == 403
    assert not table.chat.exists()


def test_what_a_muted_member_says_is_hidden_with_a_way_to_show_it(client_of, host, ada, bo):
    table = open_one(host)
    talk(table, bo, "You fool")
    talk(table, host, "Good evening")
    mute(member=ada, muted=bo, now=timezone.now())
    page = client_of(ada).get(table.get_absolute_url())
    assert [line.is_muted for line in page.context["page"].chat] == [True, False]
    assert page.text.count("data-muted") == 1
    assert "data-muted" not in client_of(host).get(table.get_absolute_url()).text
