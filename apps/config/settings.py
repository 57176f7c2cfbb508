"""All settings. What differs between installations comes from SLOWFUSE_… variables (see deploy/env.example)."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from environ import Env
from kombu import Exchange, Queue

from apps.config import mail, sockets
from apps.config.environment import BROKER_KINDS, CACHE_KINDS, DATABASE_KINDS, MAIL_KINDS, REQUIRED, Environment
from apps.config.logs import setup
from apps.config.schedule import build_beat_schedule
from apps.games import app_names

ROOT = Path(__file__).resolve().parents[2]
env = Environment()

# --- The kind of installation ----------------------------------------------------------------------------------------
# Embedded: nothing is set, everything lives in one folder. Hosted: as soon as one of these is set, all must be.
HOSTED = any(env.has(name) for name in ("DATABASE_URL", "BROKER_URL", "SECRET_KEY"))
DEBUG = env.flag("DEBUG", False)
STRICT = HOSTED and not DEBUG
VAR = Path(env.text("VAR", str(ROOT / "var"), example="/var/lib/slowfuse")).absolute()


def kept_secret(path: Path) -> str:
    """Return the secret kept in a file that only its owner can read, created on the first start."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(secret := secrets.token_urlsafe(48))
    return secret


SECRET_KEY = env.secret("SECRET_KEY", REQUIRED) if STRICT or env.has("SECRET_KEY") else kept_secret(VAR / "secret_key")
# Earlier keys, the latest first. Their signatures are still valid, and are renewed when they come in.
SECRET_KEY_FALLBACKS = env.secrets("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.names(
    "ALLOWED_HOSTS", REQUIRED if STRICT else ["localhost", "127.0.0.1", "[::1]"], example="fuse.example.org"
)
HTTPS = env.flag("HTTPS", STRICT)

# --- Applications ----------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "apps.config",
    "apps.accounts",
    "apps.notices",
    "apps.talk",
    "apps.ratings",
    "apps.lobby",
    "apps.lessons",
    "apps.puzzles",
    "apps.tournaments",
    "apps.clubs",
    "apps.webhooks",
    "apps.people",
    "apps.monitoring",
    "apps.matches",
    *app_names(),
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "apps.config.logs.middleware.RequestScope",
    "apps.config.middleware.NeedsNothing",
    "apps.config.middleware.KnownHost",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.config.middleware.ServerClock",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "apps.accounts.middleware.TimeZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "apps.accounts.middleware.ReaderMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "apps.common.refusals.RefusalMiddleware",
    "apps.config.middleware.Unreadable",
    "apps.config.middleware.Awake",
]
ROOT_URLCONF = "apps.config.urls"
WSGI_APPLICATION = "apps.config.wsgi.application"
ASGI_APPLICATION = "apps.config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                        "apps.common.draft_templates.Loader",
                    ],
                )
            ],
            "builtins": ["apps.common.date_filter", "apps.common.draft_templates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database --------------------------------------------------------------------------------------------------------
DATABASE_URL = env.address(
    "DATABASE_URL",
    REQUIRED if STRICT else f"sqlite:///{VAR / 'slowfuse.sqlite3'}",
    schemes=DATABASE_KINDS,
    example="postgres://slowfuse:secret@localhost:5432/slowfuse",
)
DATABASE_POOL = int(env.number("DATABASE_POOL", 4, least=0, example="4"))
DATABASE: dict[str, Any] = {**Env.db_url_config(DATABASE_URL)}
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    Path(DATABASE["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASE["OPTIONS"] = {
        # Without both of these, two writers fail with "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, so that other threads and processes of a test can open it.
    DATABASE["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
else:
    DATABASE["OPTIONS"] = sockets.build_postgresql_options(DATABASE.get("OPTIONS", {}))  # e.g. ?sslmode=require
    if DATABASE_POOL:
        # A pool pauses longer between attempts the longer it retries, up to minutes. After an outage of a minute, the
        # database would stay unreachable for another.
        DATABASE["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 5, "reconnect_timeout": 5}
    DATABASE["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": DATABASE}

# --- Cache, sessions, messages ---------------------------------------------------------------------------------------
CACHE_URL = env.address("CACHE_URL", "", schemes=CACHE_KINDS, example="redis://localhost:6379/1")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "slowfuse"},
}
if CACHE_URL:
    CACHES["default"] = {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "slowfuse",
        # Without Redis, sessions are read from the database and limits aren't enforced.
        "OPTIONS": {"IGNORE_EXCEPTIONS": True, "SOCKET_CONNECT_TIMEOUT": 0.2, "SOCKET_TIMEOUT": 0.5},
    }
# What several processes share, such as who is looking at what. It may be lost at any time.
CACHES["shared"] = (
    CACHES["default"]
    if HOSTED
    else {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": VAR / "shared"}
)
SESSION_ENGINE = "apps.accounts.session_store"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "apps.config.views.show_csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# --- Celery ----------------------------------------------------------------------------------------------------------
SLOWFUSE_SWEEP_SECONDS = env.number("SWEEP_SECONDS", 1, least=0.1, example="1")
# After an outage longer than this, deadlines are postponed by its length.
SLOWFUSE_OUTAGE_SECONDS = env.number("OUTAGE_SECONDS", 10, least=5, example="10")
# Days after its end when a match's log is compacted. 0 means never.
SLOWFUSE_COMPACT_DAYS = int(env.number("COMPACT_DAYS", 30, least=0, example="30"))
# Maximum news streams that one address or one session can keep open in one process.
SLOWFUSE_STREAMS_PER_ADDRESS = int(env.number("STREAMS_PER_ADDRESS", 50, least=1, example="50"))
SLOWFUSE_STREAMS_PER_SESSION = int(env.number("STREAMS_PER_SESSION", 20, least=1, example="20"))
# Seconds between two checks for notifications to send.
SLOWFUSE_NOTICE_SECONDS = env.number("NOTICE_SECONDS", 5, least=1, example="5")
QUEUE = VAR / "queue"
CELERY_BROKER_URL = env.address(
    "BROKER_URL",
    REQUIRED if STRICT else "filesystem://localhost//",
    schemes=BROKER_KINDS,
    example="redis://localhost:6379/0",
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page that wakes a worker must not wait for an unreachable broker. Nothing is lost, because the sweep follows.
CELERY_BROKER_CONNECTION_TIMEOUT = 0.2
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"max_retries": 0}
if CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"visibility_timeout": 600, "socket_connect_timeout": 0.2, "socket_timeout": 2}
    CELERY_BROKER_TRANSPORT_OPTIONS |= sockets.build_redis_options()
elif CELERY_BROKER_URL.startswith("filesystem"):
    for folder in (QUEUE / "messages", QUEUE / "control"):
        folder.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE / "messages"),
        "data_folder_out": str(QUEUE / "messages"),
        "control_folder": str(QUEUE / "control"),
        "polling_interval": 0.2,
    }
# Tasks that keep deadlines never wait for the network. A worker started without queue names takes from all of them.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name) for name in ("clock", "outbound", "thinking", "insights", "default")
]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "apps.matches.tasks.settle_matches": {"queue": "clock"},
    "apps.tournaments.tasks.look_after_tournaments": {"queue": "clock"},
    "apps.matches.tasks.think": {"queue": "thinking"},
    "apps.matches.tasks.analyse": {"queue": "insights"},
    "apps.puzzles.tasks.mine_puzzles": {"queue": "insights"},
    "apps.notices.tasks.tell": {"queue": "outbound"},
    "apps.lobby.tasks.send_invitations": {"queue": "outbound"},
    "apps.webhooks.tasks.send_messages": {"queue": "outbound"},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "apps.config.beat:Scheduler"
CELERY_DB_REUSE_MAX = 1000  # without it every task closes its database connection, which halves the rate
CELERY_BEAT_SCHEDULE = build_beat_schedule(
    sweep_seconds=SLOWFUSE_SWEEP_SECONDS, notice_seconds=SLOWFUSE_NOTICE_SECONDS, hosted=HOSTED
)

# --- People ----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["apps.accounts.backend.PlayerBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "matches:mine"
LOGOUT_REDIRECT_URL = "front"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_ADAPTER = "apps.accounts.adapter.AccountAdapter"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "optional"
# No form reveals whether an address has an account, because only one account can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_FORMS = {"login": "apps.accounts.forms.LoginForm", "signup": "apps.accounts.forms.SignupForm"}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""  # the sender is clear from the address
ACCOUNT_LOGOUT_ON_GET = False
# Wrong passwords and two-step codes. The key is a name at an address or, for codes, the account.
ACCOUNT_RATE_LIMITS = {"login_failed": "5/5m/key,20/h/key,10/m/ip,100/h/ip"}
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "apps.accounts.adapter.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # an embedded installation is at http://localhost
MFA_TOTP_ISSUER = "Slow Fuse"
MFA_TOTP_TOLERANCE = 1  # codes last half a minute, so allow for slow typing and clocks a little off
# Limits per address use the address in front of this many of our own proxies.
ALLAUTH_TRUSTED_PROXY_COUNT = int(env.number("PROXIES", 1 if STRICT else 0, least=0, example="1"))

# --- Mail ------------------------------------------------------------------------------------------------------------
MAIL_URL = env.address(
    "MAIL_URL",
    "smtp://localhost:25" if STRICT else f"filemail://{VAR / 'mail'}",
    schemes=MAIL_KINDS,
    example="smtp+tls://name:secret@mail.example.org:587",
)
vars().update(mail.settings_of(MAIL_URL))
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", "Slow Fuse <noreply@localhost>", example="Slow Fuse <club@example.org>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Recipients of mails about failed services. If empty, superusers get them.
SLOWFUSE_ADMINS = env.names("ADMINS", [], example="ada@example.org, ben@example.org")

# --- Notices ---------------------------------------------------------------------------------------------------------
# The start of every link in a message, because there is no request when it is written.
_FIRST = next(iter(ALLOWED_HOSTS), "*").lstrip(".")  # “*” is every name, so it can't be linked to.
_SITE = REQUIRED if _FIRST == "*" else f"http{'s' if HTTPS else ''}://{_FIRST}"
SLOWFUSE_SITE = env.address(
    "SITE",
    _SITE if STRICT else "http://localhost:8000",
    schemes=("http", "https"),
    example="https://fuse.example.org",
).rstrip("/")
# The source of the key that signs push messages, and of the fingerprints of addresses that refuse invitations. Changing
# it loses every browser subscribed to push, and mails people who asked us not to.
PUSH_SECRET = (
    env.secret("PUSH_SECRET", [SECRET_KEY, *SECRET_KEY_FALLBACKS][-1])
    if HOSTED or env.has("PUSH_SECRET")
    else kept_secret(VAR / "push_secret")
)
# Private networks that webhooks and push messages can reach anyway, for tests only.
NOTICES_REACHABLE: list[str] = []
NOTICES_KEPT_DAYS = 120

# --- Monitoring ------------------------------------------------------------------------------------------------------
# This token gives access to the metrics (/healthz?deep, /metrics). Without it nothing is counted, either.
SLOWFUSE_METRICS_TOKEN = env.secret("METRICS_TOKEN", "", least=32)
if SLOWFUSE_METRICS_TOKEN:
    MIDDLEWARE.insert(0, "apps.monitoring.middleware.CountRequests")
# The folder where deploy/backup writes, so that a missing backup is noticed.
SLOWFUSE_BACKUPS = env.text("BACKUPS", "", example="/var/backups/slowfuse")
# The folder of the monthly dumps of public matches. Without it none are written.
SLOWFUSE_DUMPS = env.text("DUMPS", "", example="/var/lib/slowfuse/dumps")
# A file that a worker or beat touches while it works, for health checks of containers.
SLOWFUSE_ALIVE = env.text("ALIVE", "", example="/run/slowfuse/alive")

# --- Languages and time ----------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("fr", _("French"))]
LOCALE_PATHS = [ROOT / "apps" / "config" / "locale"]  # each game has its own
FORMAT_MODULE_PATH = ["apps.config.formats"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files ----------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
# `collectstatic` collects them for a hosted installation, `manage.py play` for an embedded one. Before that, and with
# DEBUG, they are served from their source folders.
GATHERED = STRICT or (not DEBUG and (VAR / "static.sha256").exists())
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if GATHERED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
if not STRICT:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = not GATHERED
WHITENOISE_AUTOREFRESH = DEBUG

# --- Safety ----------------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# For pages made to be framed elsewhere. They load no scripts and send nothing.
CONTENT_SECURITY_POLICY_FRAMED = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *"
)
X_FRAME_OPTIONS = "DENY"
FEATURES_WITHOUT_USE = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts",
    "magnetometer", "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", False)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # requested on this machine, without the proxy
if HTTPS:
    # The reverse proxy must set this header itself and drop what a client sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 0
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# --- Log -------------------------------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR"))
LOG = env.choice("LOG", "text", among=("text", "json"))
# A request that takes longer is logged with its slowest statements. 0 turns this off.
SLOWFUSE_SLOW_SECONDS = env.number("SLOW_SECONDS", 1, least=0, example="1")
LOGGING_CONFIG = "apps.config.logs.setup.configure_logging"
SENTRY_DSN = env.address("SENTRY_DSN", "", schemes=("http", "https"), example="https://key@sentry.example.org/1")
env.package("SENTRY_DSN", "sentry_sdk", "deploy/requirements-sentry.txt")
LOGGING = setup.build_logging_config(
    LOG,
    LOG_LEVEL,
    celery="INFO" if DEBUG else "WARNING",
    more=setup.build_error_handlers(mail_to=SLOWFUSE_ADMINS, dsn=SENTRY_DSN),
)

env.complain()
