"""Notices: what a member should learn of games and tables, kept until it is read.

This room listens to games and tables; neither knows of it. A notice is written in the transaction
of what it tells of, and pages of its member hear a hint without content.
"""
