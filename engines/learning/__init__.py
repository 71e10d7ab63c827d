"""The games for programs that learn, which choose numbers instead of actions
(:mod:`engines.numbering`).

:mod:`.episode` needs nothing further. :mod:`.pettingzoo` needs the package ``pettingzoo`` and
:mod:`.openspiel` the package ``open_spiel``: they are extras, and nothing else imports them.
"""
