"""Showing a record that somebody uploads: a worker replays it in a process with limits.

``views`` takes the file and shows the page, ``tasks`` is what a worker does. ``queue`` keeps a row
for each upload and its progress; ``content`` keeps the record and its replay, in Redis and for
minutes only. ``process`` starts the process with limits, which runs ``child``.
"""
