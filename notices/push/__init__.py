"""Web push: notices that a browser shows though no page of the site is open.

A browser that wants them names the address of a push service and a key
(:mod:`notices.push.devices`). What is told is put into words (:mod:`notices.push.messages`),
encrypted for that browser alone, and handed to its service (:mod:`notices.push.services`).
"""
