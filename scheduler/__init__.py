"""Finds what is due and has it handled on time.

Knows no app: each app registers its kinds of due things (:mod:`scheduler.jobs`) from its
``schedule.py``. Beat starts a sweep several times a second (:mod:`scheduler.sweeping`), on
whichever worker is free.
"""
