"""The pages about oneself; logging in and passwords are allauth's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from allauth.account.utils import setup_user_email
from allauth.account.views import PasswordResetView
from django import forms
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts import guests, limits
from apps.accounts.adapter import Unsent
from apps.accounts.forms import KeepForm, MeForm
from apps.accounts.models import Player


@require_POST
@limits.polite
def guest(request: HttpRequest) -> HttpResponse:
    """Come in without an account."""
    player = guests.identify(request)
    guests.log_in(request, player)
    return HttpResponseRedirect(_next(request))


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password1")
@login_required
@limits.polite
def keep(request: HttpRequest) -> HttpResponse:
    """Make a guest's account a full one."""
    player = _me(request)
    if not player.guest:
        return redirect("accounts:me")
    copy = Player.objects.get(pk=player.pk)  # The form writes into it; a refused name must not show in the page's bar.
    if request.method == "GET":
        return render(request, "account/keep.html", {"form": KeepForm(instance=copy)})
    limits.spend(
        what="keep",
        who=str(player.pk),
        most=20,
        seconds=600,
        sentence=_("Those were many tries. Please wait ten minutes."),
    )
    form = KeepForm(request.POST, instance=copy)
    if not form.is_valid() or not _kept(form):
        return render(request, "account/keep.html", {"form": form}, status=400)
    update_session_auth_hash(request, copy)
    if copy.email:
        setup_user_email(request, copy, []).send_confirmation(request)
    messages.success(request, _("The account is yours, %(name)s. Everything is where it was.") % {"name": copy})
    return redirect("accounts:me")


def _kept(form: KeepForm) -> bool:
    """Whether the account is a full one now."""
    chosen = form.cleaned_data
    try:
        guests.keep(
            player=form.instance,
            username=chosen["username"],
            password=chosen["password1"],
            email=chosen["email"],
        )
    except guests.NameTaken:
        form.add_error("username", _("Somebody has this name already."))
    except guests.Kept:
        form.add_error(None, _("This account is no guest's any more."))
    return form.is_valid()


@require_http_methods(["GET", "POST"])
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """One's own name and time zone."""
    copy = Player.objects.get(pk=_me(request).pk)  # As above.
    if request.method == "GET":
        return render(request, "account/me.html", {"form": MeForm(instance=copy)})
    form = MeForm(request.POST, instance=copy)
    if not form.is_valid() or not _saved(form):
        return render(request, "account/me.html", {"form": form}, status=400)
    messages.success(request, _("Saved."))
    return redirect("accounts:me")


def _saved(form: MeForm) -> bool:
    """Whether the name was still free."""
    try:
        with transaction.atomic():
            form.instance.save(update_fields=["username", "time_zone"])
    except IntegrityError:
        form.add_error("username", _("Somebody has this name already."))
    return form.is_valid()


class ResetView(PasswordResetView):
    """allauth's; while the mail server is away the form stays, and says so whoever has the address."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except Unsent:
            form.add_error(None, _("We could not send the mail just now. Please try again in a few minutes."))
            return self.render_to_response(self.get_context_data(form=form), status=503)


def not_for_guests(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Guests who come to an allauth page about accounts get the one that makes theirs a full one."""

    @wraps(view)
    def or_keep(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated and _me(request).guest:
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return or_keep


def _me(request: HttpRequest) -> Player:
    return cast("Player", request.user)


def _next(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if that is a page of ours; else the front page."""
    target = request.POST.get(REDIRECT_FIELD_NAME, "")
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else reverse("front")
