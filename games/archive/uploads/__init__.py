"""Shows an uploaded record: a worker replays it in a process with limits.

``views`` takes the file and shows the page; ``queue`` decides whose record is replayed and when;
``tasks`` is what a worker does, and ``process`` the process with limits. What is kept about a
record, and for how long, is in :class:`games.models.Upload`.
"""
