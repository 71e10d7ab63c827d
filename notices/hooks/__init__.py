"""Webhooks: requests to servers that members and the club name, when something happens.

A member's webhook is a channel for notices (:mod:`notices.channels`), by default for their turns.
The club's webhooks are told of public games and tables, by rows that are written with the event
(:mod:`notices.hooks.club`). :mod:`notices.hooks.sending` sends both. A request has the form of
Standard Webhooks (https://www.standardwebhooks.com/), and also a sentence where chat programs such
as Discord and Mattermost look for one (:mod:`notices.hooks.bodies`).
"""
