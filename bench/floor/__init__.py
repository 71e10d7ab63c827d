"""The floor: the smallest honest program that keeps the site's promises for a choice.

``python -m bench.site`` compares the site with it; it is not meant for use. It takes choices over
the same kind of sockets, from the same sessions, for the same games in the same tables, and runs
under Daphne like the site. Like the site, it

- reads from the database at every choice who sent it: session, account, seat, suspension;
- locks the game's row, and stores choice, step and state durably;
- resolves a turn exactly once, with the same engine;
- pushes the same frames to players and spectators, over Redis, after the commit.

It has nothing that a choice does not need: no leaving, absences, pauses, chat, lobby or limits, and
nothing that makes a program easy to change. It uses pipelined SQL instead of Django.
"""
