"""No tables: what the permission to see the House page hangs on."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class House(models.Model):
    """Whoever may see it is shown the figures of the house in the admin."""

    class Meta:
        managed = False
        default_permissions = ("view",)
        verbose_name = _("Monitoring")
        verbose_name_plural = _("Monitoring")

    def __str__(self) -> str:
        return "house"
