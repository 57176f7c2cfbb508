"""Serves pages and turns: `gunicorn -c deploy/gunicorn.conf.py apps.config.wsgi`."""

# Read or run by its path, never imported.
# ruff: noqa: INP001

from __future__ import annotations

import os

from apps.config.logs import setup as logs

bind = os.environ.get("SLOWFUSE_BIND", "127.0.0.1:8000")
worker_class = "gthread"  # Slow clients are left to the proxy, which passes on whole requests.
workers = int(os.environ.get("SLOWFUSE_WORKERS", "2"))
# No more threads than connections in a process's pool (SLOWFUSE_DATABASE_POOL), or they wait for each other.
threads = int(os.environ.get("SLOWFUSE_DATABASE_POOL", "4")) or 4
preload_app = False  # Every process reports for itself that it is there (apps.config.heartbeat).
timeout = 30
graceful_timeout = 20
keepalive = 30
# Processes are renewed now and then, but not all at once.
max_requests = 20_000
max_requests_jitter = 2_000
worker_tmp_dir = "/dev/shm"  # noqa: S108 -- a heartbeat in memory; a slow disk must not look like a dead process
errorlog = "-"
accesslog = None
control_socket_disable = True
if os.environ.get("SLOWFUSE_LOG", "").strip() == "json":  # Otherwise gunicorn's own lines keep their usual format.
    logconfig_dict = logs.build_logging_config("json", "INFO")
