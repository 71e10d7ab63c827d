"""Ratings: the strength of members, estimated from their games; ladders, seasons and profiles.

The app listens to games, which know nothing of it. It records the end of a rated game in the
transaction that ends the game. The players' new ratings are calculated later, in the order in which
the games ended, and can be recalculated from the archive.
"""
