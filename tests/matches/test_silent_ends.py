"""A machine that is cut off closes nothing: each end gives the connection up by itself, and soon."""

from __future__ import annotations

import os
import socket
from typing import Final

import pytest
from django.db import connection

from apps.config.celery import app

SOON: Final = 12
"""Seconds after which nobody waits for the other end any more, nor holds what it had locked."""


def patience(end: socket.socket) -> tuple[int, int]:
    """Seconds until this end gives up while nothing is said, and while nobody says that what it sent has arrived."""
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
    """What it tries for longer it tries more and more rarely, while nobody else may try."""
    pool = connection.pool  # type: ignore[attr-defined]
    assert pool.reconnect_timeout <= pool.timeout


def test_a_worker_that_waits_for_a_message_notices_a_silent_redis() -> None:
    with app.connection_for_read() as broker:
        if broker.transport.driver_type != "redis":
            pytest.skip("not over Redis: SLOWFUSE_BROKER_URL names none")
        end = broker.default_channel.client.connection_pool.get_connection()._sock
        assert all(0 < seconds <= SOON for seconds in patience(end))
