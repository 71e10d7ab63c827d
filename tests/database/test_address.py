"""DATABASE_URL: one server or several, or a line that says what is wrong with it."""

import pytest

from database.address import WrongAddress, settings_of
from database.postgresql.servers import Order


def test_one_server_is_named_with_options_of_the_client():
    told = settings_of("postgresql://club:p%40ss@db.example:5433/miai?sslmode=require")
    assert told == {
        "ENGINE": "database.postgresql",
        "USER": "club",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "NAME": "miai",
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"sslmode": "require", "connect_timeout": "3"},
    }


def test_of_several_servers_only_one_that_takes_writes_is_used():
    told = settings_of("postgresql://club@db1:5432,db2,[::1]:5433/miai")
    assert (told["HOST"], told["PORT"]) == ("db1,db2,::1", "5432,,5433")
    assert told["OPTIONS"]["target_session_attrs"] == "read-write"
    assert told["OPTIONS"]["connect_timeout"] == "2"


@pytest.mark.parametrize("hosts", ["db1,db2", "db1"])
def test_what_the_address_asks_for_wins(hosts):
    asked = "target_session_attrs=primary&connect_timeout=7"
    options = settings_of(f"postgresql://club@{hosts}/miai?{asked}")["OPTIONS"]
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("primary", "7")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://club@db/miai", "must name a PostgreSQL server"),
        ("db1,db2", "must name a PostgreSQL server"),
        ("postgresql://club@db1,db2", "names no database"),
        ("postgresql://club@db1:5432,db2:x/miai", "a port that is no number"),
        ("postgresql://club@db1:70000/miai", "a port that is no number"),
        ("postgresql://club@db1,,db2/miai", "a comma with no host beside it"),
        ("postgresql://club@/miai?host=db1,db2,db3&port=1,2", "names 3 hosts and 2 ports"),
        ("postgresql://club@db1/miai?sslmodus=require", "an unknown option, sslmodus"),
        ("postgresql://club:secret%zz@db1/miai", "cannot be read; in a name or password write %40"),
        ("postgresql://club:secret/x@db1/miai", "a port that is no number"),
    ],
)
def test_a_wrong_address_is_refused_without_showing_the_password(address, why):
    with pytest.raises(WrongAddress, match=why) as refused:
        settings_of(address)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def hosts(order, names="a,b,c"):
    return [parameters["host"] for _, parameters in order.attempts({"host": names, "port": "5"})]


def test_a_process_begins_with_the_server_that_took_its_last_connection():
    order = Order()
    assert hosts(order) == ["a", "b", "c"]
    order.answered(("c", "5"), connected=True)
    order.answered(("a", "5"), connected=False)
    assert hosts(order) == ["c", "a", "b"]


def test_a_server_that_did_not_answer_is_asked_last_until_it_answers():
    order = Order()
    order.answered(("a", "5"), connected=True)
    order.kept_silent(("a", "5"))
    assert hosts(order) == ["b", "c", "a"]
    order.answered(("a", "5"), connected=False)
    assert hosts(order) == ["a", "b", "c"]


def test_each_host_is_asked_at_its_own_port():
    attempts = Order().attempts({"host": "a,b", "port": "1,2", "user": "club"})
    assert [(each["host"], each["port"], each["user"]) for _, each in attempts] == [
        ("a", "1", "club"),
        ("b", "2", "club"),
    ]
