"""Ratings: how strong members are, as far as their games tell; ladders, seasons and profiles.

This room listens to games, which know nothing of it. The end of a rated game is noted in the
transaction in which it ends; what follows for its players is worked out afterwards, in the order
of the ends, and can be worked out again from all that was played.
"""
