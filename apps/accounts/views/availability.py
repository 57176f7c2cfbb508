"""Pages for quiet hours and vacations."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.forms import QuietForm, VacationForm
from apps.common import clocks
from apps.matches.engine import availability
from apps.matches.errors import AvailabilityRefused
from apps.matches.services import availability as availability_service
from apps.matches.services.availability import Plan
from apps.matches.views.guards import handle_match_errors

SUGGESTED_QUIET_HOURS = {"begins": 22 * 60, "ends": 7 * 60}
"""The form's suggestion for players without quiet hours."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_match_errors
def show_quiet_hours(request: HttpRequest) -> HttpResponse:
    """Show and change quiet hours, current and upcoming."""
    now = clocks.now()
    if request.method != "POST":
        plan = availability_service.load_rest_plan(player=_get_player_id(request), now=now)
        return render(
            request, "account/quiet.html", {"form": QuietForm(initial=_build_initial_hours(plan)), "plan": plan}
        )
    form = QuietForm(request.POST)
    none = "none" in request.POST
    if not none and not form.is_valid():
        return _render_refused_form(request, "account/quiet.html", form, now)
    begins, ends = (None, None) if none else (form.cleaned_data["begins"], form.cleaned_data["ends"])
    try:
        availability_service.keep_quiet(player=_get_player_id(request), begins=begins, ends=ends, now=now)
    except AvailabilityRefused as refusal:
        form.add_error(None, str(refusal))
        return _render_refused_form(request, "account/quiet.html", form, now)
    messages.success(request, _("Saved."))
    return redirect("accounts:quiet")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_match_errors
def show_vacation(request: HttpRequest) -> HttpResponse:
    """Go on vacation, plan one, or see when one ends."""
    now = clocks.now()
    plan = availability_service.load_rest_plan(player=_get_player_id(request), now=now)
    if request.method != "POST":
        form = VacationForm(first_day=plan.first_day, away=plan.away_until is not None)
        return render(request, "account/vacation.html", {"form": form, "plan": plan, "rest": _build_vacation_limits()})
    form = VacationForm(request.POST, first_day=plan.first_day, away=plan.away_until is not None)
    if not form.is_valid():
        return _render_refused_form(request, "account/vacation.html", form, now)
    since, until = form.cleaned_data.get("since"), form.cleaned_data["until"]
    try:
        if since:
            availability_service.plan_vacation(player=_get_player_id(request), since=since, until=until, now=now)
            messages.success(
                request,
                _("Your vacation is planned. Players at your tables can see it, and your deadlines allow for it."),
            )
        else:
            availability_service.go_on_vacation(player=_get_player_id(request), until=until, now=now)
            messages.success(request, _("Enjoy your vacation. Your deadlines are paused."))
    except AvailabilityRefused as refusal:
        form.add_error("since" if since else "until", str(refusal))
        return _render_refused_form(request, "account/vacation.html", form, now)
    return redirect("accounts:vacation")


@require_POST
@login_required
@handle_match_errors
def cancel_planned_vacation(request: HttpRequest) -> HttpResponse:
    """Cancel a vacation that hasn't started."""
    try:
        begins_at = datetime.fromisoformat(request.POST.get("begins_at", ""))
        availability_service.cancel_planned_vacation(
            player=_get_player_id(request), begins_at=begins_at, now=clocks.now()
        )
    except ValueError:
        messages.error(request, _("You have no vacation planned for that time."))
    except AvailabilityRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your vacation has been cancelled."))
    return redirect("accounts:vacation")


@require_POST
@login_required
@handle_match_errors
def return_from_vacation(request: HttpRequest) -> HttpResponse:
    """Return from vacation."""
    try:
        availability_service.come_back(player=_get_player_id(request), now=clocks.now())
    except AvailabilityRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Welcome back."))
    return redirect("accounts:vacation")


def _get_player_id(request: HttpRequest) -> int:
    return cast("int", request.user.pk)


def _build_initial_hours(plan: Plan) -> dict[str, int]:
    """Return the form's initial values, the current or upcoming hours."""
    quiet = plan.quiet
    if quiet.changes_at and quiet.next_begins is not None and quiet.next_ends is not None:
        return {"begins": quiet.next_begins, "ends": quiet.next_ends}
    if quiet.begins is not None and quiet.ends is not None:
        return {"begins": quiet.begins, "ends": quiet.ends}
    return SUGGESTED_QUIET_HOURS


def _build_vacation_limits() -> dict[str, int]:
    return {"a_year": availability.VACATION_DAYS_A_YEAR, "in_a_row": availability.VACATION_DAYS_IN_A_ROW}


def _render_refused_form(
    request: HttpRequest, template: str, form: QuietForm | VacationForm, now: datetime
) -> HttpResponse:
    context = {
        "form": form,
        "plan": availability_service.load_rest_plan(player=_get_player_id(request), now=now),
        "rest": _build_vacation_limits(),
    }
    return render(request, template, context, status=400)
