"""Addresses of people's own pages."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import path

from apps.accounts import views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.me, name="me"),
    # These stand before allauth's own and have its addresses.
    path("accounts/signup/", views.not_for_guests(allauth.signup), name="account_signup"),
    path("accounts/email/", views.not_for_guests(allauth.email), name="account_email"),
    path("accounts/password/reset/", views.ResetView.as_view(), name="account_reset_password"),
    path("accounts/password/set/", views.not_for_guests(allauth.password_set), name="account_set_password"),
    path("accounts/password/change/", views.not_for_guests(allauth.password_change), name="account_change_password"),
    path("accounts/reauthenticate/", views.not_for_guests(allauth.reauthenticate), name="account_reauthenticate"),
]
