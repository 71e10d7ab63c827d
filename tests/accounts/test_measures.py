"""Warnings, chat bans and mutes, from the members' view."""

from datetime import timedelta

import pytest

from accounts.models import ChatBan, Mute
from accounts.services.measures import ban_from_chat, warn
from accounts.services.mutes import MOST_MUTED, mute, muted_names
from tests.accounts.conftest import NOW, somebody
from transport.refusals import Refused

LATER = NOW + timedelta(days=2)


@pytest.mark.parametrize(("role", "code"), [("moderator", "moderator"), ("bot", "bot")])
def test_moderators_and_bots_are_not_warned_or_banned(db, superuser, role, code):
    user = somebody(role)
    with pytest.raises(Refused, match=code):
        warn(user=user, reason="?", by=superuser, now=NOW)
    with pytest.raises(Refused, match=code):
        ban_from_chat(user=user, reason="?", until=LATER, by=superuser, now=NOW)


def test_a_moderator_bans_in_the_admin_and_lifts_it(as_role, member):
    client = as_role("moderator")
    fields = {"user": member.username, "reason": "Rude.", "until": f"{LATER:%Y-%m-%dT%H:%M}"}
    client.post("/admin/accounts/chatban/add/", fields)
    ban = ChatBan.of(member, NOW)
    assert ban is not None
    assert ban.reason == "Rude."
    data = {"action": "lift", "_selected_action": [ban.pk]}
    assert "they can chat again" in client.post("/admin/accounts/chatban/", data, follow=True).text
    assert ChatBan.of(member, NOW) is None


def test_a_member_mutes_by_name_and_unmutes(client, member, moderator):
    client.force_login(member)
    assert (
        moderator.username
        in client.post("/account/muted/", {"name": moderator.username.upper()}, follow=True).text
    )
    assert muted_names(member) == [moderator.username]
    client.post("/account/muted/", {"unmute": moderator.pk})
    assert muted_names(member) == []
    assert "No member has this name" in client.post("/account/muted/", {"name": "Nobody"}).text


def test_one_mutes_neither_oneself_nor_a_bot_nor_everybody(member):
    for user, code in ((member, "self"), (somebody("bot"), "bot")):
        with pytest.raises(Refused, match=code):
            mute(member=member, muted=user, now=NOW)
    others = [type(member)(username=f"M{n}", name_key=f"m{n}") for n in range(MOST_MUTED + 1)]
    type(member).objects.bulk_create(others)
    Mute.objects.bulk_create(Mute(member=member, muted=other) for other in others[1:])
    with pytest.raises(Refused, match="too-many"):
        mute(member=member, muted=others[0], now=NOW)
