"""The floor: the smallest honest program that keeps the site's promises for a choice.

A yardstick for ``python -m bench.site``, and nothing that anybody should run. It takes choices over
the same sockets, from the same sessions, for the same games in the same tables, served by Daphne as
the site is. As the site does, it

- asks the database at every choice who it is: session, account, seat, suspension;
- locks the game's row, and stores choice, step and state durably;
- resolves a turn exactly once, by the same engine;
- pushes the frames that the site pushes to players and watchers, over Redis, after the commit.

It leaves out what the hot way does not need: leaving, absences, pausing, chat, the lobby, limits,
and all that makes a program pleasant to change. There is no Django on the way, only pipelined SQL.
"""
