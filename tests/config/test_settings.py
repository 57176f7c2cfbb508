"""Tests of the required environment variables, and of the errors if they're missing."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.test.utils import override_settings

ROOT = Path(__file__).resolve().parents[2]
HOSTED = {
    "SLOWFUSE_SECRET_KEY": "s" * 50,
    "SLOWFUSE_DATABASE_URL": "postgres://somebody@localhost/slowfuse",
    "SLOWFUSE_BROKER_URL": "redis://localhost:6379/0",
    "SLOWFUSE_ALLOWED_HOSTS": "fuse.example.org",
}


def start(tmp_path: Path, *code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a process of the site from its entry point."""
    # Compiled files can be shared.
    unlike = ("SLOWFUSE_", "DJANGO_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unlike)}
    command = ["-c", "; ".join(code)] if code else ["manage.py", "diffsettings"]
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**kept, "SLOWFUSE_VAR": str(tmp_path / "var"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that reads settings from an environment, a hundred times faster than a new process."""

    def settings(**environment: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("SLOWFUSE_")]:
                patch.delenv(name)
            for name, value in {"SLOWFUSE_VAR": str(tmp_path / "var"), **environment}.items():
                patch.setenv(name, value)
            return runpy.run_path(str(ROOT / "apps/config/settings.py"))

    return settings


def complaints(read: Any, **environment: str) -> list[str]:
    with pytest.raises(ImproperlyConfigured) as refused:
        read(**environment)
    return str(refused.value).splitlines()


def test_nothing_set_is_the_embedded_house(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "slowfuse.sqlite3" in done.stdout
    assert "DEBUG = False" not in done.stdout  # diffsettings shows only changes: DEBUG is off


def test_everything_set_is_a_hosted_house(read: Any, tmp_path: Path) -> None:
    hosted = read(**HOSTED)
    assert hosted["SESSION_COOKIE_SECURE"] is True
    assert "lock_timeout=3s" in hosted["DATABASES"]["default"]["OPTIONS"]["options"]
    assert "jit=off" in hosted["DATABASES"]["default"]["OPTIONS"]["options"]
    assert not (tmp_path / "var").exists(), "a hosted house keeps nothing on its disk"


def test_what_the_address_of_the_database_asks_for_goes_before(read: Any) -> None:
    asked = "?sslmode=require&connect_timeout=20&options=-c%20lock_timeout%3D9s"
    chosen = read(**HOSTED | {"SLOWFUSE_DATABASE_URL": HOSTED["SLOWFUSE_DATABASE_URL"] + asked})
    options = chosen["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], options["connect_timeout"]) == ("require", 20)
    assert options["options"].startswith("-c lock_timeout=3s ")
    assert options["options"].endswith(" -c lock_timeout=9s"), "the later one holds"


@pytest.mark.parametrize(("subdomains", "said"), [("false", ""), ("true", "; includeSubDomains")])
def test_browsers_remember_for_a_year_that_it_is_secure(read: Any, subdomains: str, said: str, db: None) -> None:
    hosted = read(**HOSTED, SLOWFUSE_HSTS_SUBDOMAINS=subdomains)
    safety = {name: value for name, value in hosted.items() if name.startswith("SECURE_") or name == "ALLOWED_HOSTS"}
    with override_settings(**safety):
        page = Client(headers={"host": "fuse.example.org", "x-forwarded-proto": "https"}).get("/healthz")
    assert page["Strict-Transport-Security"] == f"max-age=31536000{said}"


@pytest.mark.parametrize("missing", sorted(HOSTED))
def test_a_hosted_house_says_what_is_missing(read: Any, missing: str) -> None:
    (said,) = complaints(read, **{name: value for name, value in HOSTED.items() if name != missing})
    assert said.startswith(f"{missing} is missing. It must be ")
    assert ", for example " in said


def test_the_usual_door_says_it_in_one_line(tmp_path: Path) -> None:
    done = start(tmp_path, **{**HOSTED, "SLOWFUSE_HTTPS": "2"})
    assert done.returncode == 1
    assert done.stderr.startswith("SLOWFUSE_HTTPS is invalid. It must be ")
    assert done.stderr.count("\n") == 1


def test_a_house_with_any_name_says_where_links_lead(read: Any) -> None:
    anywhere = {**HOSTED, "SLOWFUSE_ALLOWED_HOSTS": "*"}
    (said,) = complaints(read, **anywhere)
    assert said.startswith("SLOWFUSE_SITE is missing. It must be ")
    assert read(**anywhere, SLOWFUSE_SITE="https://fuse.example.org")["SLOWFUSE_SITE"] == "https://fuse.example.org"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SLOWFUSE_DEBUG", "perhaps"),
        ("SLOWFUSE_HTTPS", "2"),
        ("SLOWFUSE_SECRET_KEY", "short"),
        ("SLOWFUSE_DATABASE_URL", "mysql://localhost/slowfuse"),
        ("SLOWFUSE_BROKER_URL", "localhost:6379"),
        ("SLOWFUSE_CACHE_URL", "memcached://localhost"),
        ("SLOWFUSE_MAIL_URL", "mail.example.org"),
        ("SLOWFUSE_SWEEP_SECONDS", "often"),
        ("SLOWFUSE_SWEEP_SECONDS", "nan"),
        ("SLOWFUSE_SWEEP_SECONDS", "0"),
        ("SLOWFUSE_DATABASE_POOL", "-1"),
        ("SLOWFUSE_LOG_LEVEL", "LOUD"),
        ("SLOWFUSE_LOG", "xml"),
        ("SLOWFUSE_SLOW_SECONDS", "-1"),
        ("SLOWFUSE_SENTRY_DSN", "sentry.example.org"),
        ("SLOWFUSE_METRICS_TOKEN", "short"),
    ],
)
def test_a_mistyped_value_is_named_with_an_example(read: Any, name: str, value: str) -> None:
    (said,) = complaints(read, **{**HOSTED, name: value})
    assert said.startswith(f"{name} is invalid. It must be ")


def test_a_complaint_never_repeats_a_secret(read: Any) -> None:
    url = "mysql://me:hunter2@localhost"
    said = complaints(read, **{**HOSTED, "SLOWFUSE_DATABASE_URL": url, "SLOWFUSE_DEBUG": "x"})
    assert "hunter2" not in "\n".join(said)
    assert sum(" is invalid. " in each for each in said) == len(said) == 2


def test_sentry_without_its_package_is_refused_with_the_way_to_get_it(
    read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.config.environment.find_spec", lambda _name: None)
    (said,) = complaints(read, **HOSTED, SLOWFUSE_SENTRY_DSN="https://hunter2@sentry.example.org/1")
    assert said.startswith("SLOWFUSE_SENTRY_DSN is set, but the package it needs is not installed: pip install ")
    assert "hunter2" not in said
    assert (ROOT / said.split()[-1]).exists()


def test_debug_needs_no_secrets(read: Any) -> None:
    assert read(SLOWFUSE_DEBUG="true", SLOWFUSE_BROKER_URL="redis://localhost:6379/0")["DEBUG"] is True


def test_other_doors_complain_as_clearly(tmp_path: Path) -> None:
    done = start(tmp_path, "import apps.config.wsgi", SLOWFUSE_BROKER_URL="redis://localhost:6379/0")
    assert done.returncode == 1
    assert "SLOWFUSE_SECRET_KEY is missing. It must be " in "\n".join(done.stderr.splitlines()[-3:])


def test_a_broker_that_is_away_costs_a_page_next_to_nothing(tmp_path: Path) -> None:
    """Measure the second call, because the first one loads the broker's libraries."""
    done = start(
        tmp_path,
        "import time, apps.config.wsgi",
        "from apps.matches.tasks import settle_matches",
        "from kombu.exceptions import OperationalError",
        "\ntry: settle_matches.apply_async(retry=False)\nexcept OperationalError: began = time.perf_counter()",
        "\ntry: settle_matches.apply_async(retry=False)\nexcept OperationalError: print(time.perf_counter() - began)",
        **{**HOSTED, "SLOWFUSE_BROKER_URL": "redis://127.0.0.1:1/0"},
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.5


def test_without_its_database_a_page_asks_to_try_again(tmp_path: Path) -> None:
    done = start(
        tmp_path,
        "import apps.config.wsgi",
        "from django.test import Client",
        "client = Client(headers={'host': 'fuse.example.org', 'x-forwarded-proto': 'https'})",
        "page = client.get('/matches/')",
        "print(page.status_code, page['Retry-After'], client.get('/healthz').status_code, page.content.decode())",
        **{
            **HOSTED,
            "SLOWFUSE_DATABASE_URL": "postgres://somebody@127.0.0.1:1/slowfuse",
            "SLOWFUSE_DATABASE_POOL": "0",
        },
        SLOWFUSE_DEBUG="true",
    )
    assert done.stdout.startswith("503 5 503 "), done.stdout + done.stderr
    assert "try again" in done.stdout
