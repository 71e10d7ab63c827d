"""What notices can be about, what can have happened, and the channels they come by."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy


class Kind(models.TextChoices):
    """What a notice is about. Members choose which kinds they want."""

    TURN = "turn", gettext_lazy("It is your turn")
    TIME = "time", gettext_lazy("Your time is running out")
    COURSE = (
        "course",
        gettext_lazy("One of your games starts, ends, is paused, resumed or cancelled"),
    )
    MODERATION = "moderation", gettext_lazy("A moderator does something that affects you")
    TABLE = (
        "table",
        gettext_lazy(
            "Invitations, rematches, requests to join; a game is found for you; the game at your "
            "table starts"
        ),
    )
    VOTE = "vote", gettext_lazy("A vote is open in one of your games")
    SEAT = "seat", gettext_lazy("A seat in somebody else’s game can be taken over")
    LOOKING = "looking", gettext_lazy("Somebody is looking for a live game that you play")
    MENTION = "mention", gettext_lazy("Somebody writes your name in a chat, as in @Name")
    REPORT = "report", gettext_lazy("Somebody reports a message or a player to the moderators")
    NEWS = "news", gettext_lazy("The moderators write to all members")


UNASKED = (Kind.SEAT, Kind.LOOKING)
"""Kinds that are off, for every channel, until a member turns them on."""

ALWAYS_IN_SITE = (Kind.NEWS,)
"""Kinds that the site shows to everybody, whatever their preferences."""

SENT_IF_ASKED = (Kind.NEWS,)
"""Kinds that are sent only to members who have turned them on."""

OF_MODERATORS = (Kind.REPORT,)
"""Kinds that only moderators get."""


class What(models.TextChoices):
    """What happened; :mod:`notices.words` has the sentence for each."""

    YOUR_TURN = "your-turn", "a turn of theirs began"
    BEGAN = "began", "the game began"
    RUNS_OUT = "runs-out", "their time runs out"
    EXTENDED = "extended", "the turn goes on with an extension of theirs"
    LAST_EXTENSION = "last-extend", "the turn goes on with their last extension"
    ENDED = "ended", "the game ended"
    PAUSED = "paused", "the game was paused"
    RESUMED = "resumed", "the game was resumed"
    CANCELLED = "cancelled", "the game was cancelled"
    STOPPED = "stopped", "the server stopped the game"
    VOTE_PAUSED = "vote-paused", "the players paused the game"
    GOES_ON = "goes-on", "the game goes on after a pause of the players"
    VOTE = "vote", "a vote needs their voice"
    SEAT_OFFERED = "seat-offered", "a seat can be taken over"
    ABSENT = "absent", "they left by missing turns"
    AWAY = "away", "they left by being away"
    REMOVED = "removed", "a moderator removed them"
    ENDED_TURN = "ended-turn", "a moderator ended the turn"
    STRUCK = "struck", "a moderator struck the game from the ratings"
    COUNTS = "counts", "a moderator let a struck game count again"
    ASKED = "asked", "somebody asks for a seat"
    LET_IN = "let-in", "the host let them in"
    REFUSED = "refused", "the host said no"
    INVITED = "invited", "somebody invites them to a table"
    REMATCH = "rematch", "a player offers them a rematch"
    MATCHED = "matched", "others wish for the same game, and they are asked"
    FITS = "fits", "a table was opened that fits their wish for a game"
    LOOKS = "looks", "somebody looks for a live game that they play"
    HERE = "here", "the game at their table starts when they say that they are here"
    STARTING = "starting", "the game at their table is about to start"
    MENTIONED = "mentioned", "somebody wrote their name"
    CLOSED = "closed", "a moderator closed their table"
    WARNED = "warned", "a moderator warned them"
    CHAT_BANNED = "chat-banned", "a moderator banned them from chats"
    SUSPENDED = "suspended", "a moderator suspended them"
    CHATS_AGAIN = "chats-again", "a moderator lifted a chat ban"
    PLAYS_AGAIN = "plays-again", "a moderator lifted a suspension"
    RENAMED = "renamed", "a moderator gave them another name"
    LINK_MADE = "link-made", "a link for a new password was made"
    LINK_USED = "link-used", "it was used"
    FACTORS_GONE = "factors-gone", "two-factor login was removed"
    MESSAGE_GONE = "message-gone", "a moderator took a message of theirs down"
    REPORTED = "reported", "somebody was reported, and they may decide about it"
    NO_MEASURE = "r-nothing", "nothing came of their report"
    OTHER_WARNED = "r-warned", "whom they reported was warned"
    OTHER_BANNED = "r-banned", "whom they reported was banned from chats"
    OTHER_SUSPENDED = "r-suspended", "whom they reported was suspended"
    TAKEN_DOWN = "rg-nothing", "the message that they reported was taken down"
    DOWN_WARNED = "rg-warned", "taken down, and its author was warned"
    DOWN_BANNED = "rg-banned", "taken down, and its author was banned from chats"
    DOWN_SUSPENDED = "rg-suspended", "taken down, and its author was suspended"
    ANNOUNCED = "announced", "the moderators wrote to all members"


OF_LOGGING_IN = (What.LINK_MADE, What.LINK_USED, What.FACTORS_GONE)
"""Sent by every channel, whatever the member's preferences: somebody else changed how one logs in
as them. ``accounts`` sends the mail about it itself, at once."""


class Channel(models.TextChoices):
    """How a notice reaches its member: pages of the site show it, other channels send it
    (:mod:`notices.channels`)."""

    SITE = "site", gettext_lazy("On the site")
    PUSH = "push", gettext_lazy("On your devices")
    MAIL = "mail", gettext_lazy("By email")
    HOOK = "hook", gettext_lazy("By webhook")
