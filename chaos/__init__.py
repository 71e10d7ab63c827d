"""Breaks the running site at random while games are played, and checks that nothing is lost."""
