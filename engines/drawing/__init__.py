"""Small still pictures of positions, as SVG: what the games' ``picture.py`` share.

A picture is drawn from what everybody may see, in the colours that it is given; it holds no names
of people and no script, and the same position always gives the same text.
"""
