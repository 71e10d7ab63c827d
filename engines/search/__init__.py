"""How bots look ahead: one search for games in which seats choose at once (``sealed``), one for
games in which they take turns (``turns``), and what each must be told of a game (``knowledge``).

Nothing here knows a game, and the rules of games know nothing of this.
"""
