"""What a club offers and allows, from environment variables: who invites and hosts, how many games,
pages and uploads there may be, and how long things are kept.

docs/running.md lists every variable.
"""

from running.variables import variables

env = variables()

INVITATIONS_PER_MEMBER = env.int("INVITATIONS_PER_MEMBER", 0)
"""How many people a member may invite within 30 days. 0: only moderators invite."""
INVITATION_CONTACT = env.str("INVITATION_CONTACT", "")
"""How to ask for an invitation: a sentence for the page about joining."""
EVERY_MEMBER_HOSTS = env.bool("EVERY_MEMBER_HOSTS", False)
"""Whether every member may open tables, not only hosts and moderators."""
TABLES_PER_HOST = env.int("TABLES_PER_HOST", 3)
"""How many tables a host may have open, counted until their games begin."""
QUICK_TABLES_PER_MEMBER = env.int("QUICK_TABLES_PER_MEMBER", 2)
"""How many tables a member who is not a host may have open; these use the presets. 0: none."""
GUESTS = env.bool("GUESTS", True)
"""Whether visitors may play games against bots without an account."""
GUEST_GAMES = env.int("GUEST_GAMES", 100)
"""How many games of guests may run at a time."""
BOT_SECONDS = env.float("BOT_SECONDS", 1.0)
"""How long a bot may think about a choice; then it makes one at once."""
BOTS_ALONE_IN_CLUB = env.int("BOTS_ALONE_IN_CLUB", 2)
"""How many games between bots alone may run in the club at a time."""
BOTS_ALONE_OF_MEMBER = env.int("BOTS_ALONE_OF_MEMBER", 1)
"""How many of them may come from the tables of one member."""
BOTS_ALONE_A_DAY = env.int("BOTS_ALONE_A_DAY", 5)
"""How many of them a member's bot may begin within a day."""
BOTS_ALONE_STEPS = env.int("BOTS_ALONE_STEPS", 300)
"""A game between bots alone is cancelled after this many steps."""
NOBODY_CHOSE_STEPS = env.int("NOBODY_CHOSE_STEPS", 50)
NOBODY_CHOSE_DAYS = env.int("NOBODY_CHOSE_DAYS", 14)
"""A game with people is cancelled after this many steps without a human choice; one with bots also
after this many days, unless its turns are long."""
RELIABILITY = env.bool("RELIABILITY", True)
"""Whether the club notes how reliably members finish their games, limits the number of games of
those who are new or often late, and makes those wait who abandon live games."""
BOTS_READY_AFTER = env.int("BOTS_READY_AFTER", 30)
"""Seconds until a bot that has sat down at a table is ready, so that people come first."""

PUSH_DEVICES_PER_MEMBER = env.int("PUSH_DEVICES_PER_MEMBER", 10)
"""How many browsers of a member may get pushes; a further one replaces the oldest."""
SEND_TO_PRIVATE_ADDRESSES = env.bool("SEND_TO_PRIVATE_ADDRESSES", False)
"""Whether push services and webhooks may be in this network and without HTTPS; for tests."""
WEBHOOKS = env.bool("WEBHOOKS", True)
"""Whether members and the club may have webhooks: the site then sends to servers that they name."""
DECIDED_REPORTS_DAYS = env.int("DECIDED_REPORTS_DAYS", 90)
"""Days until a decided report is deleted, with the chat messages kept for it."""
DAYS_OFF = env.int("DAYS_OFF", 30)
"""How many days off a member may enter for a year; 0: days off are not offered."""

READ_NOTICES_DAYS = env.int("READ_NOTICES_DAYS", 30)
"""Days until a read notice is deleted."""

SOCKETS_PER_MEMBER = env.int("SOCKETS_PER_MEMBER", 20)
"""How many sockets, that is open pages, a member may have in all browsers together."""
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", 60)
"""How many sockets visitors at one address may have together."""
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
"""The token that Prometheus sends to read ``/metrics``; empty: nothing is counted, and there is no
page."""
LIMITS: dict[str, str] = env.dict("LIMITS", {})
"""Rates that replace those of ``transport/limits.py``: ``{"chat.member": "40/minute"}``."""
TURN_GRACE = env.int("TURN_GRACE", 200)
"""Milliseconds from a deadline until the timer ends the turn, so that choices under way arrive."""

# Uploaded records. What one replay may use:
UPLOAD_PROCESSOR_SECONDS = env.float("UPLOAD_PROCESSOR_SECONDS", 20.0)
UPLOAD_SECONDS = env.float("UPLOAD_SECONDS", 45.0)
UPLOAD_MEGABYTES = env.int("UPLOAD_MEGABYTES", 512)
UPLOAD_LEFT_SECONDS = env.float("UPLOAD_LEFT_SECONDS", 15.0)
"""A replay is given up when its page has not asked for it for this many seconds."""
UPLOAD_KEPT_SECONDS = env.int("UPLOAD_KEPT_SECONDS", 600)
"""How many seconds a result is kept."""
UPLOADS_AT_ONCE = env.int("UPLOADS_AT_ONCE", 1)
UPLOADS_WAITING = env.int("UPLOADS_WAITING", 20)
"""How many records may wait; visitors get half of the places."""
