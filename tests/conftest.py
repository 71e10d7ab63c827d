"""What every test runs under."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.hashers import BCryptSHA256PasswordHasher
from django.db import transaction
from django.db.models import Field
from django.test import TransactionTestCase
from django.test.signals import setting_changed
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

import config.celery  # noqa: F401 - what a test sends goes to the broker of the tests
from games.live import watching
from games.pages import snapshots
from scheduler import jobs
from tests.servers.databases import close_connections, make_database
from tests.servers.emptying import empty_database
from tests.servers.image import image, static_files
from tests.servers.sentinels import Cluster
from tests.servers.session import one_session_for_each_login
from tests.servers.site import WITH_ALL_PAGES_SHOW, RunningSite
from transport import fanout, limits, sending, store, windows

SITE_LOG = pytest.StashKey[Path]()
"""Where the whole site writes its log, once a test has started it."""
SAID = 4000
"""Characters of it that a test which fails shows."""

COUNTED = (b"limits:", b"sockets:", b"sockets-of:")
"""What the names of the Redis keys begin with that hold counts."""

YOUNG_OBJECTS = 10_000
"""After how many new objects the garbage collector looks for garbage. Migrations make hundreds of
thousands in a second, most of which stay for a while."""

BEGUN_FIRST = (
    "tests/bench/",
    "tests/running/",
    "tests/engines/test_adding_a_game.py",
    "tests/engines/test_command_line.py",
    "tests/games/test_archive_upload.py",
    "tests/games/test_killed.py",
    "tests/browser/test_correspondence.py",
    "tests/browser/test_every_page.py",
    "tests/browser/test_tables.py",
    "tests/browser/test_whole_game.py",
)
"""What waits for processes that it starts, and what takes longest: at the end one core would wait
for it. xdist keeps to the order with ``--no-loadscope-reorder``."""

# The same examples in every run, however slow the machine is: a test fails for what changed, not
# for what was drawn.
hypothesis_settings.register_profile(
    "miai",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("miai")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Has the garbage collector skip what is loaded for the tests: all of it stays until the end,
    and each search of its half a million objects takes a quarter of a second."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 10, 30)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Orders the tests by :data:`BEGUN_FIRST`, whatever the arguments' order is: pytest forgets a
    file among them that is in a folder among them."""

    def place(item: pytest.Item) -> int:
        begins = (n for n, path in enumerate(BEGUN_FIRST) if item.nodeid.startswith(path))
        return next(begins, len(BEGUN_FIRST))

    items.sort(key=place)


@pytest.fixture(scope="session")
def django_db_setup() -> Iterator[None]:
    """The worker's database. It goes with its server, though a thread of a test may still use
    it."""
    make_database(os.environ["DATABASE_URL"])
    yield
    close_connections()


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[Callable[..., Any]]:
    """Returns a function that calls another, at a time that stands still, and gives what that
    returns. The rows that it makes are there for all tests of the module, none of which may commit:
    each undoes only its own changes."""

    def make(what: Callable[[], Any], at: datetime) -> Any:
        with django_db_blocker.unblock(), time_machine.travel(at, tick=False):
            return what()

    with django_db_blocker.unblock(), transaction.atomic():
        with django_db_blocker.block():
            yield make
        transaction.set_rollback(True)


@pytest.fixture(autouse=True, scope="session")
def _passwords_cost_little() -> None:
    """bcrypt as ever, with the fewest rounds it takes."""
    BCryptSHA256PasswordHasher.rounds = 4


@pytest.fixture(autouse=True, scope="session")
def _processes_of_a_site_work_on_meanwhile() -> Iterator[None]:
    """A test that commits leaves an empty database, without locking others out of its tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_database())
        yield


@pytest.fixture(autouse=True, scope="session")
def _migrations_copy_fields() -> Iterator[None]:
    """Migrations make the models anew at each of their steps, with clones of all fields. Django
    takes each field apart for it and calls its class again; copying, as it does with the fields of
    abstract models, is faster."""
    usual = Field.clone

    def clone(field: Any) -> Any:
        return usual(field) if hasattr(field, "model") else deepcopy(field)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Field, "clone", clone)
        yield


@pytest.fixture(autouse=True, scope="session")
def _who_logs_in_gets_one_session() -> Iterator[None]:
    with one_session_for_each_login():
        yield


@pytest.fixture(autouse=True, scope="session")
def _what_is_due_follows_the_settings() -> None:
    """A statement that is made once contains settings, which tests change."""
    setting_changed.connect(lambda **_: jobs._question.cache_clear(), weak=False)


@pytest.fixture(autouse=True, scope="session")
def _redis_answers_in_the_end() -> Iterator[None]:
    """Gives Redis more time: on a busy machine a push would time out, and its test would fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "SEND_TIMEOUT", 60)
        patch.setattr(fanout, "SUBSCRIBE_SECONDS", 60)
        patch.setattr(watching, "ANSWER_SECONDS", 60)
        yield


@pytest.fixture(autouse=True)
def _nothing_is_counted_yet() -> None:
    """No test is slowed down by what another did under the same name."""
    client = store.client()
    for key in client.scan_iter(f"{settings.REDIS_PREFIX}:[ls]*", count=1000):
        if key.removeprefix(f"{settings.REDIS_PREFIX}:".encode()).startswith(COUNTED):
            client.delete(key)
    limits._refusals.clear()
    limits._local_burst.waiting.clear()
    windows.own_limiter.cache_clear()
    store.breaker.paused_until = sending.breaker.paused_until = 0.0


@pytest.fixture(autouse=True)
def _no_step_is_kept_yet() -> None:
    """Games of several tests may have the same ids."""
    snapshots._resolved.cache_clear()


@pytest.fixture
def count_at(settings: Any) -> Iterator[Callable[[str], None]]:
    """Lets what is counted be counted by the Redis at another address."""

    def move(url: str) -> None:
        settings.REDIS_URL = url
        store.client.cache_clear()
        windows.limiter.cache_clear()

    before = settings.REDIS_URL
    yield move
    move(before)


@pytest.fixture
def cluster(
    tmp_path_factory: pytest.TempPathFactory, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cluster]:
    """Redis with sentinels, which the settings of the test name. Nobody waits for it as long as in
    other tests, in which Redis always answers in the end."""
    settings.COUNTING_TIMEOUT = 500
    monkeypatch.setattr(store.breaker, "pause", 0.2)
    monkeypatch.setattr(sending, "SEND_TIMEOUT", 0.5)
    monkeypatch.setattr(sending.breaker, "pause", 0.2)
    monkeypatch.setattr(watching, "ANSWER_SECONDS", 2)
    monkeypatch.setattr(fanout, "SUBSCRIBE_SECONDS", 2)
    monkeypatch.setattr(fanout, "QUIET_SECONDS", 0.5)
    monkeypatch.setattr(fanout, "SUBSCRIBE_AGAIN", 0.1)

    def use(address: str) -> None:
        settings.REDIS_URL = address
        for made in (store.client, sending._client, windows.limiter):
            made.cache_clear()

    before = settings.REDIS_URL
    with Cluster(tmp_path_factory.mktemp("sentinels")) as cluster:
        use(cluster.url)
        yield cluster
    use(before)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """The Chromium that pytest-playwright starts."""
    from tests.servers import chromium

    flags = [*chromium.flags(), *chromium.LESS_WORK]
    return {"executable_path": chromium.get_chromium(), "args": flags}


@pytest.fixture(scope="session")
def _site(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[str]:
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,  # sessions that a test opens hold there, too
        "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        "SEND_TO_PRIVATE_ADDRESSES": "1",  # the push service of the tests is on this machine
        "UPLOAD_SECONDS": "300",  # a busy machine is slow, not wrong
        "STATIC_ROOT": str(static_files(image())),
        **WITH_ALL_PAGES_SHOW,
    }
    folder = tmp_path_factory.mktemp("site")
    with RunningSite(folder, {**os.environ, **shared}, root=image()) as site:
        request.config.stash[SITE_LOG] = site.log
        # Playwright's event loop runs in the thread of the tests, which alone uses the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        yield site.address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test on the whole site that fails shows what the site said last: why it answered 500, for
    one."""
    report = yield
    log = item.config.stash.get(SITE_LOG, None)
    if report.failed and log and "_site" in getattr(item, "fixturenames", ()):
        said = log.read_text(errors="replace")[-SAID:]
        report.sections.append(("The site's log", said or "empty"))
    return report


@pytest.fixture
def site(_site: str, transactional_db: None) -> str:
    """The address of the whole site: web, worker and beat, on the database of this test, with
    modules bundled as in the image: a window fetches five of them for a game and not a hundred."""
    return _site
