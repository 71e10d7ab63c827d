"""Web push: notices that a browser shows while no page of the site is open.

A browser registers with the address of a push service and a key (:mod:`notices.push.devices`).
Messages are written (:mod:`notices.push.messages`), encrypted for that browser, and sent to its
service (:mod:`notices.push.services`).
"""
