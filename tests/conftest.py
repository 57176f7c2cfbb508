"""Fixtures shared by all tests: a database of their own, four people, a real server, a real browser."""

# Nothing of ours can be imported before pytest-django has set up the settings.
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
import fcntl
import gc
import hashlib
import os
import shutil
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import django
import pytest
import uvicorn
from django.apps import apps as installed
from django.conf import settings
from django.contrib import auth
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.cache import cache, caches
from django.core.handlers.asgi import ASGIHandler
from django.db import connection, transaction
from django.template import Context
from django.template.base import Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.test.utils import override_settings
from django.utils import timezone, translation
from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError
from pytest_django import DjangoDbBlocker

from tests import luck

pytest_plugins = ["tests.budget"]

PASSWORD = "slow and steady"


def pytest_configure(config: pytest.Config) -> None:
    """Isolate the tests, so that several runs and a running site can share one machine."""
    gc.set_threshold(100_000, 20, 20)
    luck.fix_examples()
    folder = Path(tempfile.mkdtemp(prefix="slowfuse-tests-"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        settings.DATABASES["default"]["TEST"]["NAME"] = str(folder / "test.sqlite3")
        # A test process can be killed, but its machine doesn't lose power.
        settings.DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    else:
        settings.DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"
    if settings.MAIL_URL.startswith("filemail:"):
        settings.MAIL_URL = f"filemail://{folder / 'mail'}"  # Keep apart from the e-mails of a local site.
    if settings.CELERY_BROKER_URL.startswith("filesystem"):
        settings.CELERY_BROKER_URL = "memory://"
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
    settings.CELERY_TASK_DEFAULT_QUEUE = f"slowfuse-tests-{os.getpid()}"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True  # Otherwise each test client lists all files first.
    settings.STATIC_ROOT = folder
    for specimen in (Path(__file__).parent / "specimen").glob("*/templates"):
        settings.TEMPLATES[0]["DIRS"].append(specimen)
        settings.LOCALE_PATHS.append(specimen.with_name("locale"))
    if settings.CACHES["shared"] is not settings.CACHES["default"]:
        settings.CACHES["shared"]["LOCATION"] = str(folder / "shared")


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # Imported objects stay.


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("not over PostgreSQL: SLOWFUSE_DATABASE_URL names none")


@pytest.fixture(autouse=True)
def _luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make a test deal the same in every run."""
    with luck.drawn(request.node.nodeid):
        yield


@pytest.fixture(scope="session", autouse=True)
def _what_pages_cost(django_test_environment: None) -> Iterator[None]:
    """Speed up pages by a tenth and more.

    Django copies the context of each part for tests, although they only use that of the full page. Static addresses,
    the same on every page, are cached.
    """

    def draw(template: Template, context: Context) -> str:
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", draw)
        patch.setattr(StaticFilesStorage, "url", lru_cache(StaticFilesStorage.url))
        yield


@pytest.fixture(scope="session", autouse=True)
def _sessions_of_today(django_test_environment: None) -> Iterator[None]:
    """Give logins without a form a session like that after a form's first page, so that it isn't renewed today."""
    plain = auth.login

    def login(request: Any, user: Any, backend: Any = None) -> None:
        plain(request, user, backend)
        request.session[session_renewal.RENEWAL_DAY_KEY] = clocks.now().date().isoformat()

    from apps.accounts.services import session_renewal
    from apps.common import clocks

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auth, "login", login)
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Migrate the tables once. The first process leaves a copy for the others and, on SQLite, for later runs."""
    if connection.vendor == "postgresql":
        # A pool opened by a test without a database would lead all later tests past their own database.
        connection.close_pool()  # type: ignore[attr-defined]
    left = _kept_tables(request.config)
    if left is None and not hasattr(request.config, "workerinput"):
        request.getfixturevalue("django_db_setup")
        yield
        return
    left = left or tmp_path_factory.getbasetemp().with_name("migrated")
    with left.with_suffix(".lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        first = not left.exists()
        if not first and connection.vendor == "sqlite":
            shutil.copy(left, connection.settings_dict["TEST"]["NAME"])
            request.config.option.reuse_db = True
            connection.settings_dict["TEST"]["MIGRATE"] = False  # Checking that nothing is missing takes a second.
        elif not first:
            connection.settings_dict["TEST"]["TEMPLATE"] = left.read_text()
        request.getfixturevalue("django_db_setup")
        if first:
            with django_db_blocker.unblock():
                _leave_copy(left)
    yield
    if first and connection.vendor != "sqlite":
        with left.with_suffix(".lock").open("w") as turn, django_db_blocker.unblock():
            fcntl.flock(turn, fcntl.LOCK_EX)
            left.unlink()  # A later process, after one that died, migrates again.
            connection.creation.destroy_test_db(verbosity=0, suffix="migrated")


def _kept_tables(config: pytest.Config) -> Path | None:
    """Find where the tables of exactly these migrations are kept between runs, if they are kept."""
    if (
        connection.vendor != "sqlite"
        or config.getoption("nomigrations")
        or not config.pluginmanager.hasplugin("cacheprovider")
    ):
        return None
    found = hashlib.sha256(django.__version__.encode())
    for app in installed.get_app_configs():
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            found.update(file.read_bytes())
    assert config.cache is not None
    return config.cache.mkdir("migrated") / found.hexdigest()


def _leave_copy(left: Path) -> None:
    """Store a copy as a file or as another database's name; if the process dies before, there is nothing to copy."""
    half = left.with_suffix(".half")
    if connection.vendor == "sqlite":
        half.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(half)])
    else:
        connection.creation.clone_test_db("migrated", verbosity=0, autoclobber=True)
        half.write_text(connection.creation.get_test_db_clone_settings("migrated")["NAME"])
    half.rename(left)


KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables whose rows come with the tables."""


@pytest.fixture(scope="session", autouse=True)
def _what_emptying_costs() -> Iterator[None]:
    """Empty only tables with rows after a transactional test.

    Django empties all of them, then restores rows that needn't have been deleted.
    """
    tables: list[str] = []

    def empty(_case: TransactionTestCase) -> None:
        name = connection.ops.quote_name
        if not tables:
            tables.extend(set(connection.introspection.django_table_names(only_existing=True)) - KEPT)
        held = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name(table)})" for table in tables)
        with transaction.atomic(), connection.cursor() as cursor:  # Foreign keys are checked at the end.
            cursor.execute(held)
            for (table,) in cursor.fetchall():
                cursor.execute(f"DELETE FROM {name(table)}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from apps.matches.services import uptime
    from apps.tournaments.selectors import cache as tournament_cache

    start = time.monotonic()
    monkeypatch.setattr(uptime, "BEAT_INTERVAL", timedelta(minutes=1))  # A slow machine takes long pauses.
    # The cache of tournaments forgets at every full minute, and no test must start just before one.
    monkeypatch.setattr(tournament_cache, "monotonic", lambda: time.monotonic() - start)
    yield
    cache.clear()
    caches["shared"].clear()
    timezone.deactivate()  # It was set for the last page's reader.
    translation.deactivate()


# --- People ----------------------------------------------------------------------------------------------------------


def person(name: str) -> Any:
    """Create a player with this name."""
    return get_user_model().objects.create_user(username=name, email=f"{name}@example.org", password=PASSWORD)


@pytest.fixture
def player(db: None) -> Callable[[str], Any]:
    """Return a function that creates a player by name."""
    return person


@pytest.fixture
def ada(player: Callable[[str], Any]) -> Any:
    return player("ada")


@pytest.fixture
def ben(player: Callable[[str], Any]) -> Any:
    return player("ben")


@pytest.fixture
def cleo(player: Callable[[str], Any]) -> Any:
    return player("cleo")


@pytest.fixture
def dora(player: Callable[[str], Any]) -> Any:
    return player("dora")


# --- A real server ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def application() -> ASGIHandler:
    """Return the site as uvicorn calls it."""
    from apps.config.asgi import InOneThread

    with override_settings(WHITENOISE_AUTOREFRESH=False):
        return InOneThread()


@pytest.fixture
def site_server(transactional_db: None, application: ASGIHandler) -> Iterator[uvicorn.Server]:
    """Serve the site with uvicorn in a thread: pages, static files and the news stream."""
    from apps.config import heartbeat

    listener = socket.create_server(("127.0.0.1", 0))
    options = uvicorn.Config(application, lifespan="off", log_level="warning", timeout_graceful_shutdown=1, ws="none")
    server = uvicorn.Server(options)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < until, "the server did not start in time"
        time.sleep(0.01)
    stop = heartbeat.start_heartbeat()
    yield server
    stop()
    server.should_exit = True
    thread.join(timeout=10)
    assert not thread.is_alive(), "the server did not stop"


@pytest.fixture
def live_site(site_server: uvicorn.Server) -> str:
    """Return the address of the running site."""
    return f"http://localhost:{site_server.servers[0].sockets[0].getsockname()[1]}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Function) -> Generator[None, object, object]:
    """Hide Playwright's event loop, left running in the tests' thread, from tests that don't need a browser.

    With it, Django runs no async view there and opens another database connection. A fixture would come too late.
    """
    if "playwright" in item.fixturenames:
        return (yield)
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(running)


# --- A real browser --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Return the options of Debian's Chromium, quiet enough for a machine without network."""
    names = ("chromium-headless-shell", "chromium")  # The one without windows takes a quarter less time.
    found = [path for name in names if (path := shutil.which(name))]
    path = os.environ.get("SLOWFUSE_CHROMIUM") or next(iter(found), "/usr/bin/chromium")
    if not Path(path).exists():
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("no Chromium: install it or name it in SLOWFUSE_CHROMIUM")
    # Playwright keeps an event loop in the tests' own thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    quiet = ["disable-gpu", "disable-background-networking", "disable-component-update", "disable-sync", "no-first-run"]
    # Drawing needs no process of its own, and pages share one. Each of the two saves a tenth of Chromium's time.
    thrifty = ["in-process-gpu", "renderer-process-limit=1"]
    return {"executable_path": path, "args": ["--no-sandbox", *(f"--{flag}" for flag in (*quiet, *thrifty))]}


@pytest.fixture(scope="session")
def launch_browser(launch_browser: Callable[..., Browser]) -> Callable[..., Browser]:
    """Retry, and report it, when Chromium dies while it starts on a busy machine."""

    def launch(**options: Any) -> Browser:
        try:
            return launch_browser(**options)
        except BrowserError as error:
            warnings.warn(f"Chromium did not start: {str(error).splitlines()[0]}", stacklevel=1)
            return launch_browser(**options)

    return launch


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """Yield one browser for all tests of a process."""
    browser = launch_browser()
    yield from open_until_the_end(browser)


def open_until_the_end(browser: Browser) -> Iterator[Browser]:
    """Yield a browser, and close it in the loop it was opened in, which a last test without a browser removes."""
    loop = asyncio._get_running_loop()
    yield browser
    asyncio._set_running_loop(loop)
    browser.close()
