"""The two processes of an embedded installation. One serves pages and keeps the other running, a Celery worker.

`python -m apps.config.embedded` is the worker.
"""

# What each process needs is imported after the settings.
# ruff: noqa: PLC0415

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from types import FrameType
from typing import Any, Final

WORKER_THREADS: Final = 10
"""More than there are tasks that take long, so that a deadline always finds a free one."""
WORKER_STOP_SECONDS: Final = 5.0
"""Seconds the worker has to end after it was asked to."""
RESTART_PAUSE_SECONDS: Final = 1.0
"""Seconds between the end of a worker and the start of the next."""
THREAD_SWITCH_SECONDS: Final = 0.0005
"""Seconds a thread that thinks keeps the interpreter. With Python's 0.005, deadlines came up to two seconds late."""


def run_site(port: int, *, greeting: str) -> None:
    """Serve pages with a worker beside them, until Ctrl-C or SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    over = threading.Event()
    keeper = threading.Thread(target=_keep_worker_running, args=[over], name="keeper", daemon=True)
    keeper.start()
    try:
        serve_pages(port, greeting=greeting)
    except KeyboardInterrupt:
        pass  # uvicorn has stopped, and raises the signal again.
    finally:
        over.set()
        keeper.join()


def _keep_worker_running(over: threading.Event) -> None:
    """Start the worker again whenever it ends, until the site is over."""
    # A session of its own keeps the terminal's Ctrl-C from it, which would be a second request to stop.
    command = [sys.executable, "-m", __name__]
    while not over.is_set():
        # `with` closes its standard input, which stops it (`_follow_parent`), and waits for its end.
        with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as worker:  # noqa: S603
            while worker.poll() is None and not over.wait(0.2):
                pass
        if not over.is_set():
            sys.stderr.write(f"The worker stopped (exit code {worker.returncode}). Restarting.\n")
            over.wait(RESTART_PAUSE_SECONDS)


def serve_pages(port: int, *, greeting: str) -> None:
    """Serve pages and news streams with one uvicorn, which is enough for a few people on one machine."""
    import uvicorn

    from apps.config import heartbeat
    from apps.config.asgi import application
    from apps.matches.views import hub

    class Server(uvicorn.Server):
        """A server that says when it's ready, and doesn't wait for the open streams of pages left open."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            sys.stdout.write(f"{greeting}\n")
            sys.stdout.flush()

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


def run_worker() -> None:
    """Run one Celery worker for all queues. Beat is one of its threads, so neither can be left behind."""
    from celery.platforms import SecurityWarning
    from celery.signals import worker_ready

    from apps.config import warmup
    from apps.config.celery import app

    warnings.simplefilter("ignore", SecurityWarning)  # A container's only user is root, and the queue is private.
    app.conf.worker_enable_remote_control = False  # Nothing uses it, and it would be another queue to poll.
    worker = app.Worker(
        pool="threads",
        concurrency=WORKER_THREADS,
        hostname="worker@localhost",
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    warmup.build_types()
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    beat = beat_thread()
    worker_ready.connect(lambda **_: beat.start(), weak=False)
    worker.start()


def beat_thread() -> Any:
    """Return the thread of beat, not yet started."""
    from celery.beat import EmbeddedService

    from apps.config.celery import app

    return EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)


def _follow_parent() -> None:
    """Stop this process when its standard input ends, because only its parent holds that open, even by `kill -9`."""

    def wait() -> None:
        while os.read(0, 64):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(WORKER_STOP_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="follow", daemon=True).start()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")
    _follow_parent()
    run_worker()
