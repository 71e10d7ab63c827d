"""The pages of ladders, seasons and members."""
