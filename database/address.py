"""Reads ``DATABASE_URL``: one PostgreSQL server, or several of which one takes writes."""

from __future__ import annotations

import re
from typing import Any

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

ENGINE = "database.postgresql"

FORM = "postgresql://user:password@host:port/name"
QUOTED = "in a name or password write %40 for @, %2F for /, %3A for :, %25 for %"
MUST_BE = f"DATABASE_URL must name a PostgreSQL server: {FORM}"
SEVERAL = "several servers: postgresql://user:password@host1:port1,host2:port2,host3:port3/name"

CONNECT_SECONDS = 3
"""How long one server may take to accept a connection."""
CONNECT_SECONDS_OF_SEVERAL = 2
"""The same where there are others to ask; PostgreSQL's client takes no less."""

NOTICE_CLIENTS = "-c client_connection_check_interval=1s"
"""PostgreSQL then soon ends what nobody waits for any more (:mod:`database.postgresql.guard`)."""

DJANGO_NAMES = {
    "user": "USER",
    "password": "PASSWORD",
    "host": "HOST",
    "port": "PORT",
    "dbname": "NAME",
}


class WrongAddress(ValueError):
    """``DATABASE_URL`` cannot be used. The text says why, and contains no password."""


def settings_of(address: str) -> dict[str, Any]:
    """Returns Django's settings for the database at this address.

    With several servers, ``target_session_attrs`` is ``read-write`` unless the address says
    otherwise: a standby, or a former primary that has become one, is passed over.

    Raises WrongAddress.
    """
    told = _parameters(address)
    hosts, ports = told.get("host", "").split(","), told.get("port", "").split(",")
    if len(ports) not in (1, len(hosts)):
        raise WrongAddress(
            f"DATABASE_URL names {len(hosts)} hosts and {len(ports)} ports; name a port for each"
            " host, or one for all."
        )
    if not all(not port or (port.isdecimal() and 0 < int(port) < 2**16) for port in ports):
        # Not shown: with an unquoted "/" in the password, it is the password's beginning.
        raise WrongAddress(f"DATABASE_URL has a port that is no number from 1 to 65535; {QUOTED}")
    if len(hosts) > 1 and not all(hosts):
        raise WrongAddress(f"DATABASE_URL has a comma with no host beside it; {SEVERAL}")
    if len(hosts) > 1:
        told.setdefault("target_session_attrs", "read-write")
        told.setdefault("connect_timeout", str(CONNECT_SECONDS_OF_SEVERAL))
        told["options"] = f"{told.get('options', '')} {NOTICE_CLIENTS}"
    told.setdefault("connect_timeout", str(CONNECT_SECONDS))
    known = {theirs: told.pop(name, "") for name, theirs in DJANGO_NAMES.items()}
    return {"ENGINE": ENGINE, **known, "CONN_HEALTH_CHECKS": True, "OPTIONS": told}


def _parameters(address: str) -> dict[str, str]:
    """What the address says, by the names of PostgreSQL's client."""
    if address.partition("://")[0] not in ("postgresql", "postgres"):
        raise WrongAddress(MUST_BE)
    try:
        told = conninfo_to_dict(address)
    except ProgrammingError as error:
        # What PostgreSQL's client says may repeat a part of the password; the name of an option
        # does not.
        option = re.fullmatch(r'invalid URI query parameter: "([a-z_]+)"', str(error).strip())
        what = f"has an unknown option, {option[1]}" if option else f"cannot be read; {QUOTED}"
        raise WrongAddress(f"DATABASE_URL {what}") from None
    parameters = {name: str(value) for name, value in told.items()}
    if not parameters.get("dbname"):
        raise WrongAddress(f"DATABASE_URL names no database; it must look like {FORM}")
    return parameters
