"""Finds a real Firefox, the second engine: on the PATH, else Debian's if root may install it."""

import shutil

from tests.servers.debian import apt_get, may_install

NAMES = ("firefox-esr", "firefox")
NONE = "No Firefox: install firefox-esr. The pages are tested in Chromium alone."


def get_firefox() -> str:
    """Returns the path of a Firefox, and installs it first if there is none.

    Raises ``FileNotFoundError`` if none can be found or installed.
    """
    found = on_path()
    if not found and may_install():
        install_with_apt()
        found = on_path()
    if not found:
        raise FileNotFoundError(NONE)
    return found


def on_path() -> str | None:
    """Returns the path of an installed Firefox, if any."""
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
        print(error)  # the tests with Firefox are skipped, and say so
