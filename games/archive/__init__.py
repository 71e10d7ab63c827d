"""Games that are over: what can be read, downloaded and uploaded of them."""
