"""The API for programs, at ``/api/v1/``. It uses the same commands, services and refusals as pages
and sockets, but tokens instead of sessions."""
