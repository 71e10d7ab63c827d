"""Finds a real Chromium: on the PATH, else Playwright's, else Debian's if root may install it.

Prefers the variant without windows (``headless-shell``), which is faster.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.servers.debian import apt_get, may_install

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DISABLED_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
"""Features that Playwright disables. Of several such lists Chromium takes the last, so ours repeats
them."""
NOT_NEEDED = ("RenderDocument",)
"""Features that cost tests time: with this one each page that a window opens gets a new frame."""
LESS_WORK = (
    "--renderer-process-limit=1",  # starts no process ahead for a page that may come
    f"--disable-features={','.join((*DISABLED_BY_PLAYWRIGHT, *NOT_NEEDED))}",
)
"""Further options for tests, which save a tenth of the processor time of opening pages."""
NONE = "No Chromium: install chromium, or call `.venv/bin/playwright install chromium`."


def flags() -> list[str]:
    """Returns the command-line options. Chromium's sandbox does not work for root."""
    return [*FLAGS, "--no-sandbox"] if os.getuid() == 0 else [*FLAGS]


def get_chromium() -> str:
    """Returns the path of a Chromium, and installs it first if there is none.

    Raises ``FileNotFoundError`` if none can be found or installed.
    """
    found = on_path() or of_playwright()
    if not found and may_install():
        install_with_apt()
        found = on_path()
    if not found:
        raise FileNotFoundError(NONE)
    return found


def on_path() -> str | None:
    """Returns the path of an installed Chromium, if any."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def of_playwright() -> str | None:
    """Returns the path of the Chromium that ``playwright install`` downloaded, if any."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_with_apt() -> None:
    """Installs Debian's package; quiet unless it fails."""
    print("Installing Chromium with apt-get ...", flush=True)
    apt_get("update")
    for package in (SHELL, "chromium"):
        wrong = apt_get("install", "--yes", "--no-install-recommends", package)
        if not wrong:
            return
    raise FileNotFoundError(f"{NONE} apt-get: {wrong}")


if __name__ == "__main__":
    try:
        print(get_chromium())
    except FileNotFoundError as error:
        raise SystemExit(str(error)) from error
