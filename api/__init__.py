"""The door for programs: ``/api/v1/``. The same commands, services and refusals as pages and
sockets, with tokens instead of sessions."""
