"""What root may install on Debian where a test needs it."""

import os
import shutil
import subprocess

NO_SERVICE = {"SYSTEMD_OFFLINE": "1", "RUNLEVEL": "1"}
"""Lets a package be installed without its service being started."""


def may_install() -> bool:
    """Whether packages can be installed here."""
    return os.getuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*command: str) -> str:
    """Calls apt-get; what it says last where it fails, otherwise nothing."""
    finished = subprocess.run(
        ["apt-get", "--quiet", *command],
        env={**os.environ, **NO_SERVICE, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode == 0:
        return ""
    said = finished.stderr.strip().splitlines()
    return said[-1] if said else "failed"
