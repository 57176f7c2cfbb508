"""No tables, only a model for the permission to see the Monitoring page."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class House(models.Model):
    """The model whose permission gives access to the metrics in the admin."""

    class Meta:
        managed = False
        default_permissions = ("view",)
        verbose_name = _("Monitoring")
        verbose_name_plural = _("Monitoring")

    def __str__(self) -> str:
        return "house"
