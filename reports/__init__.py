"""Reports: members report messages and players to the moderators, who decide about them.

The app uses games, tables and accounts; none of them knows it. Warnings, chat bans and suspensions
are made by :mod:`accounts.services.measures`.
"""
