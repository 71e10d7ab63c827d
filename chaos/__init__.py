"""Breaks the running site at random while it is played, and checks that nothing is lost."""
