"""What the environment must say, and how the house complains if it does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOSTED = {
    "SLOWFUSE_SECRET_KEY": "s" * 50,
    "SLOWFUSE_DATABASE_URL": "postgres://somebody@localhost/slowfuse",
    "SLOWFUSE_BROKER_URL": "redis://localhost:6379/0",
    "SLOWFUSE_ALLOWED_HOSTS": "fuse.example.org",
}


def start(tmp_path: Path, *code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLOWFUSE_", "DJANGO_"))}
    command = ["-c", "; ".join(code)] if code else ["manage.py", "diffsettings"]
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**kept, "SLOWFUSE_VAR": str(tmp_path / "var"), **environment},
        capture_output=True,
        text=True,
    )


def test_nothing_set_is_the_embedded_house(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "slowfuse.sqlite3" in done.stdout
    assert "DEBUG = False" not in done.stdout  # diffsettings shows only what differs from Django's own: DEBUG is off


def test_everything_set_is_a_hosted_house(tmp_path: Path) -> None:
    done = start(tmp_path, **HOSTED)
    assert done.returncode == 0, done.stderr
    assert "SESSION_COOKIE_SECURE = True" in done.stdout
    assert "lock_timeout=3s" in done.stdout
    assert not (tmp_path / "var").exists(), "a hosted house keeps nothing on its disk"


@pytest.mark.parametrize(("subdomains", "said"), [("false", ""), ("true", "; includeSubDomains")])
def test_browsers_remember_for_a_year_that_it_is_secure(tmp_path: Path, subdomains: str, said: str) -> None:
    done = start(
        tmp_path,
        "import apps.config.wsgi",
        "from django.test import Client",
        "page = Client(headers={'host': 'fuse.example.org', 'x-forwarded-proto': 'https'}).get('/healthz')",
        "print(page['Strict-Transport-Security'])",
        **{**HOSTED, "SLOWFUSE_DATABASE_URL": "postgres://somebody@127.0.0.1:1/x", "SLOWFUSE_DATABASE_POOL": "0"},
        SLOWFUSE_HSTS_SUBDOMAINS=subdomains,
    )
    assert done.stdout == f"max-age=31536000{said}\n", done.stderr


@pytest.mark.parametrize("missing", sorted(HOSTED))
def test_a_hosted_house_says_what_is_missing(tmp_path: Path, missing: str) -> None:
    done = start(tmp_path, **{name: value for name, value in HOSTED.items() if name != missing})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{missing} is missing: it must be ")
    assert ", for example " in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_house_with_any_name_says_where_links_lead(tmp_path: Path) -> None:
    anywhere = {**HOSTED, "SLOWFUSE_ALLOWED_HOSTS": "*"}
    assert start(tmp_path, **anywhere).stderr.startswith("SLOWFUSE_SITE is missing: it must be ")
    assert start(tmp_path, **anywhere, SLOWFUSE_SITE="https://fuse.example.org").returncode == 0


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
    ],
)
def test_a_mistyped_value_is_named_with_an_example(tmp_path: Path, name: str, value: str) -> None:
    done = start(tmp_path, **{**HOSTED, name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} is mistyped: it must be ")
    assert done.stderr.count("\n") == 1


def test_a_complaint_never_repeats_a_secret(tmp_path: Path) -> None:
    done = start(tmp_path, **{**HOSTED, "SLOWFUSE_DATABASE_URL": "mysql://me:hunter2@localhost", "SLOWFUSE_DEBUG": "x"})
    assert "hunter2" not in done.stderr
    assert done.stderr.count(" is mistyped: ") == 2


def test_debug_needs_no_secrets(tmp_path: Path) -> None:
    done = start(tmp_path, SLOWFUSE_DEBUG="true", SLOWFUSE_BROKER_URL="redis://localhost:6379/0")
    assert done.returncode == 0, done.stderr


def test_other_doors_complain_as_clearly(tmp_path: Path) -> None:
    done = start(tmp_path, "import apps.config.wsgi", SLOWFUSE_BROKER_URL="redis://localhost:6379/0")
    assert done.returncode == 1
    assert "SLOWFUSE_SECRET_KEY is missing: it must be " in "\n".join(done.stderr.splitlines()[-3:])


def test_a_broker_that_is_away_costs_a_page_next_to_nothing(tmp_path: Path) -> None:
    done = start(
        tmp_path,
        "import time, apps.config.wsgi",
        "from apps.matches.tasks import settle_matches",
        "from kombu.exceptions import OperationalError",
        "began = time.perf_counter()",
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
