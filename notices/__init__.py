"""Notices: what a member should learn of games and tables, kept until it is read.

This app subscribes to games and tables, which know nothing of it. A notice is written in the same
transaction as the change it is about; the member's open pages then get a hint without content.
"""
