"""A journey through account settings: rest, a passkey, two-step login, and deleting the account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from apps.matches.models import QuietHoursRow
from tests.journeys.conftest import log_in
from tests.journeys.flaws import flaws, in_both_looks

pytestmark = pytest.mark.once
PASSWORD = "slow and steady"


def device(page: Page) -> None:
    """Give the browser a device that makes passkeys, and whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def complaints(page: Page) -> list[str]:
    """Return the browser's complaints about actions it refused."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


def button(page: Page, name: str) -> Any:
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def test_a_passkey_is_made_opens_the_door_alone_and_goes_again(
    house: str, visitor: Callable[..., Page], ada: Player
) -> None:
    page = visitor(width=360, height=740)
    said = complaints(page)
    device(page)
    log_in(page, house, "ada")
    page.goto(f"{house}/me/")
    page.get_by_role("link", name="Passkeys", exact=True).click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Continue").click()
    page.get_by_label("Passkey name").fill("My phone")
    button(page, "Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert Authenticator.objects.filter(user=ada, type="webauthn").count() == 1

    page.goto(f"{house}/accounts/logout/")
    button(page, "Log out").click()
    page.goto(f"{house}/accounts/login/")
    button(page, "Use a passkey").click()
    expect(page.get_by_role("link", name="ada")).to_be_visible()

    page.goto(f"{house}/accounts/logout/")
    button(page, "Log out").click()
    log_in_halfway(page, house)
    button(page, "Use a passkey").click()
    expect(page.get_by_role("link", name="ada")).to_be_visible()

    page.goto(f"{house}/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove My phone").click()
    if page.get_by_role("heading", name="Confirm it’s you").is_visible():
        page.get_by_role("link", name="With a passkey").click()
        button(page, "Use a passkey").click()
    button(page, "Remove passkey").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert not Authenticator.objects.filter(user=ada).exists()
    assert not said, said


def log_in_halfway(page: Page, house: str) -> None:
    page.goto(f"{house}/accounts/login/")
    page.locator("#id_login").fill("ada")
    page.locator("#id_password").fill(PASSWORD)
    button(page, "Log in").click()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()


def test_a_device_that_says_no_changes_nothing_and_says_so(
    house: str, visitor: Callable[..., Page], ada: Player
) -> None:
    page = visitor()
    page.goto(f"{house}/accounts/login/")
    page.route("**/webauthn/login/", lambda route: route.abort())
    button(page, "Use a passkey").click()
    failed = gettext("That didn’t work, or was cancelled. Nothing was changed. Please try again.")
    expect(page.get_by_role("alert")).to_contain_text(failed)


def code(secret: str) -> str:
    cache.clear()  # A code works once, and half a minute is too long for a test.
    counters = list(totp.yield_hotp_counters_from_time())
    return totp.format_hotp_value(totp.hotp_value(secret, counters[len(counters) // 2]))


def test_an_app_and_a_recovery_code_are_the_second_step(house: str, visitor: Callable[..., Page], ada: Player) -> None:
    page = visitor(width=360, height=740, scripts=False)
    log_in(page, house, "ada")
    page.goto(f"{house}/me/")
    page.get_by_role("link", name="Two-step login", exact=True).click()
    page.get_by_role("link", name="Authenticator app").click()
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Continue").click()
    secret = page.locator("main code").inner_text()
    page.locator("#id_code").fill(code(secret))
    button(page, "Turn on").click()
    first = page.locator("main pre").inner_text().split()[0]
    for word in (code(secret), first):
        page.context.clear_cookies()
        log_in_halfway(page, house)
        page.locator("#id_code").fill(word if word == first else code(secret))
        button(page, "Log in").click()
        expect(page.get_by_role("link", name="ada")).to_be_visible()
    page.goto(f"{house}/accounts/sessions/")
    expect(page.get_by_text("this browser")).to_be_visible()
    button(page, "Log out everywhere else").click()
    expect(button(page, "Log out everywhere else")).to_have_count(0)


def test_somebody_arranges_their_rest_without_scripts_and_leaves(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Player, ben: Player
) -> None:
    code_ = begin(ada, ben)
    page = visitor(width=360, height=740, scripts=False)
    log_in(page, house, "ada")
    page.goto(f"{house}/me/")
    page.locator("#id_language").select_option("de")
    page.get_by_role("main").get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#id_language").select_option("en")
    page.get_by_role("main").locator("form button[type=submit]").first.click()
    page.get_by_role("link", name="Quiet hours").click()
    page.get_by_label("From").select_option("1320")
    page.get_by_label("Until").select_option("420")
    button(page, "Save").click()
    expect(page.get_by_text("22:00 to 07:00")).to_be_visible()
    assert QuietHoursRow.objects.get().next_begins == 1320
    page.goto(f"{house}/me/export/")
    with page.expect_download() as download:
        button(page, "Download").click()
    assert download.value.suggested_filename == "slow-fuse.zip"
    page.goto(f"{house}/me/delete/")
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Continue").click()
    page.get_by_label("Yes, delete everything.").check()
    button(page, "Delete this account").click()
    deleted = gettext("Your account has been deleted. Goodbye, and thanks for playing.")
    expect(page.get_by_role("status")).to_contain_text(deleted)
    assert not Player.objects.filter(username="ada").exists()
    page.goto(f"{house}/m/{code_}/")
    expect(page.get_by_role("link", name="ada")).to_have_count(0)


PAGES = (
    "/me/", "/me/quiet/", "/me/vacation/", "/me/export/", "/me/delete/", "/accounts/2fa/", "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/", "/accounts/2fa/totp/activate/", "/accounts/2fa/reauthenticate/",
    "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/totp/deactivate/",
    "/accounts/sessions/", "/accounts/reauthenticate/",
)  # fmt: skip


@pytest.mark.slow
def test_the_pages_about_oneself_are_clean_and_fit(house: str, visitor: Callable[..., Page], ada: Player) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    page = visitor(width=360, height=740, dark=True)
    log_in(page, house, "ada")
    page.goto(f"{house}/accounts/reauthenticate/?next=/me/")
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Continue").click()
    expect(page.get_by_role("link", name="Quiet hours")).to_be_visible()
    found: list[str] = []
    for half in (PAGES[:9], PAGES[9:]):
        for path in half:
            page.goto(house + path)
            assert page.url == house + path, "one sees the page that is meant"
            found += in_both_looks(page, _faults)
        if not Authenticator.objects.exists():
            totp.TOTP.activate(ada, totp.generate_totp_secret())
            RecoveryCodes.activate(ada)
    page.context.clear_cookies()
    log_in_halfway(page, house)
    found += in_both_looks(page, _faults)
    assert not found, "\n".join(found)


def _faults(page: Page) -> list[str]:
    faults = flaws(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, .button, select)")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
            .map(each => each.outerHTML.slice(0, 80))"""
    )
    return [*faults, *(f"{page.url}: too small for a thumb: {each}" for each in small)]
