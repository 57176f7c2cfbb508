"""The embedded broker, kombu's folder of messages with atomic writes.

Kombu opens the file under its final name and then writes it. A worker that looks in between gets an empty message and
stops with "Unrecoverable error: JSONDecodeError". Kombu writes an exchange's list of queues in the same way. If two
workers start together, one can read nothing or overwrite what the other wrote.

A task only says “look”, and beat repeats it again and again. So a task waits in its queue only once, in the place of
the first message and with the content of the latest. A worker that was busy for a while finds one of each instead of
hundreds.
"""

from __future__ import annotations

import fcntl
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

MAX_POLL_SECONDS: Final = 0.5
"""Seconds that a worker waits for a message before it checks anything else."""


class Channel(filesystem.Channel):
    """A channel that writes each file under a temporary name and then renames it."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        folder, name = Path(self.data_folder_out), _build_message_name(payload)
        first = f"{round(monotonic() * 1000)}_{name}.{queue}.msg"
        file = next(folder.glob(f"*_{name}.{queue}.msg"), folder / first)
        draft = folder / f"{uuid4()}.draft"
        try:
            draft.write_text(dumps(payload))
            draft.replace(file)
        except OSError as error:
            raise ChannelError(f"Cannot add {file} to the queue.") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        file = self._exchange_file(exchange)
        one = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "binding.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
            bound = self.get_table(exchange)
            if one not in bound:
                draft = file.with_suffix(".draft")
                draft.write_text(dumps([one, *bound]))
                draft.replace(file)


def _build_message_name(payload: Any) -> str:
    """Return the same name for identical tasks. Anything else gets a name of its own."""
    task = payload.get("headers", {}).get("task")
    return sha256(f"{task} {payload['body']}".encode()).hexdigest()[:32] if task else str(uuid4())


class Transport(filesystem.Transport):
    """The transport that handles `filesystem://`."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Wait for less than the worker's two seconds, because it notices a stop request only in between."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, MAX_POLL_SECONDS))


def register_transports() -> None:
    """Register these transports with kombu."""
    TRANSPORT_ALIASES["filesystem"] = "apps.config.broker:Transport"
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "apps.config.redis_broker:Transport"))
