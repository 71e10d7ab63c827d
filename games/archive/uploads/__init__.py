"""Shows an uploaded record: a worker replays it in a process with limits.

``views`` takes the file and shows the page; ``tasks`` is what a worker does. ``queue`` keeps a row
with the progress of each upload; ``content`` keeps the record and its replay, only in Redis and for
minutes. ``process`` starts the process with limits, which runs ``child``.
"""
