"""The processes of an embedded installation.

`python -m apps.config.embedded {web PORT|clock|worker|thinking|insights}`
"""

# Each part runs in a process of its own and imports what it needs there, after the settings.
# ruff: noqa: PLC0415

from __future__ import annotations

import os
import sys
import warnings
from types import FrameType
from typing import Any

from apps.config.supervisor import follow_supervisor


def run_web(port: int) -> None:
    """Serve pages and news streams with one uvicorn, which is enough for a few people on one machine."""
    import uvicorn

    from apps.config import heartbeat
    from apps.config.asgi import application
    from apps.matches.views import hub

    class Server(uvicorn.Server):
        """A server that doesn't wait for the open streams of pages left open."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            hub.close_hubs()
            super().handle_exit(sig, frame)

    # WhiteNoise reads small files, and nothing else sends them here.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=port,
        lifespan="off",
        ws="none",
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    heartbeat.start_heartbeat()
    Server(config).run()


def run_clock() -> None:
    """Run the worker that only keeps deadlines. Beat is one of its threads, so neither can be left behind."""
    from celery.signals import worker_ready

    beat = beat_thread()
    worker_ready.connect(lambda **_: beat.start(), weak=False)
    _run_celery_worker("clock")


def beat_thread() -> Any:
    """Return the thread of beat, not yet started."""
    from celery.beat import EmbeddedService

    from apps.config.celery import app

    return EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)


def run_worker() -> None:
    """Run the worker for everything that can wait, including mail to slow servers."""
    _in_no_hurry()
    _run_celery_worker("outbound", "default")


def run_thinking() -> None:
    """Run the worker that thinks about what players wait for."""
    _run_celery_worker("thinking")


def run_insights() -> None:
    """Run the worker for analyses and puzzles, at low priority so that it slows down nothing else."""
    os.nice(10)
    _in_no_hurry()
    _run_celery_worker("insights")


def _in_no_hurry() -> None:
    from apps.config.celery import app

    if "polling_interval" in app.conf.broker_transport_options:
        app.conf.broker_transport_options |= {"polling_interval": 0.5}


def _run_celery_worker(*queues: str) -> None:
    """Run one Celery worker without child processes."""
    from celery.platforms import SecurityWarning

    from apps.config.celery import app

    warnings.simplefilter("ignore", SecurityWarning)  # A container's only user is root, and the queue is private.
    app.conf.worker_enable_remote_control = False  # Nothing uses it, and it would be another queue to poll.
    app.Worker(
        pool="solo",
        concurrency=1,
        hostname=f"{queues[0]}@localhost",
        queues=queues,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")
    follow_supervisor()
    match sys.argv[1:]:
        case ["web", port]:
            run_web(int(port))
        case ["clock"]:
            run_clock()
        case ["worker"]:
            run_worker()
        case ["thinking"]:
            run_thinking()
        case ["insights"]:
            run_insights()
        case _:
            sys.exit(__doc__)
