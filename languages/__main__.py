"""``python -m languages collect``: the texts in the code, into each language's catalogues.
``python -m languages compile``: the catalogues, for server and browsers.
``python -m languages check``: what is missing or wrong in them."""

import sys

from languages.checking import faults
from languages.collecting import collect
from languages.compiling import compile_all


def main(arguments: list[str]) -> None:
    """Does what is asked for; a fault ends it with status 1."""
    match arguments:
        case ["collect"]:
            collect()
        case ["compile"]:
            compile_all()
        case ["check"]:
            found = list(faults())
            if found:
                sys.exit("\n".join(found))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
