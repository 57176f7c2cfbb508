"""Tests that both ends of a connection soon give up by themselves if the other machine is cut off."""

from __future__ import annotations

import os
import socket
from typing import Final

import pytest
from django.db import connection

from apps.config.celery import app

SOON: Final = 12
"""The number of seconds after which no one waits for the other end or holds its locks."""


def patience(end: socket.socket) -> tuple[int, int]:
    """Return the seconds until this end gives up, when idle and when its data isn't acknowledged."""
    assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    idle, every, times, unheard = (
        end.getsockopt(socket.IPPROTO_TCP, option)
        for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
    )
    return idle + every * times, unheard // 1000


@pytest.mark.postgres
@pytest.mark.django_db
def test_both_ends_of_a_connection_to_postgresql_notice_a_silent_other() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('tcp_keepalives_idle')::int"
            " + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int,"
            " current_setting('tcp_user_timeout')::int / 1000,"
            " extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::int"
        )
        *theirs, hanging = cursor.fetchone()
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as mine:
        assert all(0 < seconds <= SOON for seconds in (*theirs, *patience(mine)))
    assert 60 < hanging <= 600, "a process that hangs holds nothing for ever; one that computes is left alone"


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_pool_tries_again_at_least_as_often_as_somebody_waits_for_it() -> None:
    """Check the limits. The pool retries ever more rarely, and no one else can try meanwhile."""
    pool = connection.pool  # type: ignore[attr-defined]
    assert pool.reconnect_timeout <= pool.timeout


def test_a_worker_that_waits_for_a_message_notices_a_silent_redis() -> None:
    with app.connection_for_read() as broker:
        if broker.transport.driver_type != "redis":
            pytest.skip("not over Redis: SLOWFUSE_BROKER_URL names none")
        end = broker.default_channel.client.connection_pool.get_connection()._sock
        assert all(0 < seconds <= SOON for seconds in patience(end))
