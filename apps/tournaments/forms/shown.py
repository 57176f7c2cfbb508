"""Forms that several people can have open at once: each page sends back what it showed, so only changes are saved."""

from __future__ import annotations

from typing import Any

from django import forms


def say_along_what_is_shown(form: forms.BaseForm) -> None:
    """Make `changed_data` compare what was typed with what the page showed, not with what is stored now."""
    for field in form.fields.values():
        field.show_hidden_initial, field.hidden_widget = True, _Shown


class _Shown(forms.HiddenInput):
    """The hidden value that the page showed in a field. A hidden field has no description."""

    def build_attrs(self, *given: Any) -> dict[str, object]:
        attrs: dict[str, object] = super().build_attrs(*given)
        return {name: value for name, value in attrs.items() if not name.startswith("aria-")}
