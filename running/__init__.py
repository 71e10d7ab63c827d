"""What starts the site on one machine: its environment, its servers, its processes.

Nothing here imports Django or the site: it starts them.
"""
