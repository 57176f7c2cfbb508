"""Tests that the embedded broker's messages in a folder are never half read, and that workers survive a lost Redis."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Queue

from apps.config import broker
from tests.ports import free_port


def _connection(folder: Path) -> Connection:
    broker.register_transports()
    for name in ("messages", "control"):
        (folder / name).mkdir(exist_ok=True)
    options = {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
    }
    return Connection("filesystem://", transport_options=options)


def test_what_is_put_is_got_once(tmp_path: Path) -> None:
    with _connection(tmp_path) as connection:
        assert isinstance(connection.transport, broker.Transport)
        queue = connection.SimpleQueue("looks")
        for n in range(3):
            queue.put({"n": n})
        got = [queue.get(timeout=2) for _ in range(3)]
        for message in got:
            message.ack()
        assert sorted(message.payload["n"] for message in got) == [0, 1, 2]
        queue.close()


def test_a_message_is_never_seen_before_it_is_whole(tmp_path: Path) -> None:
    """Read every file of the queue as soon as it appears, while many are written."""
    connection = _connection(tmp_path)
    channel: Any = connection.channel()
    torn: list[str] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            for file in (tmp_path / "messages").glob("*.looks.msg"):
                try:
                    json.loads(file.read_text())
                except ValueError:
                    torn.append(file.name)
                file.unlink(missing_ok=True)

    reader = threading.Thread(target=watch)
    reader.start()
    try:
        for n in range(2_000):
            channel._put("looks", {"n": n, "padding": "x" * 500})
    finally:
        over.set()
        reader.join(timeout=10)
        connection.release()
    assert not torn


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="there is no redis-server here")
def test_a_worker_with_unfinished_work_lets_go_of_a_redis_that_ended(tmp_path: Path) -> None:
    """Check a worker that closes a lost connection and then finishes a task. With kombu alone, it ended here."""
    broker.register_transports()
    port = free_port()
    server = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    redis = subprocess.Popen(server, stdout=subprocess.DEVNULL)
    try:
        connection = Connection(f"redis://127.0.0.1:{port}/0", transport_options={"max_retries": 0})
        connection.ensure_connection(max_retries=50, interval_start=0.1, interval_step=0)
        unfinished: list[Any] = []
        connection.Producer().publish({}, routing_key="looks", serializer="json")
        consumer = connection.Consumer(Queue("looks"), callbacks=[lambda _body, message: unfinished.append(message)])
        consumer.consume()
        connection.drain_events(timeout=9)
        redis.kill()
        redis.wait(timeout=9)
        channel: Any = connection.default_channel
        channel._disconnect_pools()
        connection._do_close_transport()
        connection.close()
        [message] = unfinished
        message.ack_log_error(logging.getLogger("tests"), connection.connection_errors)
    finally:
        redis.kill()
        redis.wait(timeout=9)
