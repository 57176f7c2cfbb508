"""The server's own state: its pulse and outages, and news on its way."""

# Rows that no page and no list shows need no name.
# ruff: noqa: DJ008

from __future__ import annotations

from django.db import models


class Bell(models.Model):
    """On SQLite, a ring for the news streams until they have read it (see `store.pubsub`)."""

    payload = models.TextField()
    at = models.DateTimeField()


class Pulse(models.Model):
    """A single row: when the server was last up."""

    at = models.DateTimeField()


class SweepRun(models.Model):
    """A single row: when the sweep last ran."""

    at = models.DateTimeField()


class Outage(models.Model):
    """A time in which the server was down. Open deadlines move by its length."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
