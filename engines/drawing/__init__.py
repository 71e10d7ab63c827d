"""Small still pictures of positions, as SVG: the code that the games' ``picture.py`` share.

A picture is drawn from what everybody may see, in the colours it is given. It contains no names of
people and no scripts, and the same position always gives the same text.
"""
