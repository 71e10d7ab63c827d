"""Starts the site on one machine: its environment, its servers and its processes.

Most modules import neither Django nor the site, which they start; prepare and web do.
"""
