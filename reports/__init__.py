"""Reports: what members tell moderators about messages and players, and what comes of it.

This room knows games, tables and accounts; none of them knows it. What moderators do about a member
is done by :mod:`accounts.services.measures`.
"""
