"""The embedded broker: kombu's folder of messages, but a message appears in it whole or not at all.

Kombu opens the file under its final name and then writes it. A worker that looks in between takes an empty message and
stops with "Unrecoverable error: JSONDecodeError". The list of an exchange's queues it writes in the same way: of two
workers that start together, one may read nothing, or write over what the other wrote.

A task only says “look”, and beat says so again and again. So a task waits in its queue once, at the place of the first
and with what the last one said: a worker that had no time for a while finds one of each, and not hundreds.
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

SHORT: Final = 0.5
"""Seconds that a worker waits for a message without looking up."""


class Channel(filesystem.Channel):
    """Writes a file beside the others and then gives it its name."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        folder, name = Path(self.data_folder_out), _name(payload)
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


def _name(payload: Any) -> str:
    """The same for tasks that say the same. Anything else has a name of its own."""
    task = payload.get("headers", {}).get("task")
    return sha256(f"{task} {payload['body']}".encode()).hexdigest()[:32] if task else str(uuid4())


class Transport(filesystem.Transport):
    """What `filesystem://` means in this house."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Wait for less than a worker wishes, which is two seconds: only in between it sees that it is to stop."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, SHORT))


def use() -> None:
    """Make it so."""
    TRANSPORT_ALIASES["filesystem"] = "apps.config.broker:Transport"
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "apps.config.redis_broker:Transport"))
