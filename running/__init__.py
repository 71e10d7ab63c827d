"""Starts the site on one machine: its environment, its servers, its processes.

Most of it imports neither Django nor the site, which it starts; what does, is prepare and web.
"""
