"""What is due, and when: kinds of things with a time, and the sweep that looks for them.

This room knows no game and no table. Each app says what can be due in it (:mod:`due.kinds`); beat
calls the workers several times a second, and whichever is free sweeps (:mod:`due.sweeping`).
"""
