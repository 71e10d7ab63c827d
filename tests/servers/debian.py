"""Installs Debian packages that tests need, if run by root."""

import os
import shutil
import subprocess

NO_SERVICE = {"SYSTEMD_OFFLINE": "1", "RUNLEVEL": "1"}
"""Variables with which installing a package does not start its service."""


def may_install() -> bool:
    """Whether packages can be installed here."""
    return os.getuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*command: str) -> str:
    """Calls apt-get; returns its last words if it fails, else an empty string."""
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
