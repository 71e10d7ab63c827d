"""``python -m languages collect``: copies the texts in the code into each language's catalogues.
``python -m languages compile``: compiles the catalogues for the server and for browsers.
``python -m languages check``: lists what is missing or wrong in the catalogues."""

import sys

from languages.checking import faults
from languages.collecting import collect
from languages.compiling import compile_all


def main(arguments: list[str]) -> None:
    """Runs the command; exits with status 1 if it is unknown or ``check`` finds faults."""
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
