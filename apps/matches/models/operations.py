"""What the house keeps of itself: when it was awake, and news that are on their way."""

# Rows that no page and no list names need no name.
# ruff: noqa: DJ008

from __future__ import annotations

from django.db import models


class Bell(models.Model):
    """On SQLite: something for the news streams, until they have heard it (see `store.pubsub`)."""

    payload = models.TextField()
    at = models.DateTimeField()


class Pulse(models.Model):
    """One row: when the house was last awake."""

    at = models.DateTimeField()


class SweepRun(models.Model):
    """One row: when the sweep last looked for deadlines that have passed."""

    at = models.DateTimeField()


class Outage(models.Model):
    """A time in which nobody watched the clock; open deadlines move by its length."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
