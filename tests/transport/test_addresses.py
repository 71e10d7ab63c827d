"""What counts as one address."""

import pytest

from transport.addresses import address_of_scope, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("/run/web.sock", "unknown"),
        ("x" * 5000, "unknown"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address, network):
    assert network_of(address) == network


@pytest.mark.parametrize("scope", [{}, {"client": None}, {"client": ("", None)}])
def test_a_connection_that_tells_no_address_counts_as_unknown(scope):
    assert address_of_scope(scope) == "unknown"


def test_a_connection_counts_as_its_clients_network():
    assert address_of_scope({"client": ("2001:db8::1", 5000)}) == "2001:db8::/64"
