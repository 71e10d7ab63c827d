"""The names that the site answers to if ALLOWED_HOSTS is not set."""

import os
import socket
import subprocess
import sys

import ifaddr
import pytest

from config.hosts import own_hosts

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
ASK = (
    "from config import settings; print('\\n'.join([*settings.ALLOWED_HOSTS, '-',"
    " *settings.CSRF_TRUSTED_ORIGINS]))"
)


def set_up(tmp_path, **environment):
    """ALLOWED_HOSTS and CSRF_TRUSTED_ORIGINS in a process with this environment."""
    inherited = {
        name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "PYTHONPATH"}
    }
    said = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**inherited, "VAR_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    hosts, origins = said.split("-\n")
    return set(hosts.split()), origins.split()


def test_alone_it_answers_to_this_machine(tmp_path):
    hosts, _ = set_up(tmp_path)
    assert hosts == LOOPBACK | {socket.gethostname().lower()}


def test_what_is_named_is_added(tmp_path):
    hosts, origins = set_up(
        tmp_path, ALLOWED_HOSTS="a.example,b.example", SITE_URL="https://c.example:8443/"
    )
    assert hosts >= LOOPBACK | {"a.example", "b.example", "c.example"}
    assert origins == ["https://c.example:8443"]


def test_in_production_only_what_is_named_counts(tmp_path):
    hosts, origins = set_up(
        tmp_path,
        PRODUCTION="1",
        SECRET_KEY="x",
        ALLOWED_HOSTS="a.example",
        CSRF_TRUSTED_ORIGINS="https://b.example",
        HOST="0.0.0.0",  # noqa: S104 - not bound
    )
    assert hosts == {"a.example"}
    assert origins == ["https://b.example", "http://127.0.0.1:8000"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - not bound
def test_open_to_other_machines_it_answers_to_all_its_addresses(host):
    hosts = own_hosts(host)
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            assert (ip.ip if ip.is_IPv4 else f"[{ip.ip[0]}]") in hosts
    assert socket.getfqdn().lower() in hosts
    assert socket.gethostname().lower().partition(".")[0] + ".local" in hosts
    assert not {"*", host, ""} & set(hosts)


@pytest.mark.parametrize(
    ("host", "name"), [("192.0.2.7", "192.0.2.7"), ("fd00::7", "[fd00::7]"), ("Box", "box")]
)
def test_on_one_address_it_answers_to_that(host, name):
    assert name in own_hosts(host)
