"""A real Firefox, the second engine: one on the PATH, else Debian's where root may install it."""

import shutil

from tests.servers.debian import apt_get, may_install

NAMES = ("firefox-esr", "firefox")
NONE = "No Firefox: install firefox-esr. The pages are tested in Chromium alone."


def get_firefox() -> str:
    """The path of a Firefox, installed first where there is none.

    Raises ``FileNotFoundError`` where none is to be had.
    """
    found = on_path()
    if not found and may_install():
        install_with_apt()
        found = on_path()
    if not found:
        raise FileNotFoundError(NONE)
    return found


def on_path() -> str | None:
    """One that is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install_with_apt() -> None:
    """Installs Debian's package; quiet unless it fails."""
    print("Installing Firefox with apt-get ...", flush=True)
    apt_get("update")
    wrong = apt_get("install", "--yes", "--no-install-recommends", NAMES[0])
    if wrong:
        raise FileNotFoundError(f"{NONE} apt-get: {wrong}")


if __name__ == "__main__":
    try:
        get_firefox()
    except FileNotFoundError as error:
        print(error)  # the tests in it are left out, and say so
