"""Connections to PostgreSQL, on one server or several: Django's backend (:mod:`.base`), and what it
shares with the pool of the event loop."""
